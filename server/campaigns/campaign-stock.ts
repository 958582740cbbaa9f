import type { Text } from '#contract/shapes.ts'
import { stock } from '#server/catalogue/catalogue.ts'
import type { Context } from '#server/platform/context.ts'
import { failAll } from '#server/platform/fail.ts'
import { publishTopics } from '#server/platform/publish.ts'
import { requireOpen } from './open.ts'
import { deleteHolds, insertHolds, updateSold, updateUnsold } from './queries.ts'
import { findItems, lock } from './rows.ts'
import { clearSoldOut } from './sold-out.ts'

/*
 * The stock of a campaign is separate from the shop's stock. Transactions lock the campaign first, and then its items
 * in order of id, which prevents deadlocks. Only the release of unused holds locks the items alone. A statement takes
 * pieces only if enough pieces are left. A check constraint enforces this rule, too.
 */

export interface CampaignLine {
  sku: string
  quantity: number
  name: Text
}

/**
 * Holds all pieces of the lines for a cart, or none of them. Replaces the cart's earlier hold. Fails with
 * `cart.out_of_stock` for each line without enough stock. Fails like `requireOpen` if the campaign is not open.
 */
export async function hold(
  ctx: Context,
  { holder, campaignId, lines }: { holder: string; campaignId: string; lines: CampaignLine[] },
): Promise<void> {
  const campaign = await lock(ctx, campaignId)
  await release(ctx, holder)
  requireOpen(ctx, campaign)
  const quantities = lines.map(({ sku, quantity }) => ({ sku, quantity }))
  const held = await insertHolds(ctx.db, { holder, campaignId, wanted: JSON.stringify(quantities) })
  if (held.length === lines.length) return
  const items = await findItems(ctx, campaignId)
  failAll(
    lines.flatMap(({ sku, quantity, name }) => {
      const item = items.find((item) => item.sku === sku)
      const isHeld = held.some((row) => row.sku === sku)
      const purchasable = Math.max(0, (item?.stock ?? 0) - (item?.held ?? 0) - (item?.sold ?? 0))
      return isHeld || purchasable >= quantity ? [] : [stock.outOfStock({ sku, name, purchasable })]
    }),
  )
}

/** Releases the pieces held for a cart, if any. */
export async function release(ctx: Context, holder: string): Promise<void> {
  await deleteHolds(ctx.db, { holder })
  clearSoldOut(ctx)
}

/** Sells the pieces held for a cart, and publishes the change of stock. */
export async function sell(ctx: Context, holder: string): Promise<void> {
  await updateSold(ctx.db, { holder })
  publishTopics(ctx, ['campaigns'])
}

/** Puts the pieces of an undone sale back into the stock. */
export async function returnPieces(ctx: Context, items: { itemId: string; quantity: number }[]): Promise<void> {
  await updateUnsold(ctx.db, { items: JSON.stringify(items) })
  clearSoldOut(ctx)
  publishTopics(ctx, ['campaigns'])
}

import type { Cart } from '#contract/cart.ts'
import * as campaigns from '#server/campaigns/campaigns.ts'
import * as cart from '#server/cart/cart.ts'
import { buyerOf, choices, lastContact, read } from '#server/cart/cart.ts'
import { recordingRefusals } from '#server/catalogue/catalogue.ts'
import { personsOf } from '#server/coupons/coupons.ts'
import { findLiveOrder } from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { inParallel, transact } from '#server/platform/database/transactions.ts'

/**
 * Returns the visitor's cart for a campaign, which is separate from the shop's cart. Fails with `not_found` for an
 * unknown campaign.
 */
export async function view(ctx: Context, { id }: { id: string }): Promise<Cart> {
  await campaigns.enter(ctx, id)
  return cart.view(ctx)
}

/**
 * Adds an item of the campaign, like `cart.add`. Fails with `campaigns.not_started`, `campaigns.ended`,
 * `campaigns.cancelled` or `campaigns.full` if the campaign is not open, and with `campaigns.limit` above the limit per
 * person.
 */
export async function add(
  ctx: Context,
  { id, ...item }: { id: string; sku: string; quantity: number; idempotencyKey?: string | undefined },
): Promise<Cart> {
  const campaign = await campaigns.enter(ctx, id)
  await campaigns.requireJoinable(ctx, campaign)
  return recordingRefusals(ctx, async () => {
    campaigns.requireNotSoldOut(ctx, id, item.sku)
    return transact(ctx, async (ctx) => {
      const after = await cart.add(ctx, { ...item, modifiers: [], note: '' })
      if (after.version === 1) await copyContact(ctx)
      await refuseBeyond(ctx, campaign, after)
      return after
    })
  })
}

/** Copies the contact of the visitor's last order in the same campaign to the cart, if there is such an order. */
async function copyContact(ctx: Context) {
  const contact = await lastContact(ctx)
  if (contact) await choices.choose(ctx, { contact })
}

/**
 * Changes quantities, like `cart.change`. The visitor can always take fewer pieces. For more pieces, the rules of `add`
 * apply.
 */
export async function change(
  ctx: Context,
  { id, ...changes }: { id: string; lineItems: Record<string, { quantity: number }>; version?: number | undefined },
): Promise<Cart> {
  const campaign = await campaigns.enter(ctx, id)
  const work = async (ctx: Context) => {
    const before = new Map((await read(ctx))?.rows.map(({ key, quantity }) => [key, quantity]))
    const after = await cart.change(ctx, changes)
    if (!Object.values(after.lineItems).some(({ key, quantity }) => quantity > (before.get(key) ?? 0))) return after
    await campaigns.requireJoinable(ctx, campaign)
    await refuseBeyond(ctx, campaign, after)
    return after
  }
  return recordingRefusals(ctx, () => transact(ctx, work))
}

/** Fails with `campaigns.limit` if the cart, together with the person's other orders, exceeds a limit per person. */
async function refuseBeyond(ctx: Context, campaign: campaigns.CampaignRow, { lineItems }: Cart) {
  const ownCart = await choices.read(ctx)
  if (!ownCart) return
  const [{ isEmailProven }, replaced] = await inParallel(buyerOf(ctx, ownCart.id), findLiveOrder(ctx, ownCart.id))
  const persons = personsOf(ctx, { memberId: ctx.memberId, contact: ownCart.contact, isEmailProven })
  const lines = Object.values(lineItems)
  await campaigns.requireWithinLimits(ctx, campaign, { persons, lines, replacedOrderId: replaced?.id ?? null })
}

/**
 * Hides the visitor's name in the list of participants, or shows it again. This choice also covers the visitor's past
 * and future orders in the campaign.
 */
export async function hideName(
  ctx: Context,
  { id, isHidden }: { id: string; isHidden: boolean },
): Promise<{ isHidden: boolean }> {
  await campaigns.enter(ctx, id)
  return transact(ctx, async (ctx) => {
    if (await choices.read(ctx)) await choices.choose(ctx, { hidesName: isHidden })
    await campaigns.hide(ctx, { id, isHidden })
    return { isHidden }
  })
}

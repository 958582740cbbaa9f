import type { Context } from '#server/platform/context.ts'
import { inParallel } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import type { CampaignRow } from './rows.ts'
import { find, findItems } from './rows.ts'
import { tierAt } from './states.ts'

/** The current price of a campaign's item, and the maximum quantity for a cart. */
export interface CampaignOffer {
  /** In minor units. */
  price: number
  purchasable: number
  perOrder: number | null
}

/**
 * Returns a campaign and, by SKU, the price and quantity that it offers to a cart. Pieces held for this cart are
 * available to it. Fails with `not_found` for an unknown campaign.
 */
export async function findOffer(
  ctx: Context,
  campaignId: string,
  holder: string,
): Promise<{ campaign: CampaignRow; items: Map<string, CampaignOffer> }> {
  const [campaign, items] = await inParallel(find(ctx, campaignId), findItems(ctx, campaignId, holder))
  return {
    campaign: campaign ?? fail('not_found'),
    items: new Map(
      items.map(({ sku, tiers, stock, held, sold, own, perOrder }) => [
        sku,
        { price: tierAt(tiers, sold).price, purchasable: stock - held - sold + own, perOrder },
      ]),
    ),
  }
}

/** The final price per piece for all participants, by SKU: the price of the reached tier. */
export async function findFinalPrices(ctx: Context, campaignId: string): Promise<Map<string, number>> {
  const items = await findItems(ctx, campaignId)
  return new Map(items.map(({ sku, tiers, sold }) => [sku, tierAt(tiers, sold).price]))
}

/**
 * Switches the context to the visitor's cart for this campaign and to the campaign's store. Fails with `not_found` for
 * an unknown campaign.
 */
export async function enter(ctx: Context, campaignId: string): Promise<CampaignRow> {
  const campaign = (await find(ctx, campaignId)) ?? fail('not_found')
  ctx.campaignId = campaign.id
  ctx.locationHint = campaign.locationId
  return campaign
}

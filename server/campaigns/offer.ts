import type { Context } from '#server/platform/context.ts'
import { inParallel } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import type { CampaignRow } from './rows.ts'
import { find, itemsOf } from './rows.ts'
import { tierAt } from './states.ts'

/** What a campaign asks for one of its items at this moment, and how much a cart may have of it. */
export interface CampaignOffer {
  /** Minor units. */
  price: number
  purchasable: number
  perOrder: number | null
}

/** A campaign and what it offers to a cart, which keeps pieces already or does not, by SKU; `not_found`. */
export async function offer(
  ctx: Context,
  campaignId: string,
  holder: string,
): Promise<{ campaign: CampaignRow; items: Map<string, CampaignOffer> }> {
  const [campaign, items] = await inParallel(find(ctx, campaignId), itemsOf(ctx, campaignId, holder))
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

/** What a piece of each item costs everybody in the end, by SKU: the price of the tier that was reached. */
export async function finalPrices(ctx: Context, campaignId: string): Promise<Map<string, number>> {
  const items = await itemsOf(ctx, campaignId)
  return new Map(items.map(({ sku, tiers, sold }) => [sku, tierAt(tiers, sold).price]))
}

/** Makes the visitor's cart of this campaign the one that is meant, at the campaign's store; `not_found`. */
export async function enter(ctx: Context, campaignId: string): Promise<CampaignRow> {
  const campaign = (await find(ctx, campaignId)) ?? fail('not_found')
  ctx.campaignId = campaign.id
  ctx.locationHint = campaign.locationId
  return campaign
}

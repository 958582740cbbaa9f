import type { CampaignOffer } from '#server/campaigns/campaigns.ts'
import { findOffer as offerOf, recordSoldOut } from '#server/campaigns/campaigns.ts'
import type { Buyable } from '#server/catalogue/catalogue.ts'
import { shopCurrency } from '#server/catalogue/catalogue.ts'
import * as locations from '#server/locations/locations.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { buyables } from './buyables.ts'
import type { Offer } from './offer.ts'
import type { CartRow } from './tables.ts'

/**
 * Looks up the offer of a cart's campaign: its items, prices, stock and store. Marks products that the campaign does
 * not offer as not published.
 */
export async function lookUpInCampaign(
  ctx: Context,
  { id, campaignId }: Pick<CartRow, 'id' | 'campaignId'>,
  skus: string[],
): Promise<Offer> {
  const { campaign, items } = await offerOf(ctx, campaignId, id)
  const location = (await locations.find(ctx, campaign.locationId)) ?? fail('locations.none_open')
  const found = await buyables(ctx, { skus, locationId: location.id, holder: id })
  const offered = [...found].map(([sku, product]): [string, Buyable] => [
    sku,
    toCampaignBuyable(product, items.get(sku)),
  ])
  for (const [sku, { name, purchasable }] of offered)
    if (purchasable !== null && purchasable <= 0) recordSoldOut(ctx, campaignId, { sku, name })
  return {
    location,
    currency: await shopCurrency(ctx),
    buyables: new Map(offered),
    benefits: null,
    hasMemberPrices: false,
    isCampaign: true,
  }
}

/**
 * The product with the campaign's price and limits, without modifiers and notes. If the campaign does not contain the
 * product, it is marked as not published.
 */
function toCampaignBuyable(product: Buyable, item: CampaignOffer | undefined): Buyable {
  if (!item) return { ...product, published: false }
  return {
    ...product,
    price: item.price,
    compareAtPrice: product.price > item.price ? product.price : null,
    memberPrice: null,
    purchasable: item.purchasable,
    carried: true,
    maxPerOrder: item.perOrder,
    quantityStep: 1,
    minQuantity: 1,
    noteAllowed: false,
    windows: [],
    modifierGroups: [],
  }
}

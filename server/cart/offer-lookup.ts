import type { Cart } from '#contract/cart.ts'
import { shopCurrency } from '#server/catalogue/catalogue.ts'
import { current } from '#server/locations/locations.ts'
import { benefits } from '#server/membership/membership.ts'
import type { Context } from '#server/platform/context.ts'
import { inParallel } from '#server/platform/database/transactions.ts'
import { memoize } from '#server/platform/memo.ts'
import { buyables, ownBuyables } from './buyables.ts'
import { lookUpInCampaign } from './campaign-offer.ts'
import type { Offer } from './offer.ts'
import type { CartRow, LineRow } from './tables.ts'

/** Looks up the offer for a cart's lines and the given SKUs, from the shop or from the cart's campaign. */
export async function lookUp(
  ctx: Context,
  cart: Pick<CartRow, 'id' | 'campaignId'>,
  skus: string[] = [],
): Promise<Offer> {
  if (cart.campaignId) return lookUpInCampaign(ctx, cart, skus)
  return offerOf(ctx, (locationId) => buyables(ctx, { skus, locationId, holder: cart.id }))
}

/** Looks up the shop's offer for the lines of the visitor's cart and the given SKUs, without reading the cart first. */
export function lookUpOwn(ctx: Context, skus: string[] = []): Promise<Offer> {
  return offerOf(ctx, (locationId) => ownBuyables(ctx, { locationId, skus }))
}

async function offerOf(ctx: Context, find: (locationId: string) => Promise<Offer['buyables']>): Promise<Offer> {
  const location = await current(ctx)
  const currency = await shopCurrency(ctx)
  const [foundBuyables, memberBenefits] = await inParallel(find(location.id), benefits(ctx))
  return {
    currency,
    location,
    buyables: foundBuyables,
    benefits: memberBenefits,
    hasMemberPrices: memberBenefits?.memberPrices ?? false,
  }
}

/**
 * Like `lookUp`, but takes the shop's products from a cache without stock numbers, which expires after a few seconds.
 * Calls `lookUp` if the cache lacks a product, or if the cart belongs to a campaign.
 */
export async function lookUpCached(ctx: Context, cart: CartRow, rows: LineRow[]): Promise<Offer> {
  if (cart.campaignId) return lookUp(ctx, cart)
  const location = await current(ctx)
  const stores = await goodsByStore(ctx)
  const goods: Offer['buyables'] = stores.get(location.id) ?? new Map()
  stores.set(location.id, goods)
  if (!rows.every(({ sku }) => goods.has(sku))) {
    const offer = await lookUp(ctx, cart)
    for (const [sku, buyable] of offer.buyables) goods.set(sku, { ...buyable, purchasable: null })
    return offer
  }
  const [currency, memberBenefits] = await inParallel(shopCurrency(ctx), benefits(ctx))
  return {
    currency,
    location,
    buyables: goods,
    benefits: memberBenefits,
    hasMemberPrices: memberBenefits?.memberPrices ?? false,
  }
}

const goodsByStore = memoize(async () => new Map<string, Offer['buyables']>())

/** Returns an empty cart, for visitors who have no cart. */
export async function emptyCart(ctx: Context): Promise<Cart> {
  const subtotal = { amount: 0, currency: await shopCurrency(ctx) }
  return { id: null, version: 0, lineItems: {}, itemCount: 0, pieces: 0, subtotal, claims: [], changes: [] }
}

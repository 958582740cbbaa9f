import { redirect, useLocation } from 'react-router'
import type { CampaignDetail } from '#contract/campaigns.ts'
import type { Client } from '#contract/client.ts'
import type { Page } from '#storefront/core/data.ts'
import { campaignOf, checkoutPath } from '#storefront/core/links.ts'

/**
 * The cart that a page uses, and the paths of its checkout steps: the shop's own cart, or that of the campaign in the
 * URL.
 */
export interface Basket {
  /** Empty for the shop's own cart. */
  campaignId: string
  cart: string
  details: string
  payment: string
}

export function basketOf(here: { pathname: string; search: string }): Basket {
  const campaignId = campaignOf(here)
  return {
    campaignId,
    cart: checkoutPath('cart', campaignId),
    details: checkoutPath('details', campaignId),
    payment: checkoutPath('payment', campaignId),
  }
}

export function useBasket(): Basket {
  return basketOf(useLocation())
}

/**
 * Runs a page's work with the basket of its URL, and with an API client that acts on this basket. If a campaign
 * page has no campaign in its URL, redirects to the list of campaigns.
 */
export function inBasket<Result>(work: (api: Client, page: Page, basket: Basket) => Promise<Result>) {
  return (api: Client, page: Page) => {
    const basket = basketOf(page.url)
    if (!basket.campaignId && page.url.pathname.startsWith('/checkout/campaign'))
      throw redirect('/store/groupCampaigns')
    return work(callsOn(api, basket), page, basket)
  }
}

/** The details of the basket's campaign. Null for the shop's own basket. */
export async function campaignIn(api: Client, { campaignId }: Basket): Promise<CampaignDetail | null> {
  return campaignId ? api.campaigns.detail({ id: campaignId }) : null
}

/**
 * An API client whose calls act on this basket. A line of a campaign's cart is removed by setting its quantity to 0.
 */
export function callsOn(api: Client, { campaignId }: Basket): Client {
  if (!campaignId) return api
  const id = campaignId
  return {
    ...api,
    cart: {
      ...api.cart,
      view: () => api.campaignCart.view({ id }),
      add: ({ sku, quantity, idempotencyKey }) => api.campaignCart.add({ id, sku, quantity, idempotencyKey }),
      change: (change) => api.campaignCart.change({ id, ...change }),
      remove: ({ keys }) =>
        api.campaignCart.change({ id, lineItems: Object.fromEntries(keys.map((key) => [key, { quantity: 0 }])) }),
    },
    locations: naming(id, api.locations, ['delivery']),
    checkout: naming(id, api.checkout, campaignSteps),
    billing: naming(id, api.billing, ['view']),
    storeCredit: naming(id, api.storeCredit, ['apply', 'applyToDeposit']),
    coupons: naming(id, api.coupons, ['apply', 'remove']),
  }
}

/**
 * The calls of `checkout` that an order in a campaign uses. Such an order has its own pickup and delivery windows, and
 * no dine-in.
 */
const campaignSteps = [
  'config',
  'paymentConfig',
  'setMethod',
  'setPickupSlot',
  'setPickupDate',
  'setDeliveryAddress',
  'setContact',
  'setComment',
  'setVerifiedContact',
  'setTip',
  'reserve',
  'fillIn',
  'sendCode',
] as const

type Call = (input?: object, signal?: AbortSignal) => unknown

/** Adds the campaign's id to the input of the calls in `names`. */
function naming<Calls extends object>(fissionCampaignId: string, calls: Calls, names: readonly (keyof Calls)[]): Calls {
  const named = names.map((name) => {
    // The input of each of these calls has an additional field for the campaign (`inCampaign` in the contract).
    const call = calls[name] as Call
    return [name, (input?: object, signal?: AbortSignal) => call({ ...input, fissionCampaignId }, signal)]
  })
  return { ...calls, ...Object.fromEntries(named) }
}

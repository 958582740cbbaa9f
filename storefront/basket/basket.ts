import { redirect, useLocation } from 'react-router'
import type { CampaignDetail } from '#contract/campaigns.ts'
import type { Client } from '#contract/client.ts'
import type { Page } from '#storefront/core/data.ts'
import { campaignOf, checkoutPath } from '#storefront/core/links.ts'

/**
 * Whose cart a page is about, and where its steps are: the shop's own, or that of the campaign which the address names.
 */
export interface Basket {
  /** '' for the shop's own. */
  campaignId: string
  cart: string
  details: string
  payment: string
}

/** The basket of the page at an address. */
export function basketOf(here: { pathname: string; search: string }): Basket {
  const campaignId = campaignOf(here)
  return {
    campaignId,
    cart: checkoutPath('cart', campaignId),
    details: checkoutPath('details', campaignId),
    payment: checkoutPath('payment', campaignId),
  }
}

/** The basket of the page that is shown. */
export function useBasket(): Basket {
  return basketOf(useLocation())
}

/**
 * A page's work on the basket that its address names: the calls it is given act on that one. A campaign's page whose
 * address names no campaign leads to the list of them.
 */
export function inBasket<Result>(work: (api: Client, page: Page, basket: Basket) => Promise<Result>) {
  return (api: Client, page: Page) => {
    const basket = basketOf(page.url)
    if (!basket.campaignId && page.url.pathname.startsWith('/checkout/campaign'))
      throw redirect('/store/groupCampaigns')
    return work(callsOn(api, basket), page, basket)
  }
}

/** The campaign of a basket, whole; null for the shop's own. */
export async function campaignIn(api: Client, { campaignId }: Basket): Promise<CampaignDetail | null> {
  return campaignId ? api.campaigns.detail({ id: campaignId }) : null
}

/** The calls of buying, acting on this basket. A campaign's lines are taken out by setting them to none. */
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

/** Those that a campaign's order takes: it is fetched or brought in windows of its own, never eaten here. */
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

/** An area's calls, these of which name the campaign beside their own input. */
function naming<Calls extends object>(fissionCampaignId: string, calls: Calls, names: readonly (keyof Calls)[]): Calls {
  const named = names.map((name) => {
    // Each of them takes the campaign as one more member of its input (`inCampaign` in the contract).
    const call = calls[name] as Call
    return [name, (input?: object, signal?: AbortSignal) => call({ ...input, fissionCampaignId }, signal)]
  })
  return { ...calls, ...Object.fromEntries(named) }
}

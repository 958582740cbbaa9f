import type { Client } from '#contract/client.ts'
import { loadBasketCampaign, withBasket } from '#storefront/basket/basket.ts'
import { attempt, isRefusal } from '#storefront/core/data.ts'

export const loadCart = withBasket(async (api: Client, _, basket) => {
  const [cart, bill, config, campaign] = await Promise.all([
    api.cart.view(),
    attempt(api.billing.view()).catch(() => null),
    attempt(api.checkout.config()).catch(() => null),
    loadBasketCampaign(api, basket),
  ])
  return {
    cart,
    bestSellers: cart.itemCount === 0 && !basket.campaignId ? await bestSellers(api) : [],
    bill: isRefusal(bill) ? null : bill,
    config: isRefusal(config) ? null : config,
    campaign,
    now: Date.now(),
  }
})

/** Products for an empty cart. Empty if the request fails, because the page also works without these products. */
async function bestSellers(api: Client) {
  const result = await attempt(api.catalogue.list({ sortby: 'best_selling', numberToLoad: 10 })).catch(() => null)
  return result && !isRefusal(result) ? result.products : []
}

export type CartData = Awaited<ReturnType<typeof loadCart>>

import type { Client } from '#contract/client.ts'
import { campaignIn, inBasket } from '#storefront/basket/basket.ts'
import { attempt, isRefusal } from '#storefront/core/data.ts'

export const loadCart = inBasket(async (api: Client, _, basket) => {
  const [cart, bill, config, campaign, shop] = await Promise.all([
    api.cart.view(),
    attempt(api.billing.view()).catch(() => null),
    attempt(api.checkout.config()).catch(() => null),
    campaignIn(api, basket),
    // The page of a campaign's cart loads no coupons, because coupons can be claimed only for the shop's own cart.
    basket.campaignId ? null : attempt(api.coupons.list()).catch(() => null),
  ])
  return {
    cart,
    bestSellers: cart.itemCount === 0 && !basket.campaignId ? await bestSellers(api) : [],
    bill: isRefusal(bill) ? null : bill,
    config: isRefusal(config) ? null : config,
    campaign,
    coupons: shop && !isRefusal(shop) ? shop.coupons : [],
    now: Date.now(),
  }
})

/** Products for an empty cart. Empty if the request fails, because the page also works without these products. */
async function bestSellers(api: Client) {
  const found = await attempt(api.catalogue.list({ sortby: 'best_selling', numberToLoad: 10 })).catch(() => null)
  return found && !isRefusal(found) ? found.products : []
}

export type CartData = Awaited<ReturnType<typeof loadCart>>

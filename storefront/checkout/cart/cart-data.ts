import type { Client } from '#contract/client.ts'
import { campaignIn, inBasket } from '#storefront/basket/basket.ts'
import { attempt, isRefusal } from '#storefront/core/data.ts'

export const loadCart = inBasket(async (api: Client, _, basket) => {
  const [cart, bill, config, campaign, shop] = await Promise.all([
    api.cart.view(),
    attempt(api.billing.view()).catch(() => null),
    attempt(api.checkout.config()).catch(() => null),
    campaignIn(api, basket),
    // A campaign's cart loads no coupons, because coupons can be claimed only for the shop's own cart.
    basket.campaignId ? null : attempt(api.coupons.list()).catch(() => null),
  ])
  return {
    cart,
    bill: isRefusal(bill) ? null : bill,
    config: isRefusal(config) ? null : config,
    campaign,
    coupons: shop && !isRefusal(shop) ? shop.coupons : [],
    now: Date.now(),
  }
})

export type CartData = Awaited<ReturnType<typeof loadCart>>

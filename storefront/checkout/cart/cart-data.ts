import type { Client } from '#contract/client.ts'
import { campaignIn, inBasket } from '#storefront/basket/basket.ts'
import { attempt, isRefusal } from '#storefront/core/data.ts'

export const loadCart = inBasket(async (api: Client, _, basket) => {
  const [cart, bill, config, campaign] = await Promise.all([
    api.cart.view(),
    attempt(api.billing.view()).catch(() => null),
    attempt(api.checkout.config()).catch(() => null),
    campaignIn(api, basket),
  ])
  return {
    cart,
    bill: isRefusal(bill) ? null : bill,
    config: isRefusal(config) ? null : config,
    campaign,
    now: Date.now(),
  }
})

export type CartData = Awaited<ReturnType<typeof loadCart>>

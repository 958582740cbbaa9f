import { useEffect } from 'react'
import { apiForBasket } from '#storefront/basket/basket.ts'
import { browserApi } from '#storefront/core/data.ts'

const keepAliveIntervalMs = 60_000

/**
 * Calls the server each minute while the page is visible. Without these calls, the server may release the cart's hold.
 * The cart is that of the campaign, or the shop's own cart if `campaignId` is empty.
 */
export function useHoldKeepAlive(campaignId: string) {
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState !== 'visible') return
      browserApi()
        .then((api) => apiForBasket(api, { campaignId }).checkout.config())
        .catch(() => undefined)
    }, keepAliveIntervalMs)
    return () => clearInterval(timer)
  }, [campaignId])
}

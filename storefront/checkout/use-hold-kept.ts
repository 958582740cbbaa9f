import { useEffect } from 'react'
import { callsOn } from '#storefront/basket/basket.ts'
import { browserApi } from '#storefront/core/data.ts'

const seenMs = 60_000

/**
 * Calls the server each minute while the page is visible. Without these calls, the server may release the hold of the
 * cart: that of the campaign, or the shop's own one if `campaignId` is empty.
 */
export function useHoldKept(campaignId: string) {
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState !== 'visible') return
      browserApi()
        .then((api) => callsOn(api, { campaignId }).checkout.config())
        .catch(() => undefined)
    }, seenMs)
    return () => clearInterval(timer)
  }, [campaignId])
}

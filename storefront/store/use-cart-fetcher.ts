import { useState } from 'react'
import { useFetcher, useLocation } from 'react-router'
import type { Cart } from '#contract/cart.ts'
import type { ErrorItem } from '#contract/errors.ts'
import { campaignOf, checkoutPath } from '#storefront/links.ts'
import { checkReachable } from '#storefront/reachability.ts'

type Answer = { cart: Cart } | { errors: ErrorItem[] }

const unreachable: Answer = { errors: [{ code: 'unavailable', message: '' }] }

/**
 * A fetcher that changes the cart of a group-buy, or the shop's where the id is empty; without an id, the cart of the page
 * that is shown. The code that does it comes with the first change: where it cannot be had, the answer is the refusal
 * `unavailable` and the page stays; the router would load the page anew, and lose it offline.
 */
export function useCartFetcher(ofCampaign?: string) {
  const fetcher = useFetcher<Answer>()
  const here = campaignOf(useLocation())
  const campaignId = ofCampaign ?? here
  const [isSending, setSending] = useState(false)
  const [isCutOff, setCutOff] = useState(false)
  return {
    state: isSending ? 'submitting' : fetcher.state,
    data: isCutOff ? unreachable : fetcher.data,
    async submit(form: FormData | Record<string, string>) {
      setSending(true)
      const isHere = await fetchCode(campaignId ? 'campaign-cart' : 'cart')
      if (!isHere) await checkReachable()
      setCutOff(!isHere)
      if (isHere) await fetcher.submit(form, { method: 'post', action: checkoutPath('cart', campaignId) })
      setSending(false)
    },
  }
}

/** Whether the code of a cart's route is here, fetched now if need be. */
function fetchCode(route: string): Promise<boolean> {
  const address = window.__reactRouterManifest?.routes[route]?.module
  if (!address) return Promise.resolve(true)
  return import(/* @vite-ignore */ address).then(
    () => true,
    () => false,
  )
}

declare global {
  interface Window {
    /** Which file each route is in, as the router left it for itself. */
    __reactRouterManifest?: { routes: Record<string, { module: string } | undefined> }
  }
}

import { useRef, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'
import type { Cart } from '#contract/cart.ts'
import type { ErrorItem } from '#contract/errors.ts'
import { checkReachable } from '#storefront/core/client-state/reachability.ts'
import { campaignOf, checkoutPath } from '#storefront/core/links.ts'
import { fetchRouteCode } from '#storefront/core/scripts/route-code.ts'

type Answer = { cart: Cart } | { errors: ErrorItem[] }

const unreachable: Answer = { errors: [{ code: 'unavailable', message: '' }] }

/**
 * A fetcher that changes the cart of the group-buy `ofCampaign`, or the shop's own cart if `ofCampaign` is empty. If it
 * is undefined, the fetcher changes the cart of the current page. Before the first change it downloads the code of the
 * cart's route. If the download fails, the result is the error `unavailable`. Otherwise the router would reload the
 * page, which fails offline.
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
      const isHere = await fetchRouteCode(campaignId ? 'campaign-cart' : 'cart')
      if (!isHere) await checkReachable()
      setCutOff(!isHere)
      if (isHere) await fetcher.submit(form, { method: 'post', action: checkoutPath('cart', campaignId) })
      setSending(false)
    },
  }
}

/** Adds a form's product to the cart. Repeated taps during the request add it only once. */
export function useCartAdd() {
  const fetcher = useCartFetcher()
  const isBusy = fetcher.state !== 'idle'
  const key = useRef('')
  return {
    isBusy,
    errors: !isBusy && fetcher.data && 'errors' in fetcher.data ? fetcher.data.errors : [],
    isAdded: !isBusy && fetcher.data !== undefined && 'cart' in fetcher.data,
    async add(form: FormData) {
      if (key.current) return
      key.current = newKey()
      form.set('idempotencyKey', key.current)
      await fetcher.submit(form)
      key.current = ''
    },
  }
}

/** A unique idempotency key. Unlike `crypto.randomUUID`, this also works without https. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
}

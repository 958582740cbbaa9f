import { useState } from 'react'
import { useFetcher } from 'react-router'
import type { Cart } from '#contract/cart.ts'
import type { ErrorItem } from '#contract/errors.ts'

type Answer = { cart: Cart } | { errors: ErrorItem[] }

const unreachable: Answer = { errors: [{ code: 'unavailable', message: '' }] }

/**
 * A fetcher that changes the cart. The code that does it comes with the first change: where it cannot be had, the
 * answer is the refusal `unavailable` and the page stays; the router would load the page anew, and lose it offline.
 */
export function useCartFetcher(key?: string) {
  const fetcher = useFetcher<Answer>(key ? { key } : {})
  const [isSending, setSending] = useState(false)
  const [isCutOff, setCutOff] = useState(false)
  return {
    state: isSending ? 'submitting' : fetcher.state,
    data: isCutOff ? unreachable : fetcher.data,
    async submit(form: FormData | Record<string, string>) {
      setSending(true)
      const isReachable = await fetchCode()
      setCutOff(!isReachable)
      if (isReachable) await fetcher.submit(form, { method: 'post', action: '/checkout/cart' })
      setSending(false)
    },
  }
}

/** Whether the code of the cart's route is here, fetched now if need be. */
function fetchCode(): Promise<boolean> {
  const address = window.__reactRouterManifest?.routes.cart?.module
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

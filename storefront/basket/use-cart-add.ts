import { useRef } from 'react'
import { useCartFetcher } from './use-cart-fetcher.ts'

/** Adds a filled form to the cart; repeated taps during the request add it only once. */
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

/** A unique key for an add. Works without https, unlike `crypto.randomUUID`. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
}

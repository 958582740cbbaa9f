import { useEffect, useRef, useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { Cart, Line } from '#contract/cart.ts'
import { maxQuantity } from '#contract/constants.ts'
import { offeredMost } from '#contract/quantities.ts'
import { newKey } from './use-cart-add.ts'
import { useCartFetcher } from './use-cart-fetcher.ts'

/**
 * How many of a variant (without modifiers or note) are in the cart, and a way to set that. The number follows at once;
 * taps while the server answers are gathered into one change. Refused changes go back and give their `error`.
 */
export function useCartQuantity(sku: string, left: number | null) {
  const line = useCartLine(sku)
  const inCart = line?.quantity ?? 0
  const fetcher = useCartFetcher(`cart ${sku}`)
  const [wanted, setWanted] = useState<number | null>(null)
  const sent = useRef<number | null>(null)

  useEffect(() => {
    if (wanted === null || fetcher.state !== 'idle') return
    if (wanted === inCart || wanted === sent.current) {
      sent.current = null
      // A tap may have come between this answer's drawing and its effect: only the wish that was answered ends.
      setWanted((now) => (now === wanted ? null : now))
      return
    }
    sent.current = wanted
    void fetcher.submit(toForm(sku, line, wanted))
  }, [wanted, inCart, line, sku, fetcher])

  const quantity = wanted ?? inCart
  const most = line ? offeredMost(line.purchasable) : (left ?? maxQuantity)
  return {
    line,
    quantity,
    canAdd: quantity < most,
    set: (next: number) => setWanted(Math.max(0, Math.min(next, most))),
    error: fetcher.data && 'errors' in fetcher.data && wanted === null ? fetcher.data.errors[0] : undefined,
  }
}

/** The cart as the shell knows it; null until it does. */
export function useCart(): Cart | null {
  return (useRouteLoaderData('shell') as { cart: Cart | null } | undefined)?.cart ?? null
}

function useCartLine(sku: string): Line | undefined {
  const lines = Object.values(useCart()?.lineItems ?? {})
  return lines.find((line) => line.sku === sku && line.modifiers.length === 0 && line.note === '')
}

function toForm(sku: string, line: Line | undefined, wanted: number): Record<string, string> {
  if (line) return { intent: 'change', key: line.key, quantity: String(wanted) }
  return { intent: 'add', sku, quantity: String(wanted), idempotencyKey: newKey() }
}

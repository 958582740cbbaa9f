import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useLocation, useRouteLoaderData } from 'react-router'
import type { Cart, Line } from '#contract/cart.ts'
import type { ErrorItem } from '#contract/errors.ts'
import { campaignOf } from '#storefront/core/links.ts'
import { newKey, useCartFetcher } from './use-cart-requests.ts'

/** The quantity of a variant that the shopper wants in a cart, and the server's response to it. */
interface Wish {
  /** The id of the cart's group-buy. Empty for the shop's own cart. */
  campaignId: string
  sku: string
  /** Null once the server has responded. */
  wanted: number | null
  /** The cart in the latest response. */
  answered: Cart | null
  error: ErrorItem | undefined
}

// The current wishes, which only exist in browsers. They are not part of the cards' state, because the shopper may
// leave the page before the server responds.
const wishes = new Map<string, Wish>()
const listeners = new Set<() => void>()
let ids: string[] = []
const none: string[] = []

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function write(id: string, wish: Wish | null) {
  if (wish) wishes.set(id, wish)
  else wishes.delete(id)
  if (ids.length !== wishes.size) ids = [...wishes.keys()]
  for (const listener of listeners) listener()
}

const useWish = (id: string) =>
  useSyncExternalStore(
    subscribe,
    () => wishes.get(id),
    () => undefined,
  )

/**
 * The shopper's wish for a variant in the current page's cart, and a function to change it. A new wish replaces the
 * previous one.
 */
export function useWantedQuantity(sku: string) {
  const campaignId = campaignOf(useLocation())
  const id = `${campaignId} ${sku}`
  const wish = useWish(id)
  const line = lineOf(newest(useCart(), wish?.answered ?? null), sku)
  return {
    line,
    wanted: wish?.wanted ?? null,
    error: wish?.error,
    want: (wanted: number) =>
      write(id, { campaignId, sku, wanted, answered: wishes.get(id)?.answered ?? null, error: undefined }),
  }
}

/**
 * Sends the quantities that the shopper wants to the server; rendered on every page. Merges all taps during a request
 * into one change.
 */
export function WantedQuantities() {
  const waiting = useSyncExternalStore(
    subscribe,
    () => ids,
    () => none,
  )
  return waiting.map((id) => <Sender key={id} id={id} />)
}

function Sender({ id }: { id: string }) {
  const { campaignId = '', sku = '', wanted = null, error } = useWish(id) ?? {}
  const location = useLocation()
  const fetcher = useCartFetcher(campaignId)
  const { state, data } = fetcher
  const shown = useCart()
  const known = campaignOf(location) === campaignId ? shown : null
  const answered = data && 'cart' in data ? data.cart : null
  const refusal = data && 'errors' in data ? data.errors[0] : undefined
  const line = lineOf(newest(known, answered), sku)
  const inCart = line?.quantity ?? 0
  const sent = useRef<number | null>(null)

  useEffect(() => {
    if (wanted === null || state !== 'idle') return
    if (wanted === inCart || wanted === sent.current) {
      const isRefused = wanted !== inCart
      sent.current = null
      // The shopper may tap between the rendering of this response and this effect, so this ends only the wish that the
      // server has handled.
      const wish = wishes.get(id)
      if (wish?.wanted === wanted)
        write(id, { ...wish, wanted: null, answered, error: isRefused ? refusal : undefined })
      return
    }
    sent.current = wanted
    void fetcher.submit(toForm(sku, line, wanted))
  }, [id, wanted, state, inCart, line, sku, answered, refusal, fetcher])

  // The wish ends once the page has the cart of the response. An error stays until the page changes.
  const isOver = wanted === null && !error && newest(known, answered) === known
  useEffect(() => {
    if (isOver) write(id, null)
  }, [id, isOver])
  const { pathname } = location
  const madeOn = useRef(pathname)
  useEffect(() => {
    if (wanted === null && madeOn.current !== pathname) write(id, null)
  }, [id, wanted, pathname])
  return null
}

/** The cart in the shell's data. Null until it is loaded. */
export function useCart(): Cart | null {
  return (useRouteLoaderData('shell') as { cart: Cart | null } | undefined)?.cart ?? null
}

/**
 * The newer of two carts: the one in the shell's data and the one of the last response. A slow device renders a new
 * cart in the shell long after its response. Taps in between must be added to the response's quantity.
 */
function newest(known: Cart | null, answered: Cart | null): Cart | null {
  if (!known || !answered) return known ?? answered
  const isBehind = known.id === null || (known.id === answered.id && known.version < answered.version)
  return isBehind ? answered : known
}

function lineOf(cart: Cart | null, sku: string): Line | undefined {
  const lines = Object.values(cart?.lineItems ?? {})
  return lines.find((line) => line.sku === sku && line.modifiers.length === 0 && line.note === '')
}

function toForm(sku: string, line: Line | undefined, wanted: number): Record<string, string> {
  if (line) return { intent: 'change', key: line.key, quantity: String(wanted) }
  return { intent: 'add', sku, quantity: String(wanted), idempotencyKey: newKey() }
}

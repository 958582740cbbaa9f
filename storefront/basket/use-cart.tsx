import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useFetcher, useLocation, useRouteLoaderData } from 'react-router'
import type { Cart, Line } from '#contract/cart.ts'
import { maxQuantity } from '#contract/constants.ts'
import type { ErrorItem } from '#contract/errors.ts'
import { offeredMost } from '#contract/quantities.ts'
import { checkReachable } from '#storefront/core/client-state/reachability.ts'
import { campaignOf, checkoutPath } from '#storefront/core/links.ts'
import { fetchRouteCode } from '#storefront/core/scripts/route-code.ts'
import type { CartAnswer } from './basket.ts'

/**
 * This file has the functions with which components read and change a cart. All changes go to the action of the cart's
 * page.
 */

/** The cart in the shell's data. Null until it is loaded. */
export function useCart(): Cart | null {
  return useRouteLoaderData<{ cart: Cart | null }>('shell')?.cart ?? null
}

const unreachable: CartAnswer = { errors: [{ code: 'unavailable', message: '' }] }

/**
 * A fetcher that changes the cart of the group-buy `ofCampaign`, or the shop's own cart if `ofCampaign` is empty. If
 * `ofCampaign` is undefined, the fetcher changes the cart of the current page. Before a change, the fetcher downloads
 * the code of the cart's route. If this download fails, the result is the error `unavailable`. If the router downloaded
 * the code instead, it would reload the page after a failure, which fails offline.
 */
export function useCartFetcher(ofCampaign?: string) {
  const fetcher = useFetcher<CartAnswer>()
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
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
}

/** A shopper's latest choice of a variant's quantity in a cart, and the server's response to this choice. */
interface Wish {
  /** The id of the cart's group-buy. Empty for the shop's own cart. */
  campaignId: string
  sku: string
  /** The quantity that the shopper wants. Null once the server has responded. */
  wanted: number | null
  /** The cart in the latest response. */
  answered: Cart | null
  error: ErrorItem | undefined
}

// The current wishes, which exist only in browsers. They are not part of the product cards' state, because the shopper
// may leave the page before the server responds.
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
 * The quantity of a variant (without modifiers or note) in the cart, and a function to set it. The quantity changes at
 * once. If the server rejects the change, the quantity reverts and `error` is set.
 */
export function useCartQuantity(sku: string, left: number | null) {
  const campaignId = campaignOf(useLocation())
  const id = `${campaignId} ${sku}`
  const wish = useWish(id)
  const line = lineOf(newest(useCart(), wish?.answered ?? null), sku)
  const most = line ? offeredMost(line.purchasable) : (left ?? maxQuantity)
  const quantity = wish?.wanted ?? line?.quantity ?? 0
  return {
    line,
    quantity,
    canAdd: quantity < most,
    error: wish?.error,
    /** Records the quantity that the shopper wants. `WantedQuantities` sends it to the server. */
    set(next: number) {
      const wanted = Math.max(0, Math.min(next, most))
      write(id, { campaignId, sku, wanted, answered: wishes.get(id)?.answered ?? null, error: undefined })
    },
  }
}

/**
 * Sends the server each quantity that the shopper wants. Merges all taps during a request into one change. The
 * component is on every page.
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
      // Ends only the wish that the server has handled. The shopper may have tapped again between the rendering of this
      // response and this effect.
      const wish = wishes.get(id)
      if (wish?.wanted === wanted)
        write(id, { ...wish, wanted: null, answered, error: isRefused ? refusal : undefined })
      return
    }
    sent.current = wanted
    void fetcher.submit(toForm(sku, line, wanted))
  }, [id, wanted, state, inCart, line, sku, answered, refusal, fetcher])

  // Deletes the wish once the page's data contains the cart of the response. A wish with an error stays until the
  // shopper opens another page.
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

/**
 * The newer of two carts: the one in the shell's data and the one in the last response. On a slow device, a new cart
 * reaches the shell's data long after the response. Until then, taps must count from the quantity in the response.
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

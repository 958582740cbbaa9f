import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useFetcher, useLocation, useRouteLoaderData } from 'react-router'
import type { Cart, Line } from '#contract/cart.ts'
import { maxQuantity } from '#contract/constants.ts'
import type { ErrorItem } from '#contract/errors.ts'
import { maxOfferedQuantity } from '#contract/quantities.ts'
import { checkReachable } from '#storefront/core/client-state/reachability.ts'
import { campaignOf, checkoutPath } from '#storefront/core/links.ts'
import { fetchRouteCode } from '#storefront/core/scripts/route-code.ts'
import type { CartResult } from './basket.ts'

/**
 * This file has the functions that components use to read and change a cart. All changes go to the action of the cart's
 * page.
 */

/** The cart in the data of the route `shell`. Null until the cart is loaded. */
export function useCart(): Cart | null {
  return useRouteLoaderData<{ cart: Cart | null }>('shell')?.cart ?? null
}

const unreachableResult: CartResult = { errors: [{ code: 'unavailable', message: '' }] }

/**
 * A fetcher that changes the cart of the group-buy `ofCampaign`, or the shop's own cart if `ofCampaign` is empty. If
 * `ofCampaign` is undefined, the fetcher changes the cart of the current page. Before a change, the fetcher downloads
 * the code of the cart's route. If the download fails because the shop is unreachable, the fetcher sends nothing, and
 * its result is the error `unavailable`.
 */
export function useCartFetcher(ofCampaign?: string) {
  const fetcher = useFetcher<CartResult>()
  const currentCampaignId = campaignOf(useLocation())
  const campaignId = ofCampaign ?? currentCampaignId
  const [isSending, setSending] = useState(false)
  const [isUnreachable, setUnreachable] = useState(false)
  return {
    state: isSending ? 'submitting' : fetcher.state,
    data: isUnreachable ? unreachableResult : fetcher.data,
    async submit(form: FormData | Record<string, string>) {
      setSending(true)
      // A reachable shop that lacks the code of the route has a later release. The fetcher submits the form anyway,
      // because the router then also fails to download the code, and reloads the page.
      const canSend = (await fetchRouteCode(campaignId ? 'campaign-cart' : 'cart')) || (await checkReachable())
      setUnreachable(!canSend)
      if (canSend) await fetcher.submit(form, { method: 'post', action: checkoutPath('cart', campaignId) })
      setSending(false)
    },
  }
}

/**
 * Adds a form's product to the cart. Repeated taps during the request, or after a lost response, add it only once.
 */
export function useCartAdd() {
  const fetcher = useCartFetcher()
  const isBusy = fetcher.state !== 'idle'
  const isSending = useRef(false)
  const keyFor = useIdempotencyKey(fetcher.data)
  return {
    isBusy,
    errors: !isBusy && fetcher.data && 'errors' in fetcher.data ? fetcher.data.errors : [],
    isAdded: !isBusy && fetcher.data !== undefined && 'cart' in fetcher.data,
    async add(form: FormData) {
      if (isSending.current || isBusy) return
      isSending.current = true
      form.set('idempotencyKey', keyFor(JSON.stringify([...form])))
      await fetcher.submit(form)
      isSending.current = false
    },
  }
}

/**
 * Returns a function that creates the idempotency key of a request, given its content. A request that is repeated after
 * the result `unavailable` keeps its key, because the server may have handled it although the response was lost.
 */
function useIdempotencyKey(result: CartResult | undefined) {
  const last = useRef({ content: '', key: '' })
  const isUnavailable = result && 'errors' in result && result.errors[0]?.code === 'unavailable'
  return (content: string) => {
    if (!isUnavailable || last.current.content !== content) last.current = { content, key: newKey() }
    return last.current.key
  }
}

/** A unique idempotency key. Unlike `crypto.randomUUID`, this also works without https. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
}

/** A shopper's latest choice of a variant's quantity in a cart, and the server's response to this choice. */
interface QuantityRequest {
  /** The id of the cart's group-buy. Empty for the shop's own cart. */
  campaignId: string
  sku: string
  /** The quantity that the shopper wants. Null once the server has responded. */
  requestedQuantity: number | null
  /** The cart in the latest response. */
  responseCart: Cart | null
  error: ErrorItem | undefined
}

// The pending quantity changes of this browser tab. The product cards do not hold them, because a change must reach the
// server even if the shopper leaves the page and its cards disappear.
const quantityRequests = new Map<string, QuantityRequest>()
const listeners = new Set<() => void>()
let requestIds: string[] = []
const noIds: string[] = []

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function write(id: string, request: QuantityRequest | null) {
  if (request) quantityRequests.set(id, request)
  else quantityRequests.delete(id)
  if (requestIds.length !== quantityRequests.size) requestIds = [...quantityRequests.keys()]
  for (const listener of listeners) listener()
}

const useQuantityRequest = (id: string) =>
  useSyncExternalStore(
    subscribe,
    () => quantityRequests.get(id),
    () => undefined,
  )

/**
 * The quantity of a variant (without modifiers or note) in the cart, and a function to set it. The quantity changes at
 * once. If the server rejects the change, the quantity reverts and `error` is set.
 */
export function useCartQuantity(sku: string, left: number | null) {
  const campaignId = campaignOf(useLocation())
  const id = `${campaignId} ${sku}`
  const request = useQuantityRequest(id)
  const line = findPlainLine(newerCart(useCart(), request?.responseCart ?? null), sku)
  const maxAllowed = line ? maxOfferedQuantity(line.purchasable) : (left ?? maxQuantity)
  const quantity = request?.requestedQuantity ?? line?.quantity ?? 0
  return {
    line,
    quantity,
    canAdd: quantity < maxAllowed,
    error: request?.error,
    /** Records the quantity that the shopper wants. `QuantityRequestSender` sends it to the server. */
    set(next: number) {
      const requestedQuantity = Math.max(0, Math.min(next, maxAllowed))
      write(id, {
        campaignId,
        sku,
        requestedQuantity,
        responseCart: quantityRequests.get(id)?.responseCart ?? null,
        error: undefined,
      })
    },
  }
}

/**
 * Sends the server each quantity that the shopper wants. Merges all taps during a request into one change. The
 * component is on every page.
 */
export function QuantityRequestSender() {
  const pending = useSyncExternalStore(
    subscribe,
    () => requestIds,
    () => noIds,
  )
  return pending.map((id) => <RequestSender key={id} id={id} />)
}

function RequestSender({ id }: { id: string }) {
  const { campaignId = '', sku = '', requestedQuantity = null, error } = useQuantityRequest(id) ?? {}
  const location = useLocation()
  const fetcher = useCartFetcher(campaignId)
  const { state, data } = fetcher
  const keyFor = useIdempotencyKey(data)
  const shellCart = useCart()
  const pageCart = campaignOf(location) === campaignId ? shellCart : null
  const responseCart = data && 'cart' in data ? data.cart : null
  const refusal = data && 'errors' in data ? data.errors[0] : undefined
  const line = findPlainLine(newerCart(pageCart, responseCart), sku)
  const cartQuantity = line?.quantity ?? 0
  const sentQuantity = useRef<number | null>(null)

  useEffect(() => {
    if (requestedQuantity === null || state !== 'idle') return
    if (requestedQuantity === cartQuantity || requestedQuantity === sentQuantity.current) {
      const isRefused = requestedQuantity !== cartQuantity
      sentQuantity.current = null
      // Ends only the request that the server has handled. The shopper may have tapped again between the rendering of
      // this response and this effect.
      const request = quantityRequests.get(id)
      if (request?.requestedQuantity === requestedQuantity)
        write(id, { ...request, requestedQuantity: null, responseCart, error: isRefused ? refusal : undefined })
      return
    }
    sentQuantity.current = requestedQuantity
    const quantity = String(requestedQuantity)
    const form: Record<string, string> = line
      ? { intent: 'change', key: line.key, quantity }
      : { intent: 'add', sku, quantity, idempotencyKey: keyFor(quantity) }
    void fetcher.submit(form)
  }, [id, requestedQuantity, state, cartQuantity, line, sku, responseCart, refusal, fetcher, keyFor])

  // Deletes the request once the page's data contains the cart of the response. A request with an error stays until the
  // shopper opens another page.
  const isConfirmed = requestedQuantity === null && !error && newerCart(pageCart, responseCart) === pageCart
  useEffect(() => {
    if (isConfirmed) write(id, null)
  }, [id, isConfirmed])
  const { pathname } = location
  const initialPathname = useRef(pathname)
  useEffect(() => {
    if (requestedQuantity === null && initialPathname.current !== pathname) write(id, null)
  }, [id, requestedQuantity, pathname])
  return null
}

/**
 * The newer of two carts: the one in the shell's data and the one in the last response. On a slow device, a new cart
 * reaches the shell's data long after the response. Until then, taps must count from the quantity in the response.
 */
function newerCart(loadedCart: Cart | null, responseCart: Cart | null): Cart | null {
  if (!loadedCart || !responseCart) return loadedCart ?? responseCart
  const isStale =
    loadedCart.id === null || (loadedCart.id === responseCart.id && loadedCart.version < responseCart.version)
  return isStale ? responseCart : loadedCart
}

function findPlainLine(cart: Cart | null, sku: string): Line | undefined {
  const lines = Object.values(cart?.lineItems ?? {})
  return lines.find((line) => line.sku === sku && line.modifiers.length === 0 && line.note === '')
}

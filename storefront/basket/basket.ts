import { redirect, useLocation } from 'react-router'
import type { CampaignDetail } from '#contract/campaigns.ts'
import type { Cart } from '#contract/cart.ts'
import type { Client } from '#contract/client.ts'
import { sum } from '#contract/sum.ts'
import type { Page, Refusal } from '#storefront/core/data.ts'
import { attempt, isRefusal } from '#storefront/core/data.ts'
import { campaignOf, checkoutPath } from '#storefront/core/links.ts'

/**
 * The cart that a page uses, and the paths of its checkout steps. The cart belongs to the campaign in the URL. If the
 * URL names no campaign, it is the shop's own cart.
 */
export interface Basket {
  /** The id of the campaign. Empty for the shop's own cart. */
  campaignId: string
  cart: string
  details: string
  payment: string
}

export function basketOf(location: { pathname: string; search: string }): Basket {
  const campaignId = campaignOf(location)
  return {
    campaignId,
    cart: checkoutPath('cart', campaignId),
    details: checkoutPath('details', campaignId),
    payment: checkoutPath('payment', campaignId),
  }
}

export function useBasket(): Basket {
  return basketOf(useLocation())
}

/**
 * Wraps the loader or action `work` of a page. `work` receives the basket that the URL names, and an API client that
 * acts on this basket. If a campaign page has no campaign in its URL, redirects to the list of campaigns.
 */
export function withBasket<Result>(work: (api: Client, page: Page, basket: Basket) => Promise<Result>) {
  return (api: Client, page: Page) => {
    const basket = basketOf(page.url)
    if (!basket.campaignId && page.url.pathname.startsWith('/checkout/campaign'))
      throw redirect('/store/groupCampaigns')
    return work(apiForBasket(api, basket), page, basket)
  }
}

/** The details of the basket's campaign. Null for the shop's own basket. */
export async function loadBasketCampaign(api: Client, { campaignId }: Basket): Promise<CampaignDetail | null> {
  return campaignId ? api.campaigns.detail({ id: campaignId }) : null
}

/**
 * An API client whose calls act on this basket. The API cannot remove a line of a campaign's cart, so `remove` sets the
 * line's quantity to 0.
 */
export function apiForBasket(api: Client, { campaignId }: Pick<Basket, 'campaignId'>): Client {
  if (!campaignId) return api
  const id = campaignId
  return {
    ...api,
    cart: {
      ...api.cart,
      view: () => api.campaignCart.view({ id }),
      add: ({ sku, quantity, idempotencyKey }) => api.campaignCart.add({ id, sku, quantity, idempotencyKey }),
      change: (change) => api.campaignCart.change({ id, ...change }),
      remove: ({ keys }) =>
        api.campaignCart.change({ id, lineItems: Object.fromEntries(keys.map((key) => [key, { quantity: 0 }])) }),
    },
    locations: withCampaignId(id, api.locations, ['delivery']),
    checkout: withCampaignId(id, api.checkout, campaignCalls),
    billing: withCampaignId(id, api.billing, ['view']),
    storeCredit: withCampaignId(id, api.storeCredit, ['apply', 'applyToDeposit']),
    coupons: withCampaignId(id, api.coupons, ['apply', 'remove']),
  }
}

/**
 * The calls of `checkout` that an order in a campaign uses. Such an order has its own pickup and delivery windows, and
 * no dine-in.
 */
const campaignCalls = [
  'config',
  'paymentConfig',
  'setMethod',
  'setPickupSlot',
  'setPickupDate',
  'setDeliveryAddress',
  'setContact',
  'setComment',
  'setVerifiedContact',
  'setTip',
  'reserve',
  'fillIn',
  'sendCode',
] as const

type Call = (input?: object, signal?: AbortSignal) => unknown

/** Adds the campaign's id to the input of the calls in `names`. */
function withCampaignId<Calls extends object>(
  fissionCampaignId: string,
  calls: Calls,
  names: readonly (keyof Calls)[],
): Calls {
  const entries = names.map((name) => {
    // The cast is safe: each of these calls has an additional input field for the campaign (`campaignQuery` in the
    // contract).
    const call = calls[name] as Call
    return [name, (input?: object, signal?: AbortSignal) => call({ ...input, fissionCampaignId }, signal)]
  })
  return { ...calls, ...Object.fromEntries(entries) }
}

/** The total number of pieces in these lines. */
export function piecesOf(lines: { quantity: number }[]): number {
  return sum(lines.map(({ quantity }) => quantity))
}

/** The result of changing the cart: the updated cart, or the errors. */
export type CartResult = { cart: Cart } | Refusal

/**
 * Changes the cart according to a form's `intent`. For `add` and `undo`, the form has sku, quantity, modifiers, note
 * and idempotencyKey. For `change`, it has key and quantity (0 removes the line), and optionally a `step` that is added
 * to the quantity. For `remove`, it has one or more keys. For `claim`, it has the code of a coupon.
 */
export async function changeCart(api: Client, form: FormData): Promise<CartResult> {
  if (form.get('intent') === 'change' && isInvalidQuantity(form)) return invalidQuantityResult(readText(form, 'key'))
  const result = await attempt(sendChange(api, form))
  return isRefusal(result) ? result : { cart: result }
}

let lastChange: Promise<unknown> = Promise.resolve()
/**
 * Sends the cart changes of this browser window to the server one after the other. If a change does not reach the
 * server or fails there, returns the error `unavailable`. The error has no message, so that the page shows its own
 * text.
 */
export function queueChange(change: () => Promise<CartResult>): Promise<CartResult> {
  const result = lastChange.then(change).catch((): CartResult => unavailableResult)
  lastChange = result
  return result
}
const unavailableResult: CartResult = { errors: [{ code: 'unavailable', message: '' }] }

/**
 * The error for a quantity that is not a whole number: `input.invalid` without a message, so that the page shows its
 * own text.
 */
const invalidQuantityResult = (key: string): CartResult => ({
  errors: [{ code: 'input.invalid', message: '', details: { key } }],
})

/** Whether a result belongs to a change that did not reach the server, or that failed there. */
export function isUnsent(result: unknown): boolean {
  return result === unavailableResult
}

function sendChange(api: Client, form: FormData): Promise<Cart> {
  const intent = form.get('intent')
  if (intent === 'add' || intent === 'undo') return api.cart.add(readLine(form))
  if (intent === 'claim') return api.coupons.claim({ code: readText(form, 'code') })
  if (intent === 'remove') return api.cart.remove({ keys: form.getAll('key').map(String) })
  const quantity = readQuantity(form)
  if (intent !== 'change' || quantity === null) return api.cart.view()
  return api.cart.change({ lineItems: { [readText(form, 'key')]: { quantity } } })
}

function readLine(form: FormData) {
  const idempotencyKey = readText(form, 'idempotencyKey')
  return {
    sku: readText(form, 'sku'),
    quantity: readQuantity(form) ?? 1,
    modifiers: readModifiers(form),
    note: readText(form, 'note'),
    ...(idempotencyKey && { idempotencyKey }),
  }
}

/** The quantity in a form plus its `step`, at least 0. Null if the quantity is not a whole number of up to 4 digits. */
export function readQuantity(form: FormData): number | null {
  const text = quantityText(form)
  if (!/^\d{1,4}$/.test(text)) return null
  return Math.max(0, Number(text) + Number(form.get('step') ?? 0))
}

/** Normalizes full-width digits, which Chinese keyboards may type. */
const quantityText = (form: FormData) => readText(form, 'quantity').normalize('NFKC').trim()

/** Whether the quantity is invalid. An empty field is valid and changes nothing. */
const isInvalidQuantity = (form: FormData) => quantityText(form) !== '' && readQuantity(form) === null

/** The modifiers in a form: JSON text in `modifiers`, or repeated fields `modifier`, each of which adds one piece. */
export function readModifiers(form: FormData): { id: string; quantity: number }[] {
  const json = readText(form, 'modifiers')
  if (json) return parseList(json)
  const counts = new Map<string, number>()
  for (const id of form.getAll('modifier').map(String).filter(Boolean)) counts.set(id, (counts.get(id) ?? 0) + 1)
  return [...counts].map(([id, quantity]) => ({ id, quantity }))
}

/** Parses JSON text. Returns text that is not valid JSON unchanged, so that the API rejects it. */
function parseList(json: string) {
  try {
    return JSON.parse(json)
  } catch {
    return json
  }
}

function readText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

import type { Cart } from '#contract/cart.ts'
import type { Client } from '#contract/client.ts'
import type { Refusal } from '#storefront/core/data.ts'
import { attempt, isRefusal } from '#storefront/core/data.ts'

/** The result of changing the cart: the updated cart, or the errors. */
export type CartAnswer = { cart: Cart } | Refusal

/**
 * Changes the cart as a form's `intent` says. `add` and `undo` have sku, quantity, modifiers, note and idempotencyKey.
 * `change` has key and quantity (0 removes the line), and a `step` to add to the quantity. `remove` has one or more
 * keys, and `claim` the code of a coupon.
 */
export async function changeCart(api: Client, form: FormData): Promise<CartAnswer> {
  if (form.get('intent') === 'change' && isNoNumber(form)) return noNumber(word(form, 'key'))
  const answer = await attempt(perform(api, form))
  return isRefusal(answer) ? answer : { cart: answer }
}

let last: Promise<unknown> = Promise.resolve()
/**
 * Sends the changes of one window to the server in order. A change that does not reach the server, or fails there,
 * returns the error `unavailable` without a message, and the page shows its own text.
 */
export function inTurn(change: () => Promise<CartAnswer>): Promise<CartAnswer> {
  const answer = last.then(change).catch((): CartAnswer => unsent)
  last = answer
  return answer
}
const unsent: CartAnswer = { errors: [{ code: 'unavailable', message: '' }] }

/**
 * The error for a quantity that is not a whole number: `input.invalid` without a message, so that the page shows its
 * own text.
 */
const noNumber = (key: string): CartAnswer => ({ errors: [{ code: 'input.invalid', message: '', details: { key } }] })

/** Whether a result belongs to a change that did not reach the server, or that failed there. */
export function isUnsent(answer: unknown): boolean {
  return answer === unsent
}

function perform(api: Client, form: FormData): Promise<Cart> {
  const intent = form.get('intent')
  if (intent === 'add' || intent === 'undo') return api.cart.add(readLine(form))
  if (intent === 'claim') return api.coupons.claim({ code: word(form, 'code') })
  if (intent === 'remove') return api.cart.remove({ keys: form.getAll('key').map(String) })
  const quantity = readQuantity(form)
  if (intent !== 'change' || quantity === null) return api.cart.view()
  return api.cart.change({ lineItems: { [word(form, 'key')]: { quantity } } })
}

function readLine(form: FormData) {
  const idempotencyKey = word(form, 'idempotencyKey')
  return {
    sku: word(form, 'sku'),
    quantity: readQuantity(form) ?? 1,
    modifiers: readModifiers(form),
    note: word(form, 'note'),
    ...(idempotencyKey && { idempotencyKey }),
  }
}

/** The quantity in a form. Null if it is not a whole number. */
export function readQuantity(form: FormData): number | null {
  const typed = typedQuantity(form)
  if (!/^\d{1,4}$/.test(typed)) return null
  return Math.max(0, Number(typed) + Number(form.get('step') ?? 0))
}

/** Normalizes full-width digits, which Chinese keyboards may type. */
const typedQuantity = (form: FormData) => word(form, 'quantity').normalize('NFKC').trim()

/** Whether the quantity is invalid. An empty field is valid and changes nothing. */
const isNoNumber = (form: FormData) => typedQuantity(form) !== '' && readQuantity(form) === null

/** The modifiers in a form: JSON text in `modifiers`, or repeated fields `modifier`, each of which adds one piece. */
export function readModifiers(form: FormData): { id: string; quantity: number }[] {
  const json = word(form, 'modifiers')
  if (json) return parseList(json)
  const counts = new Map<string, number>()
  for (const id of form.getAll('modifier').map(String).filter(Boolean)) counts.set(id, (counts.get(id) ?? 0) + 1)
  return [...counts].map(([id, quantity]) => ({ id, quantity }))
}

/** If the text is not valid JSON, passes it on unchanged, and the API rejects it. */
function parseList(json: string) {
  try {
    return JSON.parse(json)
  } catch {
    return json
  }
}

function word(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

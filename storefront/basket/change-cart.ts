import type { Cart } from '#contract/cart.ts'
import type { Client } from '#contract/client.ts'
import type { Refusal } from '#storefront/core/data.ts'
import { attempt, isRefusal } from '#storefront/core/data.ts'

/** What a change of the cart answers: the cart as it is now, or why it was refused. */
export type CartAnswer = { cart: Cart } | Refusal

/**
 * Changes the cart as a form says. `intent` is `add` and `undo` (sku, quantity, modifiers, note, idempotencyKey),
 * `change` (key, quantity, and a `step` that is added to it; 0 removes) or `remove` (key, repeatable).
 */
export async function changeCart(api: Client, form: FormData): Promise<CartAnswer> {
  if (form.get('intent') === 'change' && isNoNumber(form)) return noNumber(word(form, 'key'))
  const answer = await attempt(perform(api, form))
  return isRefusal(answer) ? answer : { cart: answer }
}

let last: Promise<unknown> = Promise.resolve()
/**
 * Changes from one window reach the server in the order in which they were made. One that cannot reach it, or breaks
 * there, is answered as the refusal `unavailable` without a message: the page stays, and says so in its own words.
 */
export function inTurn(change: () => Promise<CartAnswer>): Promise<CartAnswer> {
  const answer = last.then(change).catch((): CartAnswer => unsent)
  last = answer
  return answer
}
const unsent: CartAnswer = { errors: [{ code: 'unavailable', message: '' }] }

/**
 * A quantity that is no whole number is refused as `input.invalid` without a message, for the page to say in its own
 * words.
 */
const noNumber = (key: string): CartAnswer => ({ errors: [{ code: 'input.invalid', message: '', details: { key } }] })

/** Whether an answer is that of a change that did not reach the server. */
export function isUnsent(answer: unknown): boolean {
  return answer === unsent
}

function perform(api: Client, form: FormData): Promise<Cart> {
  const intent = form.get('intent')
  if (intent === 'add' || intent === 'undo') return api.cart.add(readLine(form))
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

/** The quantity that a form asks for; null where what was typed is no whole number. */
export function readQuantity(form: FormData): number | null {
  const typed = typedQuantity(form)
  if (!/^\d{1,4}$/.test(typed)) return null
  return Math.max(0, Number(typed) + Number(form.get('step') ?? 0))
}

/** Digits may be as wide as Chinese characters. */
const typedQuantity = (form: FormData) => word(form, 'quantity').normalize('NFKC').trim()

/** A field that was left empty asks for nothing. */
const isNoNumber = (form: FormData) => typedQuantity(form) !== '' && readQuantity(form) === null

/**
 * Modifiers as JSON text in `modifiers`, or as repeated fields `modifier`, where one that is repeated counts as often.
 */
export function readModifiers(form: FormData): { id: string; quantity: number }[] {
  const json = word(form, 'modifiers')
  if (json) return parseList(json)
  const counts = new Map<string, number>()
  for (const id of form.getAll('modifier').map(String).filter(Boolean)) counts.set(id, (counts.get(id) ?? 0) + 1)
  return [...counts].map(([id, quantity]) => ({ id, quantity }))
}

/** What is not a list is left to the API, which refuses it. */
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

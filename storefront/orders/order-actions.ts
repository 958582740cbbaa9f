import { data } from 'react-router'
import type { Client } from '#contract/client.ts'
import type { ErrorItem } from '#contract/errors.ts'
import type { CancelReason, ReorderDifference } from '#contract/orders.ts'
import { startPaying } from '#storefront/checkout/payment/place-order.ts'
import type { Page } from '#storefront/core/data.ts'
import { attempt, isRefusal } from '#storefront/core/data.ts'

/** The result of a form on an order's page: the form's intent, its errors, and what `reorder` added to the cart. */
export interface Outcome {
  intent: string
  errors?: ErrorItem[]
  reordered?: { added: number; differences: ReorderDifference[] }
}

/** Handles a form about a member's own order. */
export function workOnOwn(api: Client, page: Page) {
  return work(page, {
    cancel: (id, form) => api.orders.cancel({ id, reason: reasonOf(form) }),
    ask: (id, form) => api.orders.askToCancel({ id, note: textOf(form, 'note') }),
    comment: (id, form) => api.orders.comment({ id, comment: textOf(form, 'comment') }),
    reorder: (id) => api.orders.reorder({ id }),
    rest: (id, form) => payRest(api, { orderID: id, option: textOf(form, 'option') }),
  })
}

/** Handles a form about an order, for a visitor who placed the order in this browser or has its emailed link. */
export function workByLink(api: Client, page: Page) {
  const token = page.url.searchParams.get('token') ?? undefined
  return work(page, {
    cancel: (id, form) => api.orders.cancelByLink({ id, token, reason: reasonOf(form) }),
    ask: (id, form) => api.orders.askToCancel({ id, token, note: textOf(form, 'note') }),
    comment: (id, form) => api.orders.commentByLink({ id, token, comment: textOf(form, 'comment') }),
    reorder: (id) => api.orders.reorder({ id, token }),
    rest: (id, form) => payRest(api, { orderID: id, option: textOf(form, 'option'), token }),
    pay: (id, form) => payAnew(api, { orderID: id, option: textOf(form, 'option'), token }),
  })
}

interface Wanted {
  orderID: string
  option: string
  token?: string | undefined
}

/** Starts the payment of an order's balance and redirects to it. Returns the errors if the payment cannot start. */
const payRest = (api: Client, wanted: Wanted) => payAnew(api, { ...wanted, part: 'balance' })

/** Starts a payment of an existing order and redirects to it. Returns the errors if the payment cannot start. */
async function payAnew(api: Client, wanted: Wanted & { part?: 'balance' }) {
  const started = await startPaying(api, wanted)
  if ('next' in started) throw started.next
  return started
}

type Deed = (id: string, form: FormData) => Promise<unknown>

async function work({ request, params }: Page, deeds: Record<string, Deed>) {
  const form = await request.formData()
  const intent = textOf(form, 'intent')
  const answer = await attempt(deeds[intent]?.(params.id ?? '', form) ?? Promise.resolve())
  if (isRefusal(answer)) return data<Outcome>({ intent, errors: answer.errors }, { status: 422 })
  // The cast is safe, because the response to the intent `reorder` has this type.
  return data<Outcome>(intent === 'reorder' ? { intent, reordered: answer as Outcome['reordered'] } : { intent })
}

const textOf = (form: FormData, name: string) => String(form.get(name) ?? '')
// The cast is safe, because the server validates the reason.
const reasonOf = (form: FormData) => textOf(form, 'reason') as CancelReason

/** Revalidates after every form, because after an error the page is probably outdated. */
export const looksAgain = ({
  formMethod,
  defaultShouldRevalidate,
}: {
  formMethod?: string
  defaultShouldRevalidate: boolean
}) => defaultShouldRevalidate || formMethod === 'POST'

/** The message of the first error, if the submitted form had one of these intents. */
export const errorOf = (outcome: Outcome | undefined, ...intents: string[]) =>
  outcome && intents.includes(outcome.intent) ? outcome.errors?.[0]?.message : undefined

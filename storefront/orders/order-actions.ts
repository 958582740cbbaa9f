import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { data } from 'react-router'
import type { Client } from '#contract/client.ts'
import type { ErrorItem } from '#contract/errors.ts'
import type { CancelReason, ReorderDifference } from '#contract/orders.ts'
import { optionOfRow } from '#storefront/checkout/payment/payment-rows.ts'
import { startPayment } from '#storefront/checkout/payment/place-order.ts'
import type { Page } from '#storefront/core/data.ts'
import { attempt, isRefusal } from '#storefront/core/data.ts'

/** The result of a form on an order's page: the form's intent, its errors, and what `reorder` added to the cart. */
export interface Outcome {
  intent: string
  errors?: ErrorItem[]
  reordered?: { added: number; differences: ReorderDifference[] }
}

/** Handles a form about a member's own order. */
export function handleMemberOrderForm(api: Client, page: Page) {
  return handleForm(page, {
    cancel: (id, form) => api.orders.cancel({ id, reason: readReason(form) }),
    ask: (id, form) => api.orders.askToCancel({ id, note: readText(form, 'note') }),
    comment: (id, form) => api.orders.comment({ id, comment: readText(form, 'comment') }),
    reorder: (id) => api.orders.reorder({ id }),
    rest: (id, form) => payBalance(api, { orderID: id, option: optionOfRow(form.get('option')) }),
  })
}

/** Handles a form about an order, for a visitor who placed the order in this browser or has its emailed link. */
export function handleLinkOrderForm(api: Client, page: Page) {
  const token = page.url.searchParams.get('token') ?? undefined
  return handleForm(page, {
    cancel: (id, form) => api.orders.cancelByLink({ id, token, reason: readReason(form) }),
    ask: (id, form) => api.orders.askToCancel({ id, token, note: readText(form, 'note') }),
    comment: (id, form) => api.orders.commentByLink({ id, token, comment: readText(form, 'comment') }),
    reorder: (id) => api.orders.reorder({ id, token }),
    rest: (id, form) => payBalance(api, { orderID: id, option: optionOfRow(form.get('option')), token }),
    pay: (id, form) => payExistingOrder(api, { orderID: id, option: optionOfRow(form.get('option')), token }),
  })
}

interface PaymentInput {
  orderID: string
  option: string
  token?: string | undefined
}

/** Starts the payment of an order's balance and redirects to it. Returns the errors if the payment cannot start. */
const payBalance = (api: Client, input: PaymentInput) => payExistingOrder(api, { ...input, part: 'balance' })

/** Starts a payment of an existing order and redirects to it. Returns the errors if the payment cannot start. */
async function payExistingOrder(api: Client, input: PaymentInput & { part?: 'balance' }) {
  const started = await startPayment(api, input)
  if ('next' in started) throw started.next
  return started
}

type IntentHandler = (id: string, form: FormData) => Promise<unknown>

async function handleForm({ request, params }: Page, handlers: Record<string, IntentHandler>) {
  const form = await request.formData()
  const intent = readText(form, 'intent')
  const result = await attempt(handlers[intent]?.(params.id ?? '', form) ?? Promise.resolve())
  if (isRefusal(result)) return data<Outcome>({ intent, errors: result.errors }, { status: 422 })
  // The cast is safe, because the response to the intent `reorder` has this type.
  return data<Outcome>(intent === 'reorder' ? { intent, reordered: result as Outcome['reordered'] } : { intent })
}

const readText = (form: FormData, name: string) => String(form.get(name) ?? '')
// The cast is safe, because the server validates the reason.
const readReason = (form: FormData) => readText(form, 'reason') as CancelReason

/** The outcome of a form if the shop was unreachable or too busy. Used as the argument `refuse` of `orKeepForm`. */
export const keptOutcome = (errors: ErrorItem[], form: FormData) =>
  data<Outcome>({ intent: readText(form, 'intent'), errors }, { status: 503 })

/**
 * Revalidates a page after a form, even if the API rejected the form, because the page is then probably outdated. Does
 * not revalidate after status 503 (see `keptOutcome`), because the requests would probably fail too.
 */
export const revalidateAfterForms = ({
  formMethod,
  actionStatus,
  defaultShouldRevalidate,
}: Pick<ShouldRevalidateFunctionArgs, 'formMethod' | 'actionStatus' | 'defaultShouldRevalidate'>) =>
  defaultShouldRevalidate || (formMethod === 'POST' && actionStatus !== 503)

/** The message of the first error, if the submitted form had one of these intents. */
export const firstErrorFor = (outcome: Outcome | undefined, ...intents: string[]) =>
  outcome && intents.includes(outcome.intent) ? outcome.errors?.[0]?.message : undefined

import { redirect, redirectDocument } from 'react-router'
import { ApiError } from '#contract/api-error.ts'
import type { Client } from '#contract/client.ts'
import type { ErrorItem } from '#contract/errors.ts'
import { isPaymentMethod, paymentMethods } from '#contract/payment-methods.ts'
import { trackEvent } from '#storefront/core/analytics/events.ts'
import { readClientState } from '#storefront/core/client-state/client-state.ts'
import { storedReferral } from '#storefront/core/client-state/stored-referral.ts'
import { openMiniProgramPage, payPage } from '#storefront/core/mini-program.ts'
import { optionOfRow } from './payment-rows.ts'

/** The common result type of the calls that start a payment. */
interface StartResult {
  paymentUrl?: string | null | undefined
  handover?: string | null | undefined
}

/** Why a payment did not start. */
export interface PayRefusal {
  /**
   * `choose`: no payment method was chosen. `place`: no order was placed. `start`: the order exists, but its payment
   * did not start.
   */
  step: 'choose' | 'place' | 'start'
  errors: ErrorItem[]
  /** The amount due when the form was sent, in minor units. Used to describe how the bill changed. */
  before: number
  /** The id of the chosen payment method. */
  option?: string
  /** The id of the chosen row (`PaymentRow`). */
  row?: string
  /** Present if the order needs an emailed code before it can be placed. */
  code?: OrderCodeState
}

/** The state of the field for the emailed code. */
export interface OrderCodeState {
  email: string
  /** Whether this request sent a code. */
  isSent: boolean
  /** Whether the shop did not respond to the request for a code. */
  isUnreachable?: boolean
  typed?: string | undefined
  problem?: string | undefined
}

/**
 * Places the order for the form's bill and starts its payment. Redirects to the provider. If nothing is due now, or if
 * the provider has not responded, redirects to the confirmation instead. Submitting the form twice places one order.
 */
export async function placeOrder(api: Client, form: FormData): Promise<PayRefusal> {
  const row = String(form.get('option') ?? '')
  const option = optionOfRow(row)
  const atStore = option === 'pay_at_store'
  const id = String(form.get('id') ?? '')
  const hash = String(form.get(atStore ? 'hashAtStore' : 'hash') ?? '')
  const before = Number(form.get('total'))
  if (before > 0 && !atStore && !isPaymentMethod(option)) return { step: 'choose', errors: [], before }
  const code = form.get('code')
  const bill = { id, hash, pickUpAandPayAtStore: atStore, ...(code && { code: String(code) }) }
  const placed = await resultOrErrors(api.billing.place({ ...bill, ...storedReferral() }))
  if ('errors' in placed) {
    const codeState = await codeStateOf(api, form, placed.errors)
    return { step: 'place', errors: placed.errors, before, option, row, ...(codeState && { code: codeState }) }
  }
  const { orderID, status } = placed.value
  if (atStore || status !== 'INTERIM') throw redirect(`/confirmation/${orderID}`, 303)
  const started = await startPayment(api, { orderID, option })
  if ('errors' in started) return { step: 'start', errors: started.errors, before, option, row }
  trackEvent({ name: 'payment_started', orderId: orderID })
  throw started.next
}

/** Extends the hold on the stock and the slot, and redirects to the updated bill. */
export async function extendHold(api: Client, payment: string): Promise<PayRefusal> {
  const result = await resultOrErrors(api.checkout.reserve({}))
  if ('errors' in result) return { step: 'place', errors: result.errors, before: 0 }
  throw redirect(payment, 303)
}

/** Emails another code. Does not place the order. */
export async function sendOrderCode(api: Client, form: FormData): Promise<PayRefusal> {
  const code = await emailCode(api)
  return {
    step: 'place',
    errors: [],
    before: Number(form.get('total')),
    row: String(form.get('option') ?? ''),
    code,
  }
}

/**
 * Returns the state of the code field if the server refused the order for lack of a valid emailed code. Otherwise
 * returns null. Emails a code if the form has no code field yet.
 */
async function codeStateOf(api: Client, form: FormData, errors: ErrorItem[]): Promise<OrderCodeState | null> {
  const [first] = errors
  if (first?.field !== 'code') return null
  if (!form.has('code')) return emailCode(api)
  const typed = String(form.get('code'))
  const email = String(first.details?.email ?? '')
  return { email, isSent: false, typed, problem: first.message }
}

async function emailCode(api: Client): Promise<OrderCodeState> {
  const sent = await resultOrErrors(api.checkout.sendCode())
  if ('value' in sent) return { email: sent.value.email, isSent: true }
  const [first] = sent.errors
  return { email: '', isSent: false, isUnreachable: !first, problem: first?.message }
}

/**
 * Starts the payment of an order, or of its balance, with a payment method. Returns the errors, or the response that
 * continues the payment.
 */
export async function startPayment(
  api: Client,
  { option, ...input }: { orderID: string; option: string; part?: 'balance'; token?: string | undefined },
): Promise<{ errors: ErrorItem[] } | { next: Response }> {
  const { orderID, token } = input
  if (!isPaymentMethod(option)) return { errors: [] }
  const method = paymentMethods[option]
  const weChatOpenId = readClientState('openId', '') ?? undefined
  const started = await resultOrErrors<StartResult>(
    'start' in method
      ? api.payments[method.start]({ ...input, ...(!method.source && { weChatOpenId }) })
      : api.payments.start({ ...input, option }),
  )
  if ('errors' in started) return started
  const { paymentUrl, handover } = started.value
  if (paymentUrl) return { next: redirectDocument(paymentUrl, 303) }
  if (handover) openMiniProgramPage(payPage(handover))
  const query = new URLSearchParams({
    ...(token && { token }),
    ...(method.source && { from_source: `${method.source}X${orderID}` }),
  })
  return { next: redirect(`/confirmation/${orderID}${query.size > 0 ? `?${query}` : ''}`, 303) }
}

/**
 * Returns the result of an API call, or the errors with which the server rejected the call. The list of errors is empty
 * if the server did not respond.
 */
async function resultOrErrors<Result>(call: Promise<Result>): Promise<{ value: Result } | { errors: ErrorItem[] }> {
  try {
    return { value: await call }
  } catch (error) {
    return { errors: error instanceof ApiError ? error.errors : [] }
  }
}

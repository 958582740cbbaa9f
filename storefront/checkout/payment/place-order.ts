import { redirect, redirectDocument } from 'react-router'
import { ApiError } from '#contract/api-error.ts'
import type { Client } from '#contract/client.ts'
import type { ErrorItem } from '#contract/errors.ts'
import { isPaymentMethod, paymentMethods } from '#contract/payment-methods.ts'
import { tell } from '#storefront/core/analytics/tell.ts'
import { readClientState } from '#storefront/core/client-state/client-state.ts'
import { storedReferral } from '#storefront/core/client-state/stored-referral.ts'
import { openMiniProgramPage, payPage } from '#storefront/core/mini-program.ts'

/** The common result type of the calls that start a payment. */
interface Started {
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
  /** Present if the order needs an emailed code before it can be placed. */
  code?: CodeWish
}

/** The state of the field for the emailed code. */
export interface CodeWish {
  email: string
  /** Whether this request sent a code. */
  isSent: boolean
  typed?: string | undefined
  problem?: string | undefined
}

/**
 * Places the order for the form's bill and starts its payment. Redirects to the provider. If nothing is due now, or if
 * the provider has not responded, redirects to the confirmation instead. Submitting the form twice places one order.
 */
export async function placeOrder(api: Client, form: FormData): Promise<PayRefusal> {
  const option = String(form.get('option') ?? '')
  const atStore = option === 'pay_at_store'
  const id = String(form.get('id') ?? '')
  const hash = String(form.get(atStore ? 'hashAtStore' : 'hash') ?? '')
  const before = Number(form.get('total'))
  if (before > 0 && !atStore && !isPaymentMethod(option)) return { step: 'choose', errors: [], before }
  const code = form.get('code')
  const bill = { id, hash, pickUpAandPayAtStore: atStore, ...(code && { code: String(code) }) }
  const placed = await orErrors(api.billing.place({ ...bill, ...storedReferral() }))
  if ('errors' in placed) {
    const wish = await wishOf(api, form, placed.errors)
    return { step: 'place', errors: placed.errors, before, option, ...(wish && { code: wish }) }
  }
  const { orderID, status } = placed.value
  if (atStore || status !== 'INTERIM') throw redirect(`/confirmation/${orderID}`, 303)
  const started = await startPaying(api, { orderID, option })
  if ('errors' in started) return { step: 'start', errors: started.errors, before, option }
  tell({ name: 'payment_started', orderId: orderID })
  throw started.next
}

/** Extends the hold on the stock and the slot, and redirects to the updated bill. */
export async function extendHold(api: Client, payment: string): Promise<PayRefusal> {
  const held = await orErrors(api.checkout.reserve({}))
  if ('errors' in held) return { step: 'place', errors: held.errors, before: 0 }
  throw redirect(payment, 303)
}

/** Emails another code. Does not place the order. */
export async function sendOrderCode(api: Client, form: FormData): Promise<PayRefusal> {
  const code = await mailCode(api)
  return {
    step: 'place',
    errors: [],
    before: Number(form.get('total')),
    option: String(form.get('option') ?? ''),
    code,
  }
}

/**
 * Returns the state of the field for the emailed code if the order lacks a valid code, else null. If the form has no
 * such field yet, emails a code.
 */
async function wishOf(api: Client, form: FormData, errors: ErrorItem[]): Promise<CodeWish | null> {
  const [first] = errors
  if (first?.field !== 'code') return null
  if (!form.has('code')) return mailCode(api)
  const typed = String(form.get('code'))
  const email = String(first.details?.email ?? '')
  return { email, isSent: false, typed, problem: first.message }
}

async function mailCode(api: Client): Promise<CodeWish> {
  const sent = await orErrors(api.checkout.sendCode())
  if ('value' in sent) return { email: sent.value.email, isSent: true }
  return { email: '', isSent: false, problem: sent.errors[0]?.message }
}

/**
 * Starts the payment of an order, or of its balance, with a payment method. Returns the errors, or the response that
 * continues the payment.
 */
export async function startPaying(
  api: Client,
  { option, ...wanted }: { orderID: string; option: string; part?: 'balance'; token?: string | undefined },
): Promise<{ errors: ErrorItem[] } | { next: Response }> {
  const { orderID, token } = wanted
  if (!isPaymentMethod(option)) return { errors: [] }
  const way = paymentMethods[option]
  const weChatOpenId = readClientState('openId', '') ?? undefined
  const started = await orErrors<Started>(
    'start' in way
      ? api.payments[way.start]({ ...wanted, ...(!way.source && { weChatOpenId }) })
      : api.payments.start({ ...wanted, option }),
  )
  if ('errors' in started) return started
  const { paymentUrl, handover } = started.value
  if (paymentUrl) return { next: redirectDocument(paymentUrl, 303) }
  if (handover) openMiniProgramPage(payPage(handover))
  const query = new URLSearchParams({
    ...(token && { token }),
    ...(way.source && { from_source: `${way.source}X${orderID}` }),
  })
  return { next: redirect(`/confirmation/${orderID}${query.size > 0 ? `?${query}` : ''}`, 303) }
}

/**
 * Returns the result of a payment call, or all its errors, because the page shows them all (specification, section 8).
 * The list of errors is empty if the server did not respond.
 */
async function orErrors<Result>(call: Promise<Result>): Promise<{ value: Result } | { errors: ErrorItem[] }> {
  try {
    return { value: await call }
  } catch (error) {
    return { errors: error instanceof ApiError ? error.errors : [] }
  }
}

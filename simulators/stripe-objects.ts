import type { Payment } from './frame/book.ts'
import type { Reply } from './frame/protocol.ts'

/** Stripe's objects and errors, with only the fields that a shop reads. */

/** A refund as Stripe stores it. */
export interface StripeRefund {
  id: string
  payment: Payment
  amount: number
  status: string
  metadata: Record<string, string>
}

const seconds = (at: number) => Math.floor(at / 1000)
const statuses = { pending: 'open', approved: 'open', paid: 'complete', closed: 'expired' }

/**
 * Converts a payment to a Checkout Session. `page` is the URL of the simulated payment page. The session's `url` is
 * `page` while the payment is pending, and null afterwards.
 */
export function toSession(payment: Payment, page: string) {
  const { token, reference, amount, currency, status, notes, closesAt } = payment
  return {
    id: token,
    object: 'checkout.session',
    client_reference_id: reference,
    mode: 'payment',
    status: statuses[status],
    payment_status: status === 'paid' ? 'paid' : 'unpaid',
    payment_intent: status === 'paid' || notes.declined ? intentId(payment) : null,
    amount_total: amount,
    currency: currency.toLowerCase(),
    livemode: false,
    metadata: { reference },
    expires_at: seconds(closesAt),
    url: status === 'pending' ? page : null,
    cancel_url: notes.cancelUrl ?? null,
    success_url: payment.returnUrl,
  }
}

export const intentId = ({ token }: Payment) => token.replace(/^cs_test_/, 'pi_')
export const disputeId = ({ token }: Payment) => token.replace(/^cs_test_/, 'dp_')

/** Converts a payment to the PaymentIntent of its session. */
export function toIntent(payment: Payment) {
  const { reference, amount, currency, status, description } = payment
  return {
    id: intentId(payment),
    object: 'payment_intent',
    amount,
    amount_received: status === 'paid' ? amount : 0,
    currency: currency.toLowerCase(),
    description,
    livemode: false,
    metadata: { reference },
    status: status === 'paid' ? 'succeeded' : status === 'closed' ? 'canceled' : 'requires_payment_method',
  }
}

export const toRefund = ({ id, payment, amount, status, metadata }: StripeRefund) => ({
  id,
  object: 'refund',
  amount,
  currency: payment.currency.toLowerCase(),
  payment_intent: intentId(payment),
  reason: 'requested_by_customer',
  status,
  ...(status === 'failed' && { failure_reason: 'lost_or_stolen_card' }),
  metadata,
})

/** The dispute of a payment. Its state is in `notes.dispute`, its deadline in seconds in `notes.dueBy`. */
export const toDispute = (payment: Payment) => ({
  id: disputeId(payment),
  object: 'dispute',
  amount: payment.amount,
  currency: payment.currency.toLowerCase(),
  charge: payment.token.replace(/^cs_test_/, 'ch_'),
  payment_intent: intentId(payment),
  reason: 'fraudulent',
  status: payment.notes.dispute ?? 'needs_response',
  evidence_details: { due_by: Number(payment.notes.dueBy), has_evidence: false, past_due: false },
  livemode: false,
  metadata: {},
})

export const toList = (url: string, data: object[]) => ({ object: 'list', url, has_more: false, data })

export const json = (status: number, body: object, headers: Record<string, string> = {}): Reply => ({
  status,
  type: 'application/json',
  body: JSON.stringify(body),
  headers: { 'Request-Id': 'req_demonstration', ...headers },
})

/** An error in Stripe's format. */
export const errorReply = (status: number, code: string, message: string, type = 'invalid_request_error'): Reply =>
  json(status, { error: { type, code, message } })

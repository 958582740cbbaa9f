import { createHash } from 'node:crypto'
import { languages } from '#contract/languages.ts'
import { parseDecimal, toDecimal } from '#contract/money.ts'
import type { Config } from '#server/platform/config.ts'
import { parseObject, textOf } from '#server/platform/http/http-client.ts'
import { cancelUrlOf, isPageAddress, truncate } from './formats.ts'
import { isFromPayPal } from './paypal-webhook.ts'
import type { Json, PayPalResult, PayPalSettings } from './paypal-wire.ts'
import { callPayPal, listOf, objectOf } from './paypal-wire.ts'
import type {
  AttemptRef,
  CancelResult,
  Notification,
  Payment,
  Provider,
  Refund,
  RefundResult,
  Report,
  StartResult,
  WebhookDelivery,
} from './provider.ts'
import { unknownReport } from './provider.ts'

/** Maps the status of a capture to the payment's outcome. A refund does not change the outcome `paid`. */
const captureOutcomes: Record<string, Report['outcome']> = {
  COMPLETED: 'paid',
  PARTIALLY_REFUNDED: 'paid',
  REFUNDED: 'paid',
  PENDING: 'pending',
  DECLINED: 'failed',
  FAILED: 'failed',
}
/**
 * Maps the status of an order without a capture to the payment's outcome. `COMPLETED` is not listed, because without a
 * capture it only means that PayPal has finished, not that the shopper paid.
 */
const orderOutcomes: Record<string, Report['outcome']> = {
  CREATED: 'pending',
  SAVED: 'pending',
  PAYER_ACTION_REQUIRED: 'pending',
  APPROVED: 'approved',
  VOIDED: 'failed',
}
const refundOutcomes: Record<string, RefundResult['outcome']> = {
  COMPLETED: 'refunded',
  PENDING: 'pending',
  CANCELLED: 'refused',
  FAILED: 'refused',
}
/** PayPal's error codes (`issue`) of captures that can never succeed. The shopper needs another payment method. */
const finalIssues = ['INSTRUMENT_DECLINED', 'ORDER_EXPIRED', 'TRANSACTION_REFUSED', 'PAYER_CANNOT_PAY']

/** PayPal with the shop's settings; null if its URL is not set. */
export function openPayPal(config: Config): Provider | null {
  return config.PAYPAL_URL ? payPal({ ...config, PAYPAL_URL: config.PAYPAL_URL }) : null
}

/** PayPal (Orders v2): the shopper approves at PayPal, and the shop captures the money. */
export function payPal(settings: PayPalSettings): Provider {
  const orders = '/v2/checkout/orders'

  async function check(attempt: AttemptRef): Promise<Report> {
    // The attempt has no PayPal order id if PayPal's response to the start never arrived. The shopper could then not
    // approve the payment.
    if (!attempt.providerReference) return unknownReport(attempt, 'never started')
    return toReport(attempt, await readOrder(attempt.providerReference))
  }

  const readOrder = (id: string) => callPayPal(settings, { method: 'GET', path: `${orders}/${encodeURIComponent(id)}` })

  async function capture(attempt: AttemptRef): Promise<Report> {
    const result = await callPayPal(settings, {
      method: 'POST',
      path: `${orders}/${encodeURIComponent(attempt.providerReference ?? '')}/capture`,
      requestId: `cap-${attempt.reference}`,
    })
    if (result.kind !== 'refused') return toReport(attempt, result)
    if (finalIssues.includes(result.issue)) return { ...unknownReport(attempt, result.issue), outcome: 'failed' }
    return check(attempt)
  }

  async function refund(request: Refund): Promise<RefundResult> {
    const order = await readOrder(request.providerReference ?? '')
    const paidCapture = order.kind === 'ok' ? captureOf(order.body) : null
    if (!paidCapture) return unknownRefund(request, order.kind === 'ok' ? 'no capture' : reasonOf(order))
    const result = await callPayPal(settings, {
      method: 'POST',
      path: `/v2/payments/captures/${encodeURIComponent(textOf(paidCapture.id) ?? '')}/refund`,
      requestId: request.refundReference,
      body: {
        amount: { currency_code: request.amount.currency, value: toDecimal(request.amount) },
        invoice_id: request.refundReference,
        note_to_payer: truncate(request.reason, 255),
      },
    })
    if (result.kind === 'refused') return { ...unknownRefund(request, result.issue), outcome: 'refused' }
    return result.kind === 'ok' ? toRefunded(request, result.body) : unknownRefund(request, result.answer)
  }

  /** PayPal forgets a request id after some hours, so the shop looks a refund up instead of resending it. */
  async function checkRefund(request: Refund): Promise<RefundResult> {
    if (request.refundProviderReference) {
      const path = `/v2/payments/refunds/${encodeURIComponent(request.refundProviderReference)}`
      const result = await callPayPal(settings, { method: 'GET', path })
      return result.kind === 'ok' ? toRefunded(request, result.body) : unknownRefund(request, reasonOf(result))
    }
    const order = await readOrder(request.providerReference ?? '')
    if (order.kind !== 'ok') return unknownRefund(request, reasonOf(order))
    const found = listOf(paymentsOf(order.body)?.refunds).find((row) => row.invoice_id === request.refundReference)
    return found ? toRefunded(request, found) : { ...unknownRefund(request, 'not found'), outcome: 'absent' }
  }

  /** Sends no cancellation, because PayPal takes no money before a capture. Only checks whether there is a capture. */
  async function cancel({ providerReference }: AttemptRef): Promise<CancelResult> {
    if (!providerReference) return { outcome: 'absent', answer: 'never started' }
    const order = await readOrder(providerReference)
    if (order.kind === 'broken') return { outcome: 'unknown', answer: order.answer }
    if (order.kind === 'refused') return { outcome: order.status === 404 ? 'absent' : 'unknown', answer: order.issue }
    const isCaptured = captureOf(order.body) !== null
    return { outcome: isCaptured ? 'refused' : 'cancelled', answer: isCaptured ? 'captured' : 'left alone' }
  }

  return {
    name: 'paypal',
    merchant: settings.PAYPAL_MERCHANT_ID,
    currencies: ['CAD', 'USD', 'EUR', 'GBP', 'AUD', 'HKD', 'JPY'],
    cancelStatuses: ['voided'],
    async start(payment) {
      const call = { method: 'POST', path: orders, requestId: payment.reference, body: toOrder(payment) } as const
      return toStarted(settings, await callPayPal(settings, call))
    },
    check,
    capture,
    cancel,
    refund,
    checkRefund,
    readNotification: (delivery) => readNotification(settings, delivery),
    // PayPal stops repeating a notification after any 2xx status.
    respondToNotification: (reception) =>
      new Response(null, { status: { taken: 204, refused: 400, again: 503 }[reception] }),
  }
}

function toOrder({ reference, amount, description, locale, returnUrl }: Payment): object {
  return {
    intent: 'CAPTURE',
    purchase_units: [
      {
        custom_id: reference,
        invoice_id: reference,
        description: truncate(description, 127),
        amount: { currency_code: amount.currency, value: toDecimal(amount) },
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          // PayPal expects a language with a country, such as zh-CN.
          locale: languages[locale].openGraph.replace('_', '-'),
          shipping_preference: 'NO_SHIPPING',
          user_action: 'PAY_NOW',
          payment_method_preference: 'IMMEDIATE_PAYMENT_REQUIRED',
          return_url: returnUrl,
          cancel_url: cancelUrlOf(returnUrl),
        },
      },
    },
  }
}

function toStarted(settings: PayPalSettings, result: PayPalResult): StartResult {
  if (result.kind === 'broken') return { outcome: 'unknown', answer: result.answer }
  if (result.kind === 'refused') return { outcome: 'refused', answer: result.issue }
  const link = listOf(result.body.links).find(({ rel }) => rel === 'payer-action' || rel === 'approve')
  const id = textOf(result.body.id)
  if (!id || !isPageAddress(link?.href, settings.PAYPAL_URL)) return { outcome: 'unknown', answer: 'no address' }
  return { outcome: 'started', next: { kind: 'redirect', url: link.href }, providerReference: id }
}

function toReport(attempt: AttemptRef, result: PayPalResult): Report {
  if (result.kind !== 'ok') return unknownReport(attempt, reasonOf(result))
  const { body } = result
  const unit = listOf(body.purchase_units)[0]
  if (unit?.custom_id !== attempt.reference) return unknownReport(attempt, 'another order')
  const paidCapture = captureOf(body)
  const status = textOf(paidCapture?.status ?? body.status) ?? ''
  const money = objectOf(paidCapture?.amount ?? unit.amount)
  const currency = textOf(money?.currency_code)
  const outcome = (paidCapture ? captureOutcomes : orderOutcomes)[status] ?? 'unknown'
  return {
    outcome,
    reference: attempt.reference,
    providerReference: textOf(body.id),
    merchant: textOf(objectOf(unit.payee)?.merchant_id),
    amount: currency ? parseDecimal(String(money?.value), currency) : null,
    currency,
    answer: status,
  }
}

const paymentsOf = (order: Json): Json | null => objectOf(listOf(order.purchase_units)[0]?.payments)

/** The capture that determines the outcome: a paid capture if there is any, else the last capture. */
function captureOf(order: Json): Json | null {
  const captures = listOf(paymentsOf(order)?.captures)
  const isPaid = ({ status }: Json) => captureOutcomes[String(status)] === 'paid'
  return captures.find(isPaid) ?? captures.at(-1) ?? null
}

function toRefunded({ refundProviderReference }: Refund, body: Json): RefundResult {
  const status = textOf(body.status) ?? ''
  const outcome = refundOutcomes[status] ?? 'unknown'
  return { outcome, providerReference: textOf(body.id) ?? refundProviderReference, answer: status }
}

const unknownRefund = ({ refundProviderReference }: Refund, answer: string): RefundResult => ({
  outcome: 'unknown',
  providerReference: refundProviderReference,
  answer,
})

const reasonOf = (result: Exclude<PayPalResult, { kind: 'ok' }>) =>
  result.kind === 'broken' ? result.answer : result.issue

/** Accepts events about orders and captures. The shop does not rely on their amounts, but queries PayPal. */
async function readNotification(settings: PayPalSettings, delivery: WebhookDelivery): Promise<Notification> {
  const event = parseObject(delivery.body)
  const hash = createHash('sha256').update(delivery.body).digest('hex').slice(0, 40)
  if (!event || !(await isFromPayPal(settings, delivery)))
    return { verdict: 'forged', reason: event ? 'signature' : 'not JSON', reference: null, eventKey: `x-${hash}` }
  const eventKey = textOf(event.id) ?? `x-${hash}`
  const resource = objectOf(event.resource)
  const reference = textOf(resource?.custom_id ?? listOf(resource?.purchase_units)[0]?.custom_id)
  const isOurs = /^(CHECKOUT\.ORDER|PAYMENT\.CAPTURE)\./.test(String(event.event_type))
  if (!isOurs || !reference) return { verdict: 'foreign', reason: 'not about a payment', reference, eventKey }
  return { verdict: 'accepted', reference, providerReference: orderOf(resource), eventKey }
}

/** PayPal's number of the order that the event is about, either directly or through a capture. */
function orderOf(resource: Json | null): string | null {
  const related = objectOf(objectOf(resource?.supplementary_data)?.related_ids)
  return textOf(related?.order_id ?? (resource?.purchase_units ? resource.id : null))
}

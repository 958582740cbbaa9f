import { createHash } from 'node:crypto'
import { languages } from '#contract/languages.ts'
import { parseDecimal, toDecimal } from '#contract/money.ts'
import type { Config } from '#server/platform/config.ts'
import { parseObject, textOf } from '#server/platform/http/http-client.ts'
import { isFromPayPal } from './paypal-webhook.ts'
import type { Answer, Json, PayPalSettings } from './paypal-wire.ts'
import { callPayPal, listOf, objectOf } from './paypal-wire.ts'
import type {
  Cancelled,
  Delivery,
  Notification,
  Payment,
  Provider,
  Refund,
  Refunded,
  Report,
  Started,
  Tried,
} from './provider.ts'
import { unknownReport } from './provider.ts'
import { cancelUrlOf, isPageAddress } from './wire.ts'

/** Maps the status of a capture to the payment's outcome. A refunded capture was paid. */
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
const refundOutcomes: Record<string, Refunded['outcome']> = {
  COMPLETED: 'refunded',
  PENDING: 'pending',
  CANCELLED: 'refused',
  FAILED: 'refused',
}
/** PayPal's error codes (`issue`) of captures that can never succeed. The shopper needs another payment method. */
const lostIssues = ['INSTRUMENT_DECLINED', 'ORDER_EXPIRED', 'TRANSACTION_REFUSED', 'PAYER_CANNOT_PAY']

/** PayPal with the shop's settings; null if its URL is not set. */
export function openPayPal(config: Config): Provider | null {
  return config.PAYPAL_URL ? payPal({ ...config, PAYPAL_URL: config.PAYPAL_URL }) : null
}

/** PayPal (Orders v2): the shopper approves at PayPal, and the shop captures the money. */
export function payPal(settings: PayPalSettings): Provider {
  const orders = '/v2/checkout/orders'

  async function check(tried: Tried): Promise<Report> {
    // If there is no PayPal number, PayPal's response to the start never arrived, so the shopper could not approve the
    // payment.
    if (!tried.providerReference) return unknownReport(tried, 'never started')
    return toReport(tried, await readOrder(tried.providerReference))
  }

  const readOrder = (id: string) => callPayPal(settings, { method: 'GET', path: `${orders}/${encodeURIComponent(id)}` })

  async function capture(tried: Tried): Promise<Report> {
    const answer = await callPayPal(settings, {
      method: 'POST',
      path: `${orders}/${encodeURIComponent(tried.providerReference ?? '')}/capture`,
      requestId: `cap-${tried.reference}`,
    })
    if (answer.kind !== 'refused') return toReport(tried, answer)
    if (lostIssues.includes(answer.issue)) return { ...unknownReport(tried, answer.issue), outcome: 'failed' }
    return check(tried)
  }

  async function refund(wish: Refund): Promise<Refunded> {
    const order = await readOrder(wish.providerReference ?? '')
    const paid = order.kind === 'ok' ? captureOf(order.body) : null
    if (!paid) return nothing(wish, order.kind === 'ok' ? 'no capture' : wordOf(order))
    const answer = await callPayPal(settings, {
      method: 'POST',
      path: `/v2/payments/captures/${encodeURIComponent(textOf(paid.id) ?? '')}/refund`,
      requestId: wish.refundReference,
      body: {
        amount: { currency_code: wish.amount.currency, value: toDecimal(wish.amount) },
        invoice_id: wish.refundReference,
        note_to_payer: wish.reason.slice(0, 255),
      },
    })
    if (answer.kind === 'refused') return { ...nothing(wish, answer.issue), outcome: 'refused' }
    return answer.kind === 'ok' ? toRefunded(wish, answer.body) : nothing(wish, answer.answer)
  }

  /** PayPal forgets a request id after some hours, so the shop looks a refund up instead of resending it. */
  async function checkRefund(wish: Refund): Promise<Refunded> {
    if (wish.refundProviderReference) {
      const path = `/v2/payments/refunds/${encodeURIComponent(wish.refundProviderReference)}`
      const answer = await callPayPal(settings, { method: 'GET', path })
      return answer.kind === 'ok' ? toRefunded(wish, answer.body) : nothing(wish, wordOf(answer))
    }
    const order = await readOrder(wish.providerReference ?? '')
    if (order.kind !== 'ok') return nothing(wish, wordOf(order))
    const found = listOf(paymentsOf(order.body)?.refunds).find((row) => row.invoice_id === wish.refundReference)
    return found ? toRefunded(wish, found) : { ...nothing(wish, 'not found'), outcome: 'absent' }
  }

  /** PayPal needs no cancellation: an order without capture is never paid. */
  async function cancel({ providerReference }: Tried): Promise<Cancelled> {
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
    cancelWords: ['voided'],
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
    answerNotification: (reception) =>
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
        description: description.slice(0, 127),
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

function toStarted(settings: PayPalSettings, answer: Answer): Started {
  if (answer.kind === 'broken') return { outcome: 'unknown', answer: answer.answer }
  if (answer.kind === 'refused') return { outcome: 'refused', answer: answer.issue }
  const link = listOf(answer.body.links).find(({ rel }) => rel === 'payer-action' || rel === 'approve')
  const id = textOf(answer.body.id)
  if (!id || !isPageAddress(link?.href, settings.PAYPAL_URL)) return { outcome: 'unknown', answer: 'no address' }
  return { outcome: 'started', next: { kind: 'redirect', url: link.href }, providerReference: id }
}

function toReport(tried: Tried, answer: Answer): Report {
  if (answer.kind !== 'ok') return unknownReport(tried, wordOf(answer))
  const { body } = answer
  const unit = listOf(body.purchase_units)[0]
  if (unit?.custom_id !== tried.reference) return unknownReport(tried, 'another order')
  const paid = captureOf(body)
  const status = textOf(paid?.status ?? body.status) ?? ''
  const money = objectOf(paid?.amount ?? unit.amount)
  const currency = textOf(money?.currency_code)
  const outcome = (paid ? captureOutcomes : orderOutcomes)[status] ?? 'unknown'
  return {
    outcome,
    reference: tried.reference,
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

function toRefunded({ refundProviderReference }: Refund, body: Json): Refunded {
  const status = textOf(body.status) ?? ''
  const outcome = refundOutcomes[status] ?? 'unknown'
  return { outcome, providerReference: textOf(body.id) ?? refundProviderReference, answer: status }
}

const nothing = ({ refundProviderReference }: Refund, answer: string): Refunded => ({
  outcome: 'unknown',
  providerReference: refundProviderReference,
  answer,
})

const wordOf = (answer: Exclude<Answer, { kind: 'ok' }>) => (answer.kind === 'broken' ? answer.answer : answer.issue)

/** Accepts events about orders and captures. The shop does not rely on their amounts, but queries PayPal. */
async function readNotification(settings: PayPalSettings, delivery: Delivery): Promise<Notification> {
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

import type { Config } from '#server/platform/config.ts'
import type { HttpResult } from '#server/platform/http/http-client.ts'
import { parseObject, sendRequest, sendRequestWithRetry, textOf } from '#server/platform/http/http-client.ts'
import { isSigned } from './citcon-signature.ts'
import { centsOf, eventKeyOf, isCodeText, isPageAddress, referenceOf, truncate } from './formats.ts'
import type {
  AttemptRef,
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

interface Settings {
  url: string
  token: string
  timeoutMs: number
}

/**
 * The name of our account in reports. Citcon's responses do not name the merchant, because the token identifies the
 * account.
 */
const merchant = 'citcon'

/** Prefix of the channels in which the shopper scans a QR code with a wallet. The wallet's name follows the prefix. */
const byCode = 'pay_qr/'

/**
 * Maps each status to the payment's outcome. The manual documents only `success`. The other statuses come from Citcon's
 * newer API.
 */
const statuses: Record<string, Report['outcome']> = {
  initiated: 'pending',
  pending: 'pending',
  authorized: 'pending',
  success: 'paid',
  succeeded: 'paid',
  captured: 'paid',
  refunded: 'paid',
  cancelled: 'failed',
  fail: 'failed',
  failed: 'failed',
}

/**
 * Citcon's Online API ("classic"): forms with a bearer token, whole minor units, signed notifications. The API cannot
 * cancel a payment. Null if Citcon is not configured.
 */
export function openCitcon(config: Config): Provider | null {
  if (!config.CITCON_URL) return null
  const settings = { url: config.CITCON_URL, token: config.CITCON_TOKEN, timeoutMs: config.PROVIDER_TIMEOUT_MS }
  return {
    name: 'citcon',
    merchant,
    currencies: ['CAD', 'USD'],
    cancelStatuses: ['cancelled'],
    start: (payment) => start(settings, payment),
    check: (attempt) => check(settings, attempt),
    async cancel() {
      return { outcome: 'impossible', answer: 'left behind' }
    },
    refund: (refund) => sendRefund(settings, refund),
    checkRefund: (refund) => findRefund(settings, refund),
    readNotification: (delivery) => readNotification(settings, delivery),
    respondToNotification(reception) {
      const status = { taken: 200, refused: 400, again: 503 }[reception]
      return new Response(reception === 'taken' ? 'ok' : 'fail', { status })
    },
  }
}

function call(
  settings: Settings,
  path: string,
  { fields, mayRepeat = false }: { fields: Record<string, string>; mayRepeat?: boolean | undefined },
): Promise<HttpResult> {
  return (mayRepeat ? sendRequestWithRetry : sendRequest)(settings.url + path, {
    headers: { Authorization: `Bearer ${settings.token}` },
    body: new URLSearchParams(fields),
    timeoutMs: settings.timeoutMs,
  })
}

/**
 * Citcon returns the page's URL, or the text of the code to scan, as plain text. A JSON object or HTTP 4xx is a
 * refusal.
 */
async function start(settings: Settings, payment: Payment): Promise<StartResult> {
  const isByCode = payment.channel.startsWith(byCode)
  const response = await call(settings, isByCode ? '/payment/pay_qr' : '/payment/pay', {
    fields: toStartFields(payment),
  })
  if (response.kind === 'broken') return { outcome: 'unknown', answer: response.answer }
  const text = response.text.trim()
  if (response.status === 200 && isByCode && isCodeText(text) && !parseObject(text))
    return { outcome: 'started', next: { kind: 'qr_code', text } }
  if (response.status === 200 && !isByCode && isPageAddress(text, settings.url))
    return { outcome: 'started', next: { kind: 'redirect', url: text } }
  const error = parseObject(response.text)
  if (error || response.status >= 400) {
    return { outcome: 'refused', answer: textOf(error?.error) ?? textOf(error?.message) ?? `HTTP ${response.status}` }
  }
  return { outcome: 'unknown', answer: 'no address' }
}

/** The fields of a call that starts a payment. `allow_duplicates` is off, so that Citcon refuses a used reference. */
function toStartFields({ reference, channel, amount, notifyUrl, returnUrl }: Payment): Record<string, string> {
  return {
    amount: String(amount.amount),
    currency: amount.currency,
    vendor: channel.replace(byCode, ''),
    reference,
    ipn_url: notifyUrl,
    callback_url: returnUrl,
    allow_duplicates: 'no',
  }
}

/** Unverified: the shop assumes that the response to an inquiry has the fields of a notification. */
async function check(settings: Settings, attempt: AttemptRef): Promise<Report> {
  const fields = { reference: attempt.reference, inquire_method: 'real' }
  const response = await call(settings, '/payment/inquire', { fields, mayRepeat: true })
  if (response.kind === 'broken') return unknownReport(attempt, response.answer)
  const data = parseObject(response.text)
  if (!data || response.status !== 200) {
    return unknownReport(
      attempt,
      textOf(data?.error) ?? (response.status === 200 ? 'not understood' : `HTTP ${response.status}`),
    )
  }
  if (data.reference !== attempt.reference) return unknownReport(attempt, textOf(data.error) ?? 'another order')
  const status = textOf(data.status) ?? 'no status'
  return {
    outcome: statuses[status.toLowerCase()] ?? 'unknown',
    reference: attempt.reference,
    providerReference: textOf(data.id),
    merchant,
    amount: centsOf(data.amount),
    currency: textOf(data.currency),
    answer: status,
  }
}

/**
 * Citcon has no field for our refund number. So the shop writes the number into the reason, and searches for it before
 * it sends a refund.
 */
async function sendRefund(settings: Settings, refund: Refund): Promise<RefundResult> {
  const earlier = await findRefund(settings, refund)
  if (earlier.outcome !== 'absent') return earlier
  const id = refund.providerReference ?? (await check(settings, refund)).providerReference
  if (!id) return { outcome: 'unknown', providerReference: null, answer: 'its number is not known' }
  const response = await call(settings, '/payment/refund', {
    fields: {
      amount: String(refund.amount.amount),
      currency: refund.amount.currency,
      transaction_id: id,
      reason: truncate(`${refund.refundReference} ${refund.reason}`.trim(), 128),
    },
  })
  if (response.kind === 'broken') return { outcome: 'unknown', providerReference: null, answer: response.answer }
  const data = parseObject(response.text)
  if (response.status === 200 && data?.status === 'success') {
    return { outcome: 'refunded', providerReference: textOf(data.id), answer: 'success' }
  }
  if (data || response.status >= 400) {
    const reason = textOf(data?.error) ?? textOf(data?.message) ?? `HTTP ${response.status}`
    return { outcome: 'refused', providerReference: null, answer: reason }
  }
  return { outcome: 'unknown', providerReference: null, answer: 'not understood' }
}

/** Unverified: Citcon's list of a reference's transactions includes the refunds with their reasons. */
async function findRefund(settings: Settings, refund: Refund): Promise<RefundResult> {
  const unknown = (answer: string): RefundResult => ({ outcome: 'unknown', providerReference: null, answer })
  const response = await call(settings, '/payment/transactions', {
    fields: { reference: refund.reference },
    mayRepeat: true,
  })
  if (response.kind === 'broken') return unknown(response.answer)
  const rows = parseObject(response.text)?.transactions
  if (response.status !== 200 || !Array.isArray(rows)) return unknown('not understood')
  const isRefund = (row: Record<string, unknown>) =>
    row.type === 'refund' && textOf(row.reason)?.split(' ')[0] === refund.refundReference
  const row = rows.find((row) => typeof row === 'object' && row !== null && isRefund(row))
  if (!row) return { outcome: 'absent', providerReference: null, answer: 'no such refund' }
  const outcome = row.status === 'success' ? 'refunded' : row.status === 'pending' ? 'pending' : 'unknown'
  return { outcome, providerReference: textOf(row.id), answer: textOf(row.status) ?? 'no status' }
}

function readNotification({ token }: Settings, { body }: WebhookDelivery): Notification {
  const form = new URLSearchParams(body)
  if (!isSigned(form, token)) {
    return { verdict: 'forged', reason: 'signature', reference: null, eventKey: `x-${eventKeyOf(body)}` }
  }
  const reference = referenceOf(form.get('reference'))
  const eventKey = eventKeyOf(
    ...['id', 'reference', 'notify_status', 'amount', 'currency'].map((name) => form.get(name)),
  )
  if (!reference) return { verdict: 'foreign', reason: 'reference', reference, eventKey }
  return { verdict: 'accepted', reference, eventKey }
}

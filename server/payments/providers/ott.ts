import type { Config } from '#server/platform/config.ts'
import { parseObject, sendRequest, sendRequestWithRetry, textOf } from '#server/platform/http/http-client.ts'
import { centsOf, eventKeyOf, isCodeText, isPageAddress, referenceOf, truncate } from './formats.ts'
import type { Values } from './ott-envelope.ts'
import { seal, unseal } from './ott-envelope.ts'
import type {
  AttemptRef,
  Notification,
  Payment,
  Provider,
  Refund,
  RefundResult,
  Report,
  StartResult,
} from './provider.ts'
import { unknownReport } from './provider.ts'

interface Settings {
  url: string
  merchantId: string
  shopId: string
  operatorId: string
  signKey: string
  timeoutMs: number
}

/** The prefix of channels in which the wallet scans a code; the wallet's name follows. */
const byCode = 'ACTIVEPAY/'

/**
 * Maps each status to the payment's outcome. `authorised` payments are not settled yet. The keys are in lower case
 * because the manual uses both cases.
 */
const statuses: Record<string, Report['outcome']> = {
  processing: 'pending',
  init: 'pending',
  authorised: 'pending',
  success: 'paid',
  captured: 'paid',
  fail: 'failed',
  failed: 'failed',
  orderclose: 'failed',
  closed: 'failed',
}

/**
 * OTT Pay (Canada), with the API of encrypted envelopes (docs.ottpay.com). WeChat Pay uses `H5PAY` in a phone's browser
 * and a code from `ACTIVEPAY` on a desktop. All values are text, including cents. The API cannot cancel a payment. Null
 * if OTT Pay is not configured.
 */
export function openOtt(config: Config): Provider | null {
  if (!config.OTT_URL) return null
  const settings = {
    url: config.OTT_URL,
    merchantId: config.OTT_MERCHANT_ID,
    shopId: config.OTT_SHOP_ID,
    operatorId: config.OTT_OPERATOR_ID,
    signKey: config.OTT_SIGN_KEY,
    timeoutMs: config.PROVIDER_TIMEOUT_MS,
  }
  return {
    name: 'ott',
    merchant: settings.merchantId,
    currencies: ['CAD'],
    cancelStatuses: ['orderclose', 'closed'],
    start: (payment) => (payment.channel.startsWith(byCode) ? startByCode : start)(settings, payment),
    async check(attempt) {
      const response = await call(settings, 'STATUS_QUERY', {
        values: { order_id: attempt.reference },
        callOptions: { mayRepeat: true },
      })
      return toReport(settings, attempt, response)
    },
    async cancel() {
      return { outcome: 'impossible', answer: 'left behind' }
    },
    async refund(refund) {
      return toRefunded(refund, await call(settings, 'REFUND', { values: toRefundValues(settings, refund) }))
    },
    async checkRefund(refund) {
      // Unverified: uses the only documented query, with the refund's number in place of the payment's number.
      const response = await call(settings, 'STATUS_QUERY', {
        values: { order_id: refund.refundReference },
        callOptions: { mayRepeat: true },
      })
      const found = toRefunded(refund, response)
      // A failed query means that the provider does not know the refund's number. It does not mean that the provider
      // refused the refund. So the result is `absent`.
      return response.kind === 'bad' ? { ...found, outcome: 'absent' } : found
    },
    readNotification: ({ body }) => readNotification(settings, body),
    // Unverified: OTT Pay stops repeating a notification after `SUCCESS` with status 200. Other merchants send this
    // response.
    respondToNotification(reception) {
      const status = { taken: 200, refused: 400, again: 503 }[reception]
      return new Response(reception === 'taken' ? 'SUCCESS' : 'FAIL', { status })
    },
  }
}

type ApiResponse =
  | { kind: 'good'; values: Values }
  | { kind: 'bad'; answer: string }
  | { kind: 'broken'; answer: string }
interface CallOptions {
  version?: string
  mayRepeat?: boolean
}

async function call(
  settings: Settings,
  action: string,
  {
    values,
    callOptions: { version = '1.0', mayRepeat = false } = {},
  }: { values: Values; callOptions?: CallOptions | undefined },
): Promise<ApiResponse> {
  const body = JSON.stringify({ action, version, merchant_id: settings.merchantId, ...seal(values, settings.signKey) })
  const headers = { 'Content-Type': 'application/json; charset=utf-8' }
  const response = await (mayRepeat ? sendRequestWithRetry : sendRequest)(`${settings.url}/processV2`, {
    headers,
    body,
    timeoutMs: settings.timeoutMs,
  })
  if (response.kind === 'broken') return response
  const envelope = parseObject(response.text)
  const code = textOf(envelope?.rsp_code)
  if (response.status !== 200 || !envelope || !code) {
    return { kind: 'broken', answer: response.status === 200 ? 'not understood' : `HTTP ${response.status}` }
  }
  if (code === 'FAIL') return { kind: 'bad', answer: textOf(envelope.rsp_msg) ?? code }
  const unsealed = unseal(envelope, settings.signKey)
  return unsealed ? { kind: 'good', values: unsealed } : { kind: 'broken', answer: 'signature' }
}

async function start(settings: Settings, payment: Payment): Promise<StartResult> {
  const values = {
    merchant_id: settings.merchantId,
    shop_id: settings.shopId,
    operator_id: settings.operatorId,
    order_id: payment.reference,
    amount: String(payment.amount.amount),
    currency_type: payment.amount.currency,
    biz_type: payment.channel,
    open_id: '',
    // Unverified: `H5` is assumed, because no manual documents the values of `submit_type`.
    submit_type: 'H5',
    call_back_url: payment.notifyUrl,
  }
  const response = await call(settings, 'H5PAY', { values, callOptions: { version: '2.0' } })
  if (response.kind === 'broken') return { outcome: 'unknown', answer: response.answer }
  if (response.kind === 'bad') return { outcome: 'refused', answer: response.answer }
  const { payinfo } = response.values
  if (!isPageAddress(payinfo, settings.url)) return { outcome: 'unknown', answer: 'no address' }
  return { outcome: 'started', next: { kind: 'redirect', url: addReturnUrl(payinfo, payment.returnUrl) } }
}

/** Starts a payment with a code that the wallet scans. The manual names only these fields. */
async function startByCode(settings: Settings, payment: Payment): Promise<StartResult> {
  const response = await call(settings, 'ACTIVEPAY', {
    values: {
      order_id: payment.reference,
      operator_id: settings.operatorId,
      amount: String(payment.amount.amount),
      biz_type: payment.channel.slice(byCode.length),
      call_back_url: payment.notifyUrl,
    },
  })
  if (response.kind === 'broken') return { outcome: 'unknown', answer: response.answer }
  if (response.kind === 'bad') return { outcome: 'refused', answer: response.answer }
  const { code_url: text } = response.values
  if (!isCodeText(text)) return { outcome: 'unknown', answer: 'no code' }
  return { outcome: 'started', next: { kind: 'qr_code', text } }
}

/**
 * Adds the return URL to the payment link, because the call has no field for it. The link opens a WeChat H5 payment,
 * which accepts `redirect_url`.
 */
function addReturnUrl(payinfo: string, returnUrl: string): string {
  const url = new URL(payinfo)
  url.searchParams.set('redirect_url', returnUrl)
  return url.href
}

function toReport({ merchantId }: Settings, attempt: AttemptRef, response: ApiResponse): Report {
  if (response.kind !== 'good') return unknownReport(attempt, response.answer)
  const { values } = response
  if (values.order_id !== attempt.reference) return unknownReport(attempt, 'another order')
  const status = values.order_status || 'no status'
  return {
    outcome: statuses[status.toLowerCase()] ?? 'unknown',
    reference: attempt.reference,
    providerReference: textOf(values.bizpay_order_id),
    // The response may omit the merchant and the currency. The expected values then apply, because the key
    // authenticates the response.
    merchant: values.merchant_id || merchantId,
    amount: goodsAmount(values),
    currency: values.currency_type || attempt.amount.currency,
    answer: status,
  }
}

/** The price of the goods in cents. `amount` may include a convenience fee, which is then in `convenience_fee`. */
function goodsAmount({ amount, convenience_fee: fee }: Values): number | null {
  const cents = centsOf(amount)
  return cents === null ? null : cents - (centsOf(fee) ?? 0)
}

/**
 * Unverified: only the name of this action is documented. The shop assumes that a refund's values have the same names
 * as a payment's values.
 */
function toRefundValues({ operatorId }: Settings, refund: Refund): Values {
  return {
    order_id: refund.reference,
    refund_order_id: refund.refundReference,
    amount: String(refund.amount.amount),
    currency_type: refund.amount.currency,
    operator_id: operatorId,
    remarks: truncate(refund.reason, 128),
  }
}

function toRefunded(refund: Refund, response: ApiResponse): RefundResult {
  const base = { providerReference: refund.refundProviderReference }
  if (response.kind === 'broken') return { outcome: 'unknown', ...base, answer: response.answer }
  if (response.kind === 'bad') return { outcome: 'refused', ...base, answer: response.answer }
  const { values } = response
  const number = values.refund_order_id ?? values.order_id
  if (number !== refund.refundReference) return { outcome: 'unknown', ...base, answer: 'another refund' }
  const status = values.order_status ?? ''
  const outcomes: Record<string, RefundResult['outcome']> = {
    success: 'refunded',
    processing: 'pending',
    fail: 'refused',
  }
  return {
    outcome: outcomes[status.toLowerCase()] ?? 'unknown',
    providerReference: textOf(values.bizpay_order_id),
    answer: status || 'no status',
  }
}

function readNotification({ merchantId, signKey }: Settings, body: string): Notification {
  const envelope = parseObject(body)
  const values = envelope && unseal(envelope, signKey)
  if (!values) {
    const reason = envelope ? 'signature' : 'not JSON'
    return { verdict: 'forged', reason, reference: null, eventKey: `x-${eventKeyOf(body)}` }
  }
  const reference = referenceOf(values.order_id)
  const eventKey = eventKeyOf(values.order_id, values.bizpay_order_id, values.order_status, values.amount)
  if ((values.merchant_id || merchantId) !== merchantId) {
    return { verdict: 'foreign', reason: 'merchant', reference, eventKey }
  }
  if (!reference) return { verdict: 'foreign', reason: 'reference', reference, eventKey }
  return { verdict: 'accepted', reference, eventKey }
}

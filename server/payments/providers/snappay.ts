import { LosslessNumber, parse, stringify } from 'lossless-json'
import type { Money } from '#contract/money.ts'
import { parseDecimal, toDecimal } from '#contract/money.ts'
import type { Config } from '#server/platform/config.ts'
import { sendRequest, textOf } from '#server/platform/http/http-client.ts'
import { eventKeyOf, isCodeText, isPageAddress, referenceOf, truncate } from './formats.ts'
import type {
  AttemptRef,
  CancelResult,
  Notification,
  NotificationOutcome,
  Payment,
  Provider,
  Refund,
  RefundResult,
  Report,
  StartResult,
} from './provider.ts'
import { unknownReport } from './provider.ts'
import type { Fields } from './snappay-signature.ts'
import { isSigned, sign } from './snappay-signature.ts'

type Settings = Pick<
  Config,
  'SNAPPAY_MERCHANT_NO' | 'SNAPPAY_STORE_NO' | 'SNAPPAY_APP_ID' | 'SNAPPAY_KEY' | 'PROVIDER_TIMEOUT_MS'
> & { SNAPPAY_URL: string }

const statuses: Record<string, Report['outcome']> = { USERPAYING: 'pending', SUCCESS: 'paid', CLOSE: 'failed' }
/** SnapPay's error code for the cancellation of an order that it does not know (source: the vendor's tests). */
const unknownOrderCode = 'E045025'

/** SnapPay with the shop's settings; null if its URL is not set. */
export function openSnapPay(config: Config, now: () => Date): Provider | null {
  return config.SNAPPAY_URL ? snapPay({ ...config, SNAPPAY_URL: config.SNAPPAY_URL }, now) : null
}

/** SnapPay (Canada): one gateway for WeChat Pay, Alipay and UnionPay. `now` gives the timestamps of requests. */
export function snapPay(settings: Settings, now: () => Date): Provider {
  const call = (method: string, fields: Fields) => send(settings, toRequest(settings, now(), { method, fields }))

  async function check(attempt: AttemptRef): Promise<Report> {
    const fields = { out_order_no: attempt.reference }
    let response = await call('pay.orderquery', fields)
    if (response.kind === 'broken' && response.mayRepeat) response = await call('pay.orderquery', fields)
    return toReport(attempt, response)
  }

  async function refund(refund: Refund): Promise<RefundResult> {
    return toRefunded(refund, await call('pay.orderrefund', toRefundFields(refund)))
  }

  /**
   * SnapPay has no query for refunds. So the shop sends the refund again. This is safe, because SnapPay executes each
   * refund number only once. A refusal may mean that SnapPay has already executed it, so the result is `unknown`.
   */
  async function checkRefund(request: Refund): Promise<RefundResult> {
    const result = await refund(request)
    return result.outcome === 'refused' ? { ...result, outcome: 'unknown' } : result
  }

  return {
    name: 'snappay',
    merchant: settings.SNAPPAY_MERCHANT_NO,
    currencies: ['CAD', 'USD'],
    // 100 million dollars, the limit of SnapPay's amount field.
    bounds: { most: 10_000_000_000 },
    cancelStatuses: ['close'],
    check,
    async start(payment) {
      const problem = findProblem(payment)
      if (problem) return { outcome: 'refused', answer: problem }
      const [api] = payment.channel.split('/')
      return toStarted(settings, payment, await call(`pay.${api}`, toPayFields(settings, payment)))
    },
    refund,
    checkRefund,
    async cancel({ reference }) {
      return toCancelled(await call('pay.ordercancel', { out_order_no: reference }))
    },
    readNotification: ({ body }) => readNotification(settings, body),
    respondToNotification,
  }
}

/** SnapPay stops repeating a notification after HTTP 200 with code 0. */
function respondToNotification(outcome: NotificationOutcome): Response {
  if (outcome === 'taken') return Response.json({ code: '0', msg: 'SUCCESS' })
  return Response.json({ code: '1', msg: 'FAIL' }, { status: outcome === 'refused' ? 400 : 503 })
}

/** An amount in dollars as a JSON number, in the shortest form with a fraction: `12.34`, `12.3`, `12.0`. */
export function toDollars(amount: Money): LosslessNumber {
  return new LosslessNumber(toDecimal(amount).replace(/0$/, ''))
}

/** The signed body of a gateway call. */
export function toRequest(
  settings: Settings,
  now: Date,
  { method, fields }: { method: string; fields: Fields },
): string {
  const body: Fields = {
    app_id: settings.SNAPPAY_APP_ID,
    method,
    merchant_no: settings.SNAPPAY_MERCHANT_NO,
    format: 'JSON',
    charset: 'UTF-8',
    version: '1.0',
    timestamp: now.toISOString().slice(0, 19).replace('T', ' '),
    ...fields,
  }
  return stringify({ ...body, sign_type: 'MD5', sign: sign(body, settings.SNAPPAY_KEY) }) ?? ''
}

function toPayFields(settings: Settings, payment: Payment): Fields {
  const [api, wallet] = payment.channel.split('/')
  const browserType = wallet !== 'UNIONPAY' && payment.isMobile ? 'WAP' : 'PC'
  return {
    payment_method: wallet,
    out_order_no: payment.reference,
    trans_currency: payment.amount.currency,
    trans_amount: toDollars(payment.amount),
    description: truncate(payment.description, 128),
    notify_url: payment.notifyUrl,
    ...(api !== 'qrcodepay' && { return_url: payment.returnUrl }),
    effective_minutes: new LosslessNumber(String(Math.min(60, Math.max(5, Math.floor(payment.minutes))))),
    extension_parameters: JSON.stringify({ store_no: settings.SNAPPAY_STORE_NO }),
    ...(api === 'webpay' && { browser_type: browserType }),
  }
}

function toRefundFields({ reference, refundReference, amount, reason }: Refund): Fields {
  return {
    out_order_no: reference,
    out_refund_no: refundReference,
    refund_amount: toDollars(amount),
    refund_desc: truncate(reason, 64),
  }
}

function findProblem(payment: Payment): string | undefined {
  if (payment.reference.length > 64) return 'out_order_no is longer than 64'
  if (payment.notifyUrl.length > 256) return 'notify_url is longer than 256'
  if (payment.returnUrl.length > (payment.channel.startsWith('h5pay') ? 256 : 1024)) return 'return_url is too long'
  return undefined
}

/**
 * A response. `signed` means that SnapPay signed it, `unsigned` that it is an error without a signature, and `broken`
 * that it is unusable.
 */
type GatewayResponse =
  | { kind: 'signed' | 'unsigned'; code: string; data: Fields | undefined }
  | { kind: 'broken'; answer: string; mayRepeat: boolean }

async function send(settings: Settings, body: string): Promise<GatewayResponse> {
  const headers = { 'Content-Type': 'application/json; charset=utf-8' }
  const timeoutMs = settings.PROVIDER_TIMEOUT_MS
  const response = await sendRequest(`${settings.SNAPPAY_URL}/api/gateway`, { headers, body, timeoutMs })
  if (response.kind === 'broken') return response
  if (response.status !== 200) return { kind: 'broken', answer: `HTTP ${response.status}`, mayRepeat: false }
  return parseResponse(settings, response.text)
}

function parseResponse(settings: Settings, text: string): GatewayResponse {
  const fields = parseObject(text)
  const code = fields?.code
  if (!fields || typeof code !== 'string') return { kind: 'broken', answer: 'not understood', mayRepeat: false }
  const first = Array.isArray(fields.data) ? fields.data[0] : undefined
  const data = isFields(first) ? first : undefined
  if (isSigned(fields, settings.SNAPPAY_KEY)) return { kind: 'signed', code, data }
  const isErrorWithoutSign = code !== '0' && !fields.sign
  if (isErrorWithoutSign) return { kind: 'unsigned', code, data: undefined }
  return { kind: 'broken', answer: 'signature', mayRepeat: false }
}

function toStarted(settings: Settings, payment: Payment, response: GatewayResponse): StartResult {
  if (response.kind === 'broken') return { outcome: 'unknown', answer: response.answer }
  if (response.code !== '0') return { outcome: 'refused', answer: response.code }
  const [api] = payment.channel.split('/')
  const text = response.data?.qrcode_url
  if (api === 'qrcodepay') {
    if (!isCodeText(text)) return { outcome: 'unknown', answer: 'no code' }
    return { outcome: 'started', next: { kind: 'qr_code', text } }
  }
  const url = response.data?.[api === 'h5pay' ? 'h5pay_url' : 'webpay_url']
  if (!isPageAddress(url, settings.SNAPPAY_URL)) return { outcome: 'unknown', answer: 'no address' }
  return { outcome: 'started', next: { kind: 'redirect', url } }
}

function toReport(attempt: AttemptRef, response: GatewayResponse): Report {
  const { reference } = attempt
  const unknown = (reason: string) => unknownReport(attempt, reason)
  if (response.kind === 'broken') return unknown(response.answer)
  if (response.code !== '0') return unknown(response.code)
  if (!response.data) return unknown('no data')
  const { data } = response
  if (data.out_order_no !== reference) return unknown('another order')
  const status = textOf(data.trans_status) ?? ''
  const currency = textOf(data.trans_currency)
  return {
    outcome: statuses[status] ?? 'unknown',
    reference,
    providerReference: textOf(data.trans_no),
    merchant: textOf(data.merchant_no),
    amount: readAmount(data.trans_amount, currency),
    currency,
    answer: status,
  }
}

/**
 * Reads an amount in minor units. Accepts a text or a lossless number, because a plain number could lose cents. Do not
 * use it for `customer_paid_amount`, which may be in CNY.
 */
function readAmount(value: unknown, currency: string | null): number | null {
  if (!currency || !/^[A-Z]{3}$/.test(currency)) return null
  if (value instanceof LosslessNumber || typeof value === 'string') return parseDecimal(value.toString(), currency)
  return null
}

function toCancelled(response: GatewayResponse): CancelResult {
  if (response.kind === 'broken') return { outcome: 'unknown', answer: response.answer }
  if (response.kind === 'unsigned') return { outcome: 'refused', answer: response.code }
  if (response.code === '0') return { outcome: 'cancelled', answer: 'cancelled' }
  return { outcome: response.code === unknownOrderCode ? 'absent' : 'refused', answer: response.code }
}

/** A refusal is definite only with a signature, because anyone can fake an unsigned error. */
function toRefunded(
  { reference, refundReference, refundProviderReference }: Refund,
  response: GatewayResponse,
): RefundResult {
  const toResult = (outcome: 'refused' | 'unknown', reason: string): RefundResult => ({
    outcome,
    providerReference: refundProviderReference,
    answer: reason,
  })
  if (response.kind === 'broken') return toResult('unknown', response.answer)
  if (response.code !== '0') return toResult(response.kind === 'signed' ? 'refused' : 'unknown', response.code)
  const { data } = response
  if (!data) return toResult('unknown', 'no data')
  if (data.out_order_no !== reference || data.out_refund_no !== refundReference)
    return toResult('unknown', 'another refund')
  const status = textOf(data.trans_status) ?? ''
  const outcome = status === 'SUCCESS' ? 'refunded' : status === 'CLOSE' ? 'refused' : 'pending'
  return { outcome, providerReference: textOf(data.refund_trans_no), answer: status }
}

/**
 * Checks the signature and the merchant. The shop then queries SnapPay for the amount, because an MD5 signature proves
 * little.
 */
function readNotification(settings: Settings, body: string): Notification {
  const fields = parseObject(body)
  if (!fields || !isSigned(fields, settings.SNAPPAY_KEY)) {
    return {
      verdict: 'forged',
      reason: fields ? 'signature' : 'not JSON',
      reference: null,
      eventKey: `x-${eventKeyOf(body)}`,
    }
  }
  const reference = referenceOf(fields.out_order_no)
  const eventKey = eventKeyOf(
    fields.out_order_no,
    fields.trans_no,
    fields.trans_status,
    fields.trans_amount,
    fields.merchant_no,
  )
  if (fields.app_id !== settings.SNAPPAY_APP_ID || fields.merchant_no !== settings.SNAPPAY_MERCHANT_NO) {
    return { verdict: 'foreign', reason: 'merchant', reference, eventKey }
  }
  if (!reference) return { verdict: 'foreign', reason: 'reference', reference, eventKey }
  return { verdict: 'accepted', reference, eventKey }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LosslessNumber)

function parseObject(text: string): Fields | undefined {
  try {
    const value = parse(text)
    return isFields(value) ? value : undefined
  } catch {
    return undefined
  }
}

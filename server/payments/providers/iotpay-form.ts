import { isRecord } from '#contract/object-keys.ts'
import type { HttpResult } from '#server/platform/http/http-client.ts'
import { parseObject, sendRequest, sendRequestWithRetry, textOf } from '#server/platform/http/http-client.ts'
import { centsOf, eventKeyOf, isCodeText, isPageAddress, referenceOf, truncate } from './formats.ts'
import type { Params } from './iotpay-signature.ts'
import { isSigned, sign } from './iotpay-signature.ts'
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

/** The settings of an account at a provider that uses IOT Pay's API. */
export interface FormSettings {
  name: string
  url: string
  merchantId: string
  /** The account's login, sent as `jobNo` with a payment and as `loginName` with a refund. */
  login: string
  key: string
  timeoutMs: number
}

const statuses: Record<string, Report['outcome']> = {
  0: 'pending',
  1: 'pending',
  2: 'paid',
  3: 'paid',
  4: 'failed',
  9: 'failed',
}
/**
 * Unverified: the manual's page about refunds lists no statuses. These statuses are from the system on which IOT Pay is
 * modelled.
 */
const refundStatuses: Record<string, RefundResult['outcome']> = {
  0: 'pending',
  1: 'pending',
  2: 'refunded',
  3: 'refused',
}

/**
 * Maps each payment channel to its API path and to a function that reads the response. The function returns the URL of
 * the payment page, or the content of the QR code.
 */
const channels: Record<string, Channel> = {
  WX_JSAPI: { path: '/v1/payForSubmit', address: ({ url }) => url },
  ALIPAY_WAP: { path: '/v1/create_order', address: alipayUrl },
  ALIPAY_PC: { path: '/v1/create_order', address: alipayUrl },
  ALIPAY_QR: { path: '/v1/create_order', address: alipayUrl, isCode: true },
}

interface Channel {
  path: string
  address: (response: Params) => unknown
  isCode?: boolean
}

/**
 * Creates the client of a provider that uses version 1 of IOT Pay's wallet API: `params=<JSON>` with an MD5 signature,
 * amounts in whole cents. The response to a start contains nested values, and no manual documents how the signature
 * covers them. So the shop takes only the URL and the payment's number from this response, and checks the payment with
 * a query. The API cannot cancel a payment.
 */
export function openForm(settings: FormSettings): Provider {
  const call = async (path: string, fields: Params, { mayRepeat = false } = {}) => {
    const body = toBody(settings, fields)
    const options = { body, timeoutMs: settings.timeoutMs }
    return parseResponse(await (mayRepeat ? sendRequestWithRetry : sendRequest)(settings.url + path, options))
  }

  async function check(attempt: AttemptRef): Promise<Report> {
    return toReport(
      settings,
      attempt,
      await call('/v1/query_order', { mchOrderNo: attempt.reference }, { mayRepeat: true }),
    )
  }

  return {
    name: settings.name,
    merchant: settings.merchantId,
    currencies: ['CAD'],
    cancelStatuses: ['9'],
    check,
    async start(payment) {
      const problem = findProblem(payment)
      const channel = channels[payment.channel]
      if (problem || !channel) return { outcome: 'refused', answer: problem ?? 'no such channel' }
      return toStarted(settings, await call(channel.path, toStartFields(settings, payment)), channel)
    },
    async cancel() {
      return { outcome: 'impossible', answer: 'left behind' }
    },
    async refund(refund) {
      const providerReference = refund.providerReference ?? (await check(refund)).providerReference
      if (!providerReference) return { outcome: 'unknown', providerReference: null, answer: 'its number is not known' }
      const fields = toRefundFields(settings, refund, providerReference)
      return toRefunded(settings, refund, await call('/v1/refund_order', fields))
    },
    async checkRefund(refund) {
      // Unverified: the manual has a page with the name of this call, but we did not find its path. So the path is a
      // guess.
      const response = await call('/v1/query_refund', { mchRefundNo: refund.refundReference }, { mayRepeat: true })
      const found = toRefunded(settings, refund, response)
      // A failed query means that the provider does not know the refund's number. It does not mean that the provider
      // refused the refund. So the result is `absent`.
      return response.kind === 'bad' && found.outcome === 'refused' ? { ...found, outcome: 'absent' } : found
    },
    readNotification: (delivery) => readNotification(settings, delivery),
    respondToNotification(outcome) {
      const status = { taken: 200, refused: 400, again: 503 }[outcome]
      return new Response(outcome === 'taken' ? 'success' : 'fail', { status })
    },
  }
}

/** The signed body of a call. */
export function toBody({ merchantId, key }: FormSettings, fields: Params): URLSearchParams {
  const params = { mchId: merchantId, ...fields }
  return new URLSearchParams({ params: JSON.stringify({ ...params, sign: sign(params, key) }) })
}

function toStartFields({ login }: FormSettings, payment: Payment): Params {
  return {
    mchOrderNo: payment.reference,
    jobNo: login,
    channelId: payment.channel,
    currency: payment.amount.currency,
    amount: payment.amount.amount,
    clientIp: payment.ip,
    device: 'WEB',
    ...(payment.channel === 'ALIPAY_WAP' && { osType: 'ANDROID' }),
    notifyUrl: payment.notifyUrl,
    returnUrl: payment.returnUrl,
    subject: truncate(payment.description, 64),
    body: truncate(payment.description, 255),
  }
}

function toRefundFields({ login }: FormSettings, refund: Refund, payOrderId: string): Params {
  return {
    mchRefundNo: refund.refundReference,
    payOrderId,
    refundAmount: refund.amount.amount,
    currency: refund.amount.currency,
    clientIp: '127.0.0.1',
    device: 'WEB',
    loginName: login,
  }
}

function findProblem(payment: Payment): string | undefined {
  if (payment.reference.length > 30) return 'mchOrderNo is longer than 30'
  if (payment.notifyUrl.length > 200) return 'notifyUrl is longer than 200'
  return undefined
}

/**
 * A response: `good` if both of its codes are SUCCESS, `bad` if a code is not, and `broken` if the response is
 * unusable. For `bad` and `broken`, `answer` is the reason.
 */
type ApiResponse =
  | { kind: 'good'; params: Params }
  | { kind: 'bad'; answer: string; params: Params }
  | { kind: 'broken'; answer: string }

function parseResponse(response: HttpResult): ApiResponse {
  if (response.kind === 'broken') return response
  const params = parseObject(response.text)
  if (response.status !== 200 || !params) {
    return { kind: 'broken', answer: response.status === 200 ? 'not understood' : `HTTP ${response.status}` }
  }
  if (params.retCode === 'SUCCESS' && params.resCode === 'SUCCESS') return { kind: 'good', params }
  const code = textOf(params.errCode) ?? textOf(params.errCodeDes) ?? textOf(params.retMsg)
  if (params.retCode === undefined) return { kind: 'broken', answer: 'not understood' }
  return { kind: 'bad', answer: code ?? 'FAIL', params }
}

function toStarted({ url }: FormSettings, response: ApiResponse, { address, isCode }: Channel): StartResult {
  if (response.kind === 'broken') return { outcome: 'unknown', answer: response.answer }
  if (response.kind === 'bad') return { outcome: 'refused', answer: response.answer }
  const target = address(response.params)
  const providerReference = textOf(response.params.payOrderId)
  if (isCode) {
    if (!isCodeText(target)) return { outcome: 'unknown', answer: 'no code' }
    return { outcome: 'started', next: { kind: 'qr_code', text: target }, providerReference }
  }
  if (!isPageAddress(target, url)) return { outcome: 'unknown', answer: 'no address' }
  return { outcome: 'started', next: { kind: 'redirect', url: target }, providerReference }
}

function alipayUrl({ retParams }: Params): unknown {
  // The provider sends `retParams` as text or as an object.
  const nested = typeof retParams === 'string' ? parseObject(retParams) : retParams
  return isRecord(nested) ? nested.alipayUrl : undefined
}

function toReport({ key }: FormSettings, attempt: AttemptRef, response: ApiResponse): Report {
  if (response.kind !== 'good') return unknownReport(attempt, response.answer)
  const { params } = response
  if (!isSigned(params, key)) return unknownReport(attempt, 'signature')
  if (params.mchOrderNo !== attempt.reference) return unknownReport(attempt, 'another order')
  const status = String(params.status ?? '')
  return {
    outcome: statuses[status] ?? 'unknown',
    reference: attempt.reference,
    providerReference: textOf(params.payOrderId),
    merchant: textOf(params.mchId),
    amount: centsOf(params.amount),
    currency: textOf(params.currency),
    answer: status || 'no status',
  }
}

function toRefunded({ key }: FormSettings, refund: Refund, response: ApiResponse): RefundResult {
  const base = { providerReference: refund.refundProviderReference }
  if (response.kind === 'broken') return { outcome: 'unknown', ...base, answer: response.answer }
  if (!isSigned(response.params, key)) return { outcome: 'unknown', ...base, answer: 'signature' }
  if (response.kind === 'bad') return { outcome: 'refused', ...base, answer: response.answer }
  if (response.params.mchRefundNo !== refund.refundReference)
    return { outcome: 'unknown', ...base, answer: 'another refund' }
  const status = String(response.params.status ?? '')
  return {
    outcome: refundStatuses[status] ?? 'unknown',
    providerReference: textOf(response.params.refundOrderId),
    answer: status || 'no status',
  }
}

/**
 * Reads a notification from a form or a query string, because merchants have received both. Rejects the shopper's
 * return to the shop (`backType` 1), which does not confirm a payment.
 */
function readNotification({ merchantId, key }: FormSettings, { body, query }: WebhookDelivery): Notification {
  const params = Object.fromEntries([...new URLSearchParams(query), ...new URLSearchParams(body)])
  if (!isSigned(params, key)) {
    const reason = params.sign === undefined ? 'no signature' : 'signature'
    return { verdict: 'forged', reason, reference: null, eventKey: `x-${eventKeyOf(body, query)}` }
  }
  const reference = referenceOf(params.mchOrderNo)
  const eventKey = eventKeyOf(params.mchOrderNo, params.payOrderId, params.status, params.amount, params.backType)
  if (params.mchId !== merchantId) return { verdict: 'foreign', reason: 'merchant', reference, eventKey }
  if (params.backType === '1') return { verdict: 'foreign', reason: 'a browser', reference, eventKey }
  if (!reference) return { verdict: 'foreign', reason: 'reference', reference, eventKey }
  return { verdict: 'accepted', reference, eventKey }
}

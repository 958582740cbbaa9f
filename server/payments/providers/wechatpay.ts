import type { Config } from '#server/platform/config.ts'
import { parseObject, sendRequest, sendRequestWithRetry, textOf } from '#server/platform/http/http-client.ts'
import { centsOf, eventKeyOf, referenceOf, truncate } from './formats.ts'
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
import type { MerchantKey } from './wechatpay-signature.ts'
import { createAuthorization, decryptResource, isSigned, signForMiniProgram } from './wechatpay-signature.ts'

interface Settings {
  url: string
  appId: string
  key: MerchantKey
  /** The public key that verifies WeChat Pay's signatures. */
  platform: { publicKey: string; serial: string }
  /** The key that decrypts notifications, 32 bytes. */
  apiKey: string
  categoryCode: string
  timeoutMs: number
  now: () => Date
}
type Fields = Record<string, unknown>

/** Maps each status to the payment's outcome. A refund does not change the outcome `paid`. */
const statuses: Record<string, Report['outcome']> = {
  SUCCESS: 'paid',
  REFUND: 'paid',
  NOTPAY: 'pending',
  USERPAYING: 'pending',
  ACCEPT: 'pending',
  CLOSED: 'failed',
  REVOKED: 'failed',
  PAYERROR: 'failed',
}
const refundStatuses: Record<string, RefundResult['outcome']> = {
  SUCCESS: 'refunded',
  PROCESSING: 'pending',
  CLOSED: 'refused',
  ABNORMAL: 'unknown',
}

/**
 * WeChat Pay's own API for merchants outside mainland China (API v3, pay.weixin.qq.com "api_external"), for payments
 * inside a mini-program. The shop accepts a successful response only with WeChat Pay's signature. Null if WeChat Pay is
 * not configured.
 */
export function openWeChatPay(config: Config, now: () => Date): Provider | null {
  const settings = readSettings(config, now)
  if (!settings) return null
  return {
    name: 'wechatpay',
    merchant: settings.key.merchantId,
    currencies: ['CAD', 'USD'],
    cancelStatuses: [],
    start: (payment) => start(settings, payment),
    check: async (attempt) =>
      toReport(attempt, await get(settings, `/v3/global/transactions/out-trade-no/${attempt.reference}`)),
    async cancel({ reference }) {
      const path = `/v3/global/transactions/out-trade-no/${reference}/close`
      const response = await post(settings, path, { mchid: settings.key.merchantId })
      if (response.kind === 'good') return { outcome: 'cancelled', answer: 'closed' }
      if (response.kind === 'broken') return { outcome: 'unknown', answer: response.answer }
      return { outcome: response.answer === 'ORDER_NOT_EXIST' ? 'absent' : 'refused', answer: response.answer }
    },
    refund: async (refund) =>
      toRefunded(refund, await post(settings, '/v3/global/refunds', toRefundFields(settings, refund))),
    async checkRefund(refund) {
      const response = await get(settings, `/v3/global/refunds/out-refund-no/${refund.refundReference}`)
      const found = toRefunded(refund, response)
      if (response.kind !== 'bad') return found
      return { ...found, outcome: response.answer === 'RESOURCE_NOT_EXISTS' ? 'absent' : 'unknown' }
    },
    readNotification: (delivery) => readNotification(settings, delivery),
    respondToNotification(reception) {
      if (reception === 'taken') return Response.json({ code: 'SUCCESS' })
      return Response.json({ code: 'FAIL', message: reception }, { status: reception === 'refused' ? 400 : 503 })
    },
  }
}

function readSettings(config: Config, now: () => Date): Settings | null {
  const { WECHATPAY_URL, WECHATPAY_PRIVATE_KEY, WECHATPAY_PLATFORM_KEY } = config
  if (!WECHATPAY_URL || !WECHATPAY_PRIVATE_KEY || !WECHATPAY_PLATFORM_KEY) return null
  return {
    url: WECHATPAY_URL,
    appId: config.WECHATPAY_APP_ID,
    key: {
      merchantId: config.WECHATPAY_MERCHANT_ID,
      privateKey: WECHATPAY_PRIVATE_KEY,
      serial: config.WECHATPAY_SERIAL,
    },
    platform: { publicKey: WECHATPAY_PLATFORM_KEY, serial: config.WECHATPAY_PLATFORM_SERIAL },
    apiKey: config.WECHATPAY_API_KEY,
    categoryCode: config.WECHATPAY_CATEGORY,
    timeoutMs: config.PROVIDER_TIMEOUT_MS,
    now,
  }
}

type ApiResponse =
  | { kind: 'good'; facts: Fields }
  | { kind: 'bad'; answer: string }
  | { kind: 'broken'; answer: string }

const post = (settings: Settings, path: string, fields: Fields) =>
  call(settings, 'POST', { path, body: JSON.stringify(fields) })
const get = (settings: Settings, path: string) =>
  call(settings, 'GET', { path: `${path}?mchid=${settings.key.merchantId}`, body: '' })

async function call(
  settings: Settings,
  method: 'GET' | 'POST',
  { path, body }: { path: string; body: string },
): Promise<ApiResponse> {
  const response = await (method === 'GET' ? sendRequestWithRetry : sendRequest)(settings.url + path, {
    method,
    headers: {
      Authorization: createAuthorization(settings.key, { method, path, body, now: settings.now() }),
      'Content-Type': 'application/json',
      'User-Agent': 'storefront',
    },
    ...(body && { body }),
    timeoutMs: settings.timeoutMs,
  })
  if (response.kind === 'broken') return response
  if (response.status === 429) return { kind: 'broken', answer: 'HTTP 429' }
  if (response.status >= 400) {
    const code = textOf(parseObject(response.text)?.code)
    return code ? { kind: 'bad', answer: code } : { kind: 'broken', answer: `HTTP ${response.status}` }
  }
  if (!isSigned({ headers: response.headers, body: response.text }, settings.platform, settings.now())) {
    return { kind: 'broken', answer: 'signature' }
  }
  const facts = response.status === 204 ? {} : parseObject(response.text)
  return facts ? { kind: 'good', facts } : { kind: 'broken', answer: 'not understood' }
}

async function start(settings: Settings, payment: Payment): Promise<StartResult> {
  if (!payment.openId) return { outcome: 'refused', answer: 'no open id' }
  const response = await post(
    settings,
    '/v3/global/transactions/jsapi',
    toStartFields(settings, payment, payment.openId),
  )
  if (response.kind === 'broken') return { outcome: 'unknown', answer: response.answer }
  if (response.kind === 'bad') return { outcome: 'refused', answer: response.answer }
  const prepayId = textOf(response.facts.prepay_id)
  if (!prepayId) return { outcome: 'unknown', answer: 'no prepay_id' }
  const parameters = signForMiniProgram(settings.key, settings.appId, { prepayId, now: settings.now() })
  return { outcome: 'started', next: { kind: 'mini_program', parameters } }
}

function toStartFields({ appId, key, categoryCode, now }: Settings, payment: Payment, openId: string): Fields {
  return {
    appid: appId,
    mchid: key.merchantId,
    description: truncate(payment.description, 127),
    out_trade_no: payment.reference,
    time_expire: new Date(now().getTime() + payment.minutes * 60_000).toISOString().replace(/\.\d+Z$/, '+00:00'),
    notify_url: payment.notifyUrl,
    trade_type: 'JSAPI',
    merchant_category_code: categoryCode,
    amount: { total: payment.amount.amount, currency: payment.amount.currency },
    payer: { openid: openId },
  }
}

function toRefundFields({ appId, key }: Settings, refund: Refund): Fields {
  return {
    appid: appId,
    mchid: key.merchantId,
    out_trade_no: refund.reference,
    out_refund_no: refund.refundReference,
    reason: truncate(refund.reason, 80),
    amount: { refund: refund.amount.amount, total: refund.total.amount, currency: refund.amount.currency },
  }
}

function toReport(attempt: AttemptRef, response: ApiResponse): Report {
  if (response.kind !== 'good') return unknownReport(attempt, response.answer)
  const { facts } = response
  if (facts.out_trade_no !== attempt.reference) return unknownReport(attempt, 'another order')
  const status = textOf(facts.trade_state) ?? 'no state'
  const amount = isFields(facts.amount) ? facts.amount : {}
  return {
    outcome: statuses[status] ?? 'unknown',
    reference: attempt.reference,
    providerReference: textOf(facts.transaction_id),
    merchant: textOf(facts.mchid),
    amount: centsOf(amount.total),
    currency: textOf(amount.currency),
    answer: status,
  }
}

/**
 * Reads the response to a refund request or to a query of a refund. A response without a status only means that WeChat
 * Pay accepted the refund. A later query with the refund's number returns the result.
 */
function toRefunded(refund: Refund, response: ApiResponse): RefundResult {
  const base = { providerReference: refund.refundProviderReference }
  if (response.kind === 'broken') return { outcome: 'unknown', ...base, answer: response.answer }
  if (response.kind === 'bad') return { outcome: 'refused', ...base, answer: response.answer }
  const { facts } = response
  if (facts.out_refund_no !== refund.refundReference) return { outcome: 'unknown', ...base, answer: 'another refund' }
  const status = textOf(facts.status)
  return {
    outcome: status ? (refundStatuses[status] ?? 'unknown') : 'pending',
    providerReference: textOf(facts.id) ?? textOf(facts.refund_id),
    answer: status ?? 'accepted',
  }
}

function readNotification(settings: Settings, { body, headers }: WebhookDelivery): Notification {
  const forged = (reason: string): Notification => ({
    verdict: 'forged',
    reason,
    reference: null,
    eventKey: `x-${eventKeyOf(body)}`,
  })
  if (!isSigned({ headers, body }, settings.platform, settings.now())) return forged('signature')
  const event = parseObject(body)
  const resource = event?.resource
  if (!event || !isFields(resource)) return forged('no resource')
  const text = decryptResource(
    {
      ciphertext: String(resource.ciphertext),
      nonce: String(resource.nonce),
      associated_data: textOf(resource.associated_data) ?? '',
    },
    settings.apiKey,
  )
  const facts = text === null ? null : parseObject(text)
  if (!facts) return forged('encryption')
  const reference = referenceOf(facts.out_trade_no)
  const eventKey = eventKeyOf(event.id)
  if (facts.mchid !== settings.key.merchantId) return { verdict: 'foreign', reason: 'merchant', reference, eventKey }
  if (!reference || !String(event.event_type).startsWith('TRANSACTION.')) {
    return { verdict: 'foreign', reason: reference ? 'about no payment' : 'reference', reference, eventKey }
  }
  return { verdict: 'accepted', reference, eventKey }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

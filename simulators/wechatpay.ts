import type { KeyObject } from 'node:crypto'
import { createPrivateKey, randomBytes, randomUUID } from 'node:crypto'
import type { Payment } from './frame/book.ts'
import type { Call, Frame, Operation, Protocol, Reply } from './frame/protocol.ts'
import type { Simulator } from './frame/simulator.ts'
import { startSimulator } from './frame/simulator.ts'
import type { PaymentOrder } from './payments.ts'
import { answerFaults, openPayment, refundPayment, signatureFaults } from './payments.ts'
import { areSigned, encryptResource, readAuthorization, signLines } from './wechatpay-signature.ts'

export interface WeChatPaySettings {
  port: number
  host?: string
  appId: string
  merchantId: string
  /** The merchant's public key, with its certificate's serial number. */
  merchantKey: KeyObject
  serial: string
  /** PEM of the private key that signs this platform's messages, and its serial number. */
  platformKey: string
  platformSerial: string
  /** The 32-byte key that encrypts notifications. */
  apiKey: string
  now?: () => Date
}

type Facts = Record<string, unknown>
interface Result {
  status: number
  facts: Facts | null
}

const states = { pending: 'NOTPAY', approved: 'USERPAYING', paid: 'SUCCESS', closed: 'CLOSED' } as const
const apiPrefix = '/v3/global'
const maxClockSkewSeconds = 300
const jsonType = 'application/json; charset=utf-8'

/**
 * Starts a simulator of WeChat Pay's API v3 for merchants outside mainland China. `POST /sheet` takes the parameters of
 * `wx.requestPayment` and returns the content of WeChat's payment sheet. No money moves.
 */
export function startWeChatPay(settings: WeChatPaySettings): Promise<Simulator> {
  return startSimulator(settings, (frame) => createProtocol(settings, frame))
}

function createProtocol(settings: WeChatPaySettings, frame: Frame): Protocol {
  const { book } = frame
  const { appId, merchantId, platformSerial, apiKey, now = () => new Date() } = settings
  const platformKey = createPrivateKey(settings.platformKey)
  const payers = new Map<string, string>()

  function read(call: Call): Operation | Reply | null {
    if (call.method === 'POST' && call.path === '/sheet')
      return plain(openSheet({ settings, find: book.find, payers }, call.body))
    const refusal = call.path.startsWith(`${apiPrefix}/`) ? findCallerProblem(settings, now(), call) : 'not here'
    if (refusal)
      return plain({ status: refusal === 'not here' ? 404 : 401, facts: { code: 'SIGN_ERROR', message: refusal } })
    const operation = route(call)
    if (!operation) return signed({ status: 400, facts: { code: 'PARAM_ERROR', message: 'mchid or path is wrong' } })
    const { action, reference, act } = operation
    return {
      reference,
      name: action,
      isCreate: action === 'create',
      perform: (fault) => applyFault(fault === 'refuse_create' ? error(403, 'NO_AUTH', 'not enabled') : act(), fault),
    }
  }

  function route({
    method,
    path,
    query,
    body,
  }: Call): { action: string; reference: string; act(): Result } | undefined {
    const [kind, by, number = '', verb] = path.slice(apiPrefix.length + 1).split('/')
    const input: Facts = body ? JSON.parse(body) : Object.fromEntries(query)
    if (input.mchid !== merchantId) return undefined
    switch (`${method} ${kind} ${by ?? ''} ${verb ?? ''}`.trim()) {
      case 'POST transactions jsapi':
        return { action: 'create', reference: String(input.out_trade_no), act: () => create(input) }
      case 'GET transactions out-trade-no':
        return { action: 'query', reference: number, act: () => find(number) }
      case 'POST transactions out-trade-no close':
        return { action: 'cancel', reference: number, act: () => close(number) }
      case 'POST refunds':
        return { action: 'refund', reference: String(input.out_trade_no), act: () => refund(input) }
      case 'GET refunds out-refund-no':
        return { action: 'query_refund', reference: number, act: () => findRefund(number, true) }
      default:
        return undefined
    }
  }

  function create(input: Facts): Result {
    const problem = findProblem(settings, input)
    if (problem) return error(400, 'PARAM_ERROR', problem)
    const reference = String(input.out_trade_no)
    if (book.find(reference)) return error(403, 'OUT_TRADE_NO_USED', 'used before')
    const { total, currency } = factsIn(input.amount)
    const minutes = (Date.parse(String(input.time_expire)) - now().getTime()) / 60_000
    const order: PaymentOrder = {
      reference,
      channel: 'JSAPI',
      wallet: 'WECHATPAY',
      amount: Number(total),
      currency: String(currency),
      description: String(input.description),
      returnUrl: '',
      notifyUrl: String(input.notify_url),
    }
    const { token: prepayId } = openPayment(frame, order, { minutes })
    payers.set(prepayId, String(factsIn(input.payer).openid))
    return { status: 200, facts: { prepay_id: prepayId } }
  }

  function find(reference: string): Result {
    const payment = book.find(reference)
    return payment ? { status: 200, facts: toFacts(payment) } : error(404, 'ORDER_NOT_EXIST', 'no such order')
  }

  const toFacts = ({ token, reference, status, amount, currency, endedAt }: Payment): Facts => ({
    appid: appId,
    mchid: merchantId,
    out_trade_no: reference,
    trade_type: 'JSAPI',
    trade_state: states[status],
    amount: { total: amount, currency, payer_total: amount, payer_currency: currency },
    ...(status === 'paid' && { id: token, transaction_id: `4200${token.slice(0, 24)}`, success_time: endedAt }),
  })

  function close(reference: string): Result {
    const payment = book.find(reference)
    if (!payment) return error(404, 'ORDER_NOT_EXIST', 'no such order')
    if (payment.status === 'paid') return error(400, 'ORDER_PAID', 'the order is paid')
    book.settle(payment, 'closed')
    return { status: 204, facts: null }
  }

  function refund(input: Facts): Result {
    const payment = book.find(String(input.out_trade_no))
    if (!payment) return error(404, 'RESOURCE_NOT_EXISTS', 'no such order')
    const { refund: amount, total, currency } = factsIn(input.amount)
    if (total !== payment.amount || currency !== payment.currency) return error(400, 'PARAM_ERROR', 'amount is wrong')
    const number = String(input.out_refund_no)
    const problem = refundPayment(frame, payment, { number, amount: Number(amount) })
    return problem ? error(403, 'NOT_ENOUGH', problem) : findRefund(number, false)
  }

  function findRefund(number: string, withStatus: boolean): Result {
    const refund = book.findRefund(number)
    if (!refund) return error(404, 'RESOURCE_NOT_EXISTS', 'no such refund')
    const { payment } = refund
    const amount = { refund: refund.amount, total: payment.amount, currency: payment.currency }
    const id = `5030${payment.token.slice(0, 24)}`
    const facts = { id, out_refund_no: number, out_trade_no: payment.reference, amount }
    return { status: 200, facts: { ...facts, ...(withStatus && { status: 'SUCCESS' }) } }
  }

  const error = (status: number, code: string, message: string): Result => ({ status, facts: { code, message } })

  function applyFault({ status, facts }: Result, fault?: string): Reply {
    const changed = facts && {
      ...facts,
      ...(fault === 'unknown_status' && { trade_state: 'PONDERING' }),
      ...(fault === 'other_order' && { out_trade_no: 'SOMEBODY-ELSE-A1' }),
    }
    const reply = signed({ status, facts: fault === 'empty_data' ? {} : changed })
    if (fault === 'no_answer_signature') return { ...reply, headers: {} }
    if (fault === 'bad_answer_signature') return { ...reply, body: `${reply.body} ` }
    return reply
  }

  const plain = ({ status, facts }: Result): Reply => ({
    status,
    type: jsonType,
    body: facts ? JSON.stringify(facts) : '',
  })

  function signed(result: Result): Reply {
    const reply = plain(result)
    return { ...reply, headers: signatureOf(reply.body) }
  }

  function signatureOf(body: string, at = now()) {
    const timestamp = String(Math.floor(at.getTime() / 1000))
    const nonce = randomBytes(16).toString('hex')
    return {
      'Wechatpay-Timestamp': timestamp,
      'Wechatpay-Nonce': nonce,
      'Wechatpay-Serial': platformSerial,
      'Wechatpay-Signature': signLines(platformKey, timestamp, nonce, body),
    }
  }

  function notice(payment: Payment, fault?: string) {
    const facts = { ...toFacts(payment), ...(fault === 'other_merchant' && { mchid: '1900009999' }) }
    const nonce = randomBytes(6).toString('hex')
    const resource = {
      original_type: 'transaction',
      algorithm: 'AEAD_AES_256_GCM',
      ciphertext: encryptResource(JSON.stringify(facts), { key: apiKey, nonce, aad: 'transaction' }),
      nonce,
      associated_data: 'transaction',
    }
    const body = JSON.stringify({
      id: randomUUID(),
      create_time: now().toISOString(),
      event_type: 'TRANSACTION.SUCCESS',
      resource_type: 'encrypt-resource',
      summary: 'payment successful',
      resource,
    })
    const stale = new Date(now().getTime() - (maxClockSkewSeconds + 60) * 1000)
    const signature = signatureOf(fault === 'bad_sign' ? `${body}?` : body, fault === 'stale_timestamp' ? stale : now())
    return { headers: { 'Content-Type': 'application/json', ...(fault !== 'no_sign' && signature) }, body }
  }

  return {
    faults: {
      notices: ['bad_sign', 'no_sign', 'other_merchant', 'stale_timestamp'],
      answers: [...answerFaults, ...signatureFaults],
    },
    read,
    notice,
    isAcknowledged: (status) => status === 200 || status === 204,
  }
}

function findCallerProblem(
  { merchantId, serial, merchantKey }: WeChatPaySettings,
  now: Date,
  call: Call,
): string | undefined {
  const { method, path, query, headers, body } = call
  let parts: Record<string, string>
  try {
    parts = readAuthorization(headers.authorization ?? '')
  } catch {
    return 'no authorization'
  }
  const { mchid, serial_no: certificate, timestamp = '', nonce_str: nonce = '', signature = '' } = parts
  if (mchid !== merchantId || certificate !== serial) return 'the merchant is not known'
  if (Math.abs(Number(timestamp) - now.getTime() / 1000) > maxClockSkewSeconds) return 'the time is over'
  const target = query.size > 0 ? `${path}?${query}` : path
  const isSigned = areSigned(merchantKey, signature, method, target, timestamp, nonce, body)
  return isSigned ? undefined : 'the signature does not match'
}

/** A copy of the object `value`, or an object without fields if `value` is not an object. */
const factsIn = (value: unknown): Facts => (typeof value === 'object' ? { ...value } : {})

function findProblem({ appId }: WeChatPaySettings, input: Facts): string | undefined {
  const lengths: [string, number][] = [
    ['description', 127],
    ['out_trade_no', 32],
    ['notify_url', 255],
    ['merchant_category_code', 4],
    ['time_expire', 64],
  ]
  for (const [name, max] of lengths) {
    const value = input[name]
    if (typeof value !== 'string' || !value || value.length > max) return `${name} is missing or too long`
  }
  if (input.appid !== appId || input.trade_type !== 'JSAPI') return 'appid or trade_type is wrong'
  const { total, currency } = factsIn(input.amount)
  if (!Number.isInteger(total) || Number(total) < 1) return 'amount.total must be whole minor units'
  if (currency !== 'CAD' && currency !== 'USD') return 'amount.currency is not allowed'
  if (!factsIn(input.payer).openid) return 'payer.openid is missing'
  return undefined
}

interface Sheets {
  settings: WeChatPaySettings
  find: (reference: string, token: string) => Payment | undefined
  /** The open id of each prepayment's payer. */
  payers: Map<string, string>
}

/**
 * The content of WeChat's payment sheet. Refuses parameters that the merchant did not sign, or that belong to another
 * payer.
 */
function openSheet({ settings, find, payers }: Sheets, body: string): Result {
  const { appId, merchantKey } = settings
  const { timeStamp, nonceStr, package: packed, signType, paySign, openId } = JSON.parse(body)
  const refuse = (message: string): Result => ({ status: 400, facts: { message } })
  if (signType !== 'RSA' || typeof timeStamp !== 'string') return refuse('signType or timeStamp is wrong')
  const key = merchantKey
  if (!areSigned(key, String(paySign), appId, timeStamp, nonceStr, packed)) return refuse('paySign does not match')
  const token = String(packed).replace(/^prepay_id=/, '')
  const payment = find('', token)
  if (!payment || packed === token) return refuse('prepay_id is not known')
  if (payers.get(token) !== openId) return refuse('the payer is another one')
  if (payment.status !== 'pending') return refuse('the order is paid or closed')
  const { description, amount, currency } = payment
  return { status: 200, facts: { token, description, amount, currency } }
}

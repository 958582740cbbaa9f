import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { renderWallet } from './snappay-page.ts'
import { readMembers, signText, withSign } from './snappay-signature.ts'

export interface StandInSettings {
  port: number
  appId: string
  merchantNo: string
  key: string
  host?: string
}

/** One request to the gateway with its answer, or one notification with the shop's answer, word for word. */
export interface Exchange {
  direction: 'request' | 'notification'
  sent: string
  answered: string
  status: number
}

export interface StandIn {
  url: string
  close(): Promise<void>
}

/** What a test can do to a payment, sent to `POST /control/:out_order_no` as `{ action, method?, times?, delayMs? }`. */
const payActions = ['pay', 'pay_wrong_amount', 'pay_other_currency', 'refuse', 'expire'] as const
const deliveryFaults = [
  'never',
  'duplicate',
  'parallel',
  'bad_sign',
  'no_sign',
  'delay',
  'other_merchant',
  'reserialised_numbers',
  'before_create_returns',
] as const
const transportFaults = [
  'timeout_after_acceptance',
  'connection_cut',
  'html_502',
  'unknown_status',
  'empty_data',
  'no_answer_signature',
  'bad_answer_signature',
  'other_order',
  'refuse_create',
] as const
type PayAction = (typeof payActions)[number]
type DeliveryFault = (typeof deliveryFaults)[number]
type TransportFault = (typeof transportFaults)[number]

interface Command {
  /** `clear` takes all faults back. */
  action: PayAction | DeliveryFault | TransportFault | 'clear'
  /** Which gateway call a transport fault hits; every one when left out. */
  method?: string
  times?: number
  delayMs?: number
}

interface Payment {
  token: string
  reference: string
  method: string
  wallet: string
  amount: string
  currency: string
  description: string
  returnUrl: string
  notifyUrl: string
  status: 'USERPAYING' | 'SUCCESS' | 'CLOSE'
  closesAt: number
  endTime: string
  refunds: Map<string, string>
}

/** SnapPay publishes no schedule: this one is made up. */
const madeUpRetrySeconds = [1, 5, 15, 60]
const maxBodyBytes = 256 * 1024
const maxTranscript = 2000

/** Opens a gateway that speaks SnapPay's protocol, with a wallet page that stands for the shopper's phone. No money moves. */
export function startSnapPay(settings: StandInSettings): Promise<StandIn> {
  const gateway = createGateway(settings)
  const server = createServer((request, response) => {
    gateway.handle(request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  })
  return new Promise((resolve, reject) => {
    server.on('error', reject)
    server.listen(settings.port, settings.host ?? '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      gateway.port = port
      resolve({
        url: `http://127.0.0.1:${port}`,
        close() {
          gateway.stop()
          server.closeAllConnections()
          return new Promise((done) => server.close(() => done()))
        },
      })
    })
  })
}

function createGateway(settings: StandInSettings) {
  const payments = new Map<string, Payment>()
  const byToken = new Map<string, Payment>()
  const commands = new Map<string, Command[]>()
  const transcript: Exchange[] = []
  const timers = new Set<NodeJS.Timeout>()

  const gateway = { port: 0, handle, stop }
  return gateway

  function stop() {
    for (const timer of timers) clearTimeout(timer)
  }

  function after(ms: number, work: () => void) {
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, ms)
    timer.unref()
    timers.add(timer)
  }

  function record(exchange: Exchange) {
    transcript.push(exchange)
    if (transcript.length > maxTranscript) transcript.shift()
  }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', 'http://stand-in')
    const [area, name = '', action] = url.pathname.slice(1).split('/')
    if (area === 'api' && name === 'gateway' && request.method === 'POST') return answerGateway(request, response)
    if (area === 'wallet') return answerWallet(request, response, url, name, action)
    if (area === 'control' && name === 'transcript') return sendJson(response, 200, JSON.stringify(transcript))
    if (area === 'control' && request.method === 'POST') return obey(request, response, decodeURIComponent(name))
    send(response, 404, 'text/plain', 'not here')
  }

  async function answerGateway(request: IncomingMessage, response: ServerResponse) {
    const body = await readBody(request)
    const reply = (status: number, answered: string, type = 'application/json; charset=utf-8') => {
      record({ direction: 'request', sent: body, answered, status })
      send(response, status, type, answered)
    }
    let input: Input
    try {
      input = new Input(body)
    } catch {
      return reply(200, answer('E000400', 'the request is not JSON'))
    }
    const refusal = refuseCaller(input, body)
    if (refusal) return reply(200, refusal)
    const reference = input.text('out_order_no')
    const fault = takeTransportFault(reference, input.text('method'))
    if (fault === 'html_502') return reply(502, '<html><body><h1>502 Bad Gateway</h1></body></html>', 'text/html')
    if (fault === 'refuse_create') return reply(200, answer('E045048', 'the product is not enabled'))
    const answered = disturb(perform(input), fault)
    if (fault === 'timeout_after_acceptance')
      return record({ direction: 'request', sent: body, answered: '', status: 0 })
    if (fault === 'connection_cut') {
      record({ direction: 'request', sent: body, answered: '', status: 0 })
      return void request.socket.destroy()
    }
    if (input.text('method').endsWith('pay') && takeDelivery(reference, 'before_create_returns'))
      await payEarly(reference)
    reply(200, answered)
  }

  async function payEarly(reference: string) {
    const payment = payments.get(reference)
    if (!payment) return
    settle(payment, 'SUCCESS')
    await notify(payment, {})
  }

  function refuseCaller(input: Input, body: string): string | undefined {
    if (input.text('app_id') !== settings.appId) return answer('E000401', 'unknown app_id')
    if (input.text('merchant_no') !== settings.merchantNo) return answer('E000402', 'unknown merchant_no')
    if (input.text('sign_type') !== 'MD5' || input.text('sign') !== signText(body, settings.key)) {
      return answer('E000403', 'the signature does not match')
    }
    if (input.text('format') !== 'JSON' || input.text('charset') !== 'UTF-8' || input.text('version') !== '1.0') {
      return answer('E000404', 'format, charset or version is wrong')
    }
    return undefined
  }

  function perform(input: Input): string {
    switch (input.text('method')) {
      case 'pay.h5pay':
        return create(input, ['ALIPAY', 'WECHATPAY'], 'h5pay_url')
      case 'pay.webpay':
        return create(input, ['ALIPAY', 'UNIONPAY'], 'webpay_url')
      case 'pay.orderquery':
        return query(input)
      case 'pay.ordercancel':
        return cancel(input)
      case 'pay.orderrefund':
        return refund(input)
      default:
        return answer('E000405', 'unknown method')
    }
  }

  function create(input: Input, wallets: string[], field: string): string {
    const problem = checkCreate(input, wallets)
    if (problem) return answer('E045001', problem)
    const reference = input.text('out_order_no')
    if (payments.has(reference)) return answer('E045002', 'out_order_no was used before')
    const minutes = Number(input.raw('effective_minutes') ?? 60)
    const payment: Payment = {
      token: randomBytes(16).toString('hex'),
      reference,
      method: input.text('method'),
      wallet: input.text('payment_method'),
      amount: input.raw('trans_amount') ?? '',
      currency: input.text('trans_currency'),
      description: input.text('description'),
      returnUrl: input.text('return_url'),
      notifyUrl: input.text('notify_url'),
      status: 'USERPAYING',
      closesAt: Date.now() + minutes * 60_000,
      endTime: '',
      refunds: new Map(),
    }
    payments.set(reference, payment)
    byToken.set(payment.token, payment)
    // The shopper may be on another device of the local network: the address by which it reached the shop reaches us too.
    const address = new URL(payment.returnUrl)
    const page = `http://${address.hostname}:${gateway.port}/wallet/${payment.token}`
    const data = `{"trans_no":${quote(payment.token)},"out_order_no":${quote(reference)},"merchant_no":${quote(settings.merchantNo)},"trans_status":"USERPAYING",${quote(field)}:${quote(page)}}`
    return answer('0', 'success', [data])
  }

  function checkCreate(input: Input, wallets: string[]): string | undefined {
    const lengths: [string, number][] = [
      ['out_order_no', 64],
      ['description', 128],
      ['notify_url', 256],
      ['return_url', input.text('method') === 'pay.h5pay' ? 256 : 1024],
    ]
    for (const [name, most] of lengths) {
      const length = input.text(name).length
      if (length === 0 || length > most) return `${name} is missing or too long`
    }
    const wallet = input.text('payment_method')
    if (!wallets.includes(wallet)) return 'payment_method is not allowed here'
    if (!['CAD', 'USD'].includes(input.text('trans_currency'))) return 'trans_currency is not allowed'
    const amount = input.raw('trans_amount') ?? ''
    if (!/^\d{1,9}(\.\d{1,2})?$/.test(amount) || Number(amount) === 0) return 'trans_amount must be a number of dollars'
    const minutes = input.raw('effective_minutes')
    if (minutes !== undefined && !(Number(minutes) >= 5 && Number(minutes) <= 60))
      return 'effective_minutes must be 5 to 60'
    const browser = input.text('browser_type')
    if (browser && !['PC', 'WAP'].includes(browser)) return 'browser_type is wrong'
    if (wallet === 'UNIONPAY' && browser === 'WAP') return 'browser_type WAP is not allowed for UNIONPAY'
    const extension = input.text('extension_parameters')
    if (extension && !isJsonObject(extension)) return 'extension_parameters must be a JSON text'
    return undefined
  }

  function query(input: Input): string {
    const payment = find(input)
    return payment
      ? answer('0', 'query successful', [describe(payment)])
      : answer('E045024', 'the order does not exist')
  }

  function cancel(input: Input): string {
    const payment = find(input)
    if (!payment) return answer('E045025', 'the order does not exist')
    if (payment.status === 'SUCCESS') return answer('E045026', 'the order is paid')
    settle(payment, 'CLOSE')
    return answer('0', 'cancel successful', [describe(payment)])
  }

  function refund(input: Input): string {
    const payment = find(input)
    if (payment?.status !== 'SUCCESS') return answer('E045043', 'the order does not exist or is not paid')
    const number = input.text('out_refund_no')
    const amount = input.raw('refund_amount') ?? ''
    if (!number || number.length > 64) return answer('E045044', 'out_refund_no is missing or too long')
    if (!/^\d{1,9}(\.\d{1,2})?$/.test(amount)) return answer('E045044', 'refund_amount must be a number of dollars')
    const others = [...payment.refunds].filter(([known]) => known !== number)
    const cents = (text: string) => Math.round(Number(text) * 100)
    const refunded = others.reduce((sum, [, text]) => sum + cents(text), 0)
    if (refunded + cents(amount) > cents(payment.amount)) return answer('E045045', 'more than was paid')
    payment.refunds.set(number, amount)
    const data = `{"trans_no":${quote(payment.token)},"out_order_no":${quote(payment.reference)},"out_refund_no":${quote(number)},"trans_status":"SUCCESS","refund_trans_no":${quote(`R${payment.token.slice(0, 30)}`)},"refund_trans_end_time":${quote(utcTime())}}`
    return answer('0', 'refund successful', [data])
  }

  function find(input: Input): Payment | undefined {
    const payment = payments.get(input.text('out_order_no')) ?? byToken.get(input.text('trans_no'))
    if (payment?.status === 'USERPAYING' && Date.now() > payment.closesAt) settle(payment, 'CLOSE')
    return payment
  }

  function settle(payment: Payment, status: 'SUCCESS' | 'CLOSE') {
    payment.status = status
    payment.endTime = utcTime()
  }

  /** The facts of a payment as both the query and the notification tell them. */
  function facts(payment: Payment): string {
    const { token, reference, status, wallet, currency, amount, endTime, method } = payment
    const end = endTime ? `,"trans_end_time":${quote(endTime)}` : ''
    return `"trans_no":${quote(token)},"out_order_no":${quote(reference)},"merchant_no":${quote(settings.merchantNo)},"trans_status":${quote(status)},"payment_method":${quote(wallet)},"pay_operation_method":${method === 'pay.h5pay' ? 6 : 9},"pay_user_account_id":"demo","trans_currency":${quote(currency)},"exchange_rate":5.21,"trans_amount":${amount},"c_trans_fee":0.0,"customer_paid_amount":${amount},"discount_bmopc":0.0,"discount_bpc":0.0${end}`
  }

  function describe(payment: Payment): string {
    return `{${facts(payment)}}`
  }

  function answer(code: string, msg: string, data: string[] = []): string {
    const json = `{"code":${quote(code)},"msg":${quote(msg)},"total":${data.length},"data":[${data.join(',')}],"psn":${quote(randomBytes(8).toString('hex'))}}`
    return withSign(json, signText(json, settings.key))
  }

  function disturb(answered: string, fault: TransportFault | undefined): string {
    const resign = (from: RegExp, to: string) => {
      const changed = answered.replace(from, to)
      const json = `{${readMembers(changed)
        .filter(([name]) => name !== 'sign' && name !== 'sign_type')
        .map(([name, raw]) => `${quote(name)}:${raw}`)
        .join(',')}}`
      return withSign(json, signText(json, settings.key))
    }
    if (fault === 'unknown_status') return resign(/"trans_status":"[A-Z]+"/, '"trans_status":"PONDERING"')
    if (fault === 'empty_data') return answer('0', 'success')
    if (fault === 'other_order') return resign(/"out_order_no":"[^"]*"/, '"out_order_no":"SOMEBODY-ELSE-A1"')
    if (fault === 'no_answer_signature') return answered.replace(/,"sign":"[0-9a-f]+"/, '')
    if (fault === 'bad_answer_signature') return answered.replace(/"sign":"[0-9a-f]{4}/, '"sign":"0bad')
    return answered
  }

  async function obey(request: IncomingMessage, response: ServerResponse, reference: string) {
    const command = JSON.parse(await readBody(request)) as Command
    const payment = payments.get(reference)
    if ((payActions as readonly string[]).includes(command.action)) {
      if (!payment) return sendJson(response, 404, '{"error":"no such payment"}')
      await pay(payment, command.action as PayAction)
      return sendJson(response, 200, describe(payment))
    }
    if (command.action === 'clear') {
      commands.delete(reference)
      return sendJson(response, 200, '{}')
    }
    if (![...deliveryFaults, ...transportFaults].includes(command.action as DeliveryFault)) {
      return sendJson(response, 400, '{"error":"no such action"}')
    }
    commands.set(reference, [...(commands.get(reference) ?? []), { ...command }])
    sendJson(response, 200, '{}')
  }

  /** Pays (or not) as a shopper in the wallet would; answers when the first notification was delivered. */
  async function pay(payment: Payment, action: PayAction) {
    if (action === 'expire' || action === 'refuse') return settle(payment, 'CLOSE')
    if (action === 'pay_wrong_amount') payment.amount = (Number(payment.amount) - 0.01).toFixed(2)
    if (action === 'pay_other_currency') payment.currency = payment.currency === 'CAD' ? 'USD' : 'CAD'
    settle(payment, 'SUCCESS')
    await deliver(payment)
  }

  function takeTransportFault(reference: string, method: string): TransportFault | undefined {
    return take(
      reference,
      (command) =>
        (transportFaults as readonly string[]).includes(command.action) &&
        (!command.method || command.method === method),
    )?.action as TransportFault | undefined
  }

  function takeDelivery(reference: string, fault: DeliveryFault) {
    return take(reference, (command) => command.action === fault)
  }

  function take(reference: string, fits: (command: Command) => boolean): Command | undefined {
    for (const key of [reference, '*']) {
      const queue = commands.get(key) ?? []
      const found = queue.find(fits)
      if (!found) continue
      // A delivery fault counts deliveries with `times`, so only a transport fault stays for several.
      const isTransport = (transportFaults as readonly string[]).includes(found.action)
      const left = isTransport ? (found.times ?? 1) - 1 : 0
      if (left > 0) found.times = left
      else
        commands.set(
          key,
          queue.filter((command) => command !== found),
        )
      return found
    }
    return undefined
  }

  async function deliver(payment: Payment) {
    const fault = take(payment.reference, (command) => (deliveryFaults as readonly string[]).includes(command.action))
    const times = fault?.times ?? 3
    switch (fault?.action) {
      case 'never':
        return
      case 'delay':
        return after(fault.delayMs ?? 1000, () => void notify(payment, {}))
      case 'duplicate':
        for (let time = 0; time < times; time++) await notify(payment, {})
        return
      case 'parallel':
        await Promise.all(Array.from({ length: times }, () => notify(payment, {})))
        return
      default:
        await notify(payment, { fault: fault?.action as DeliveryFault | undefined })
    }
  }

  async function notify(payment: Payment, { fault, tried = 0 }: { fault?: DeliveryFault; tried?: number }) {
    const body = notification(payment, fault)
    const taken = await post(payment.notifyUrl, body)
    const wait = madeUpRetrySeconds[tried]
    if (taken || wait === undefined) return
    after(wait * 1000, () => void notify(payment, { fault, tried: tried + 1 }))
  }

  function notification(payment: Payment, fault?: DeliveryFault): string {
    const json = `{"app_id":${quote(settings.appId)},"format":"JSON","charset":"UTF-8","version":"1.0","timestamp":${quote(payment.endTime)},${facts(payment)}}`
    if (fault === 'other_merchant') {
      const other = json.replace(quote(settings.merchantNo), '"901800009999"')
      return withSign(other, signText(other, settings.key))
    }
    const signed = withSign(json, signText(json, settings.key))
    if (fault === 'no_sign') return signed.replace(/,"sign":"[0-9a-f]+"/, '')
    if (fault === 'bad_sign') return withSign(json, signText(json, `${settings.key}?`))
    if (fault === 'reserialised_numbers') return JSON.stringify(JSON.parse(signed))
    return signed
  }

  /** Whether the shop took the notification: HTTP 200 and code 0. */
  async function post(url: string, body: string): Promise<boolean> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        body,
        headers: { 'Content-Type': 'application/json; charset=utf-8' },
        redirect: 'manual',
        signal: AbortSignal.timeout(10_000),
      })
      const answered = await response.text()
      record({ direction: 'notification', sent: body, answered, status: response.status })
      return response.status === 200 && JSON.parse(answered).code === '0'
    } catch {
      record({ direction: 'notification', sent: body, answered: '', status: 0 })
      return false
    }
  }

  async function answerWallet(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
    token: string,
    action?: string,
  ) {
    const payment = byToken.get(token)
    if (!payment) return send(response, 404, 'text/plain; charset=utf-8', 'No such payment. 没有这笔付款。')
    find(new Input(`{"trans_no":${quote(token)}}`))
    const language = readLanguage(url, request)
    if (request.method !== 'POST') {
      const page = renderWallet({ ...payment, language, path: `/wallet/${token}` })
      return send(response, 200, 'text/html; charset=utf-8', page)
    }
    if (payment.status === 'USERPAYING' && action === 'pay') {
      settle(payment, 'SUCCESS')
      void deliver(payment)
    }
    if (payment.status === 'USERPAYING' && action === 'refuse') settle(payment, 'CLOSE')
    const back = new URL(payment.returnUrl)
    back.searchParams.set('out_order_no', payment.reference)
    response.writeHead(303, { Location: back.href, 'Cache-Control': 'no-store' }).end()
  }
}

/** The fields of a request: texts as they mean, others as they stand there. */
class Input {
  readonly #members: Map<string, string>
  constructor(json: string) {
    this.#members = new Map(readMembers(json))
  }
  text(name: string): string {
    const raw = this.#members.get(name)
    return raw?.startsWith('"') ? JSON.parse(raw) : ''
  }
  raw(name: string): string | undefined {
    return this.#members.get(name)
  }
}

function readLanguage(url: URL, request: IncomingMessage): 'en' | 'zh' {
  const chosen = url.searchParams.get('lang')
  if (chosen === 'zh' || chosen === 'en') return chosen
  return /^\s*zh/i.test(request.headers['accept-language'] ?? '') ? 'zh' : 'en'
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > maxBodyBytes) throw new Error('too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const quote = (text: string) => JSON.stringify(text)

function isJsonObject(text: string): boolean {
  try {
    return /^\{/.test(text.trim()) && typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}

const utcTime = () => new Date().toISOString().slice(0, 19).replace('T', ' ')

const sendJson = (response: ServerResponse, status: number, body: string) =>
  send(response, status, 'application/json; charset=utf-8', body)

function send(response: ServerResponse, status: number, type: string, body: string) {
  response
    .writeHead(status, {
      'Content-Type': type,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Content-Security-Policy':
        "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
    })
    .end(body)
}

if (import.meta.main) {
  const { PORT = '4700', HOST = '0.0.0.0' } = process.env
  const standIn = await startSnapPay({
    port: Number(PORT),
    host: HOST,
    appId: process.env.SNAPPAY_APP_ID ?? 'demo-app',
    merchantNo: process.env.SNAPPAY_MERCHANT_NO ?? '901800000116',
    key: process.env.SNAPPAY_KEY ?? 'demo-key-of-the-stand-in',
  })
  process.stdout.write(`A stand-in of SnapPay listens at ${standIn.url}; no money moves.\n`)
}

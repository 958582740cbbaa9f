import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Book, Payment } from './snappay-book.ts'
import { Input, quote, utcTime } from './snappay-book.ts'
import type { Faults, TransportFault } from './snappay-faults.ts'
import { readBody, send } from './snappay-http.ts'
import type { Notifier } from './snappay-notifier.ts'
import { readMembers, signText, withSign } from './snappay-signature.ts'

/** The one address that shops call: `POST /api/gateway`. `port` is where its wallet pages are. */
export function createGateway(book: Book, faults: Faults, notifier: Notifier) {
  const { settings, settle, describe, record } = book
  const gateway = { port: 0, answerGateway }
  return gateway

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
    const fault = faults.takeTransport(reference, input.text('method'))
    if (fault === 'html_502') return reply(502, '<html><body><h1>502 Bad Gateway</h1></body></html>', 'text/html')
    if (fault === 'refuse_create') return reply(200, answer('E045048', 'the product is not enabled'))
    const answered = disturb(perform(input), fault)
    if (fault === 'timeout_after_acceptance')
      return record({ direction: 'request', sent: body, answered: '', status: 0 })
    if (fault === 'connection_cut') {
      record({ direction: 'request', sent: body, answered: '', status: 0 })
      return void request.socket.destroy()
    }
    if (input.text('method').endsWith('pay') && faults.takeDelivery(reference, 'before_create_returns'))
      await payEarly(reference)
    reply(200, answered)
  }

  async function payEarly(reference: string) {
    const payment = book.at(reference)
    if (!payment) return
    settle(payment, 'SUCCESS')
    await notifier.notify(payment, {})
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
    if (book.at(reference)) return answer('E045002', 'out_order_no was used before')
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
    book.add(payment)
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
    return book.find(input.text('out_order_no'), input.text('trans_no'))
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
}

function isJsonObject(text: string): boolean {
  try {
    return /^\{/.test(text.trim()) && typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}

import { randomBytes } from 'node:crypto'
import type { Brand, Payment } from './frame/book.ts'
import type { Frame, Reply } from './frame/protocol.ts'
import type { Input, SnapPaySettings } from './snappay-messages.ts'
import { createMessages, quote, utcTime } from './snappay-messages.ts'

const unionPay: Brand = { name: { en: 'UnionPay', zh: '银联' }, accent: '#b3202c' }
const brands: Record<string, Brand> = {
  WECHATPAY: { name: { en: 'WeChat Pay', zh: '微信支付' }, accent: '#0a8f47' },
  ALIPAY: { name: { en: 'Alipay', zh: '支付宝' }, accent: '#1262d6' },
  UNIONPAY: unionPay,
  UNIONPAY_QR: unionPay,
}

/** The gateway's operations, for calls with a valid signature. */
export function createGateway(settings: SnapPaySettings, frame: Frame) {
  const { book } = frame
  const { answer, describe } = createMessages(settings)
  return perform

  function perform(input: Input, fault: string | undefined): Reply {
    if (fault === 'refuse_create') return answer('E045048', 'the product is not enabled')
    if (fault === 'refuse_refund') return answer('E045045', 'the refund is not possible')
    switch (input.text('method')) {
      case 'pay.h5pay':
        return create(input, ['ALIPAY', 'WECHATPAY'], 'h5pay_url')
      case 'pay.qrcodepay':
        return create(input, ['ALIPAY', 'WECHATPAY', 'UNIONPAY_QR'], 'qrcode_url')
      case 'pay.webpay':
        return create(input, ['ALIPAY', 'UNIONPAY'], 'webpay_url')
      case 'pay.orderquery':
        return query(input)
      case 'pay.ordercancel':
        return cancel(input)
      case 'pay.orderrefund':
        return refund(input, fault)
      default:
        return answer('E000405', 'unknown method')
    }
  }

  function create(input: Input, wallets: string[], field: string): Reply {
    const problem = checkCreate(input, wallets)
    if (problem) return answer('E045001', problem)
    const reference = input.text('out_order_no')
    if (book.find(reference)) return answer('E045002', 'out_order_no was used before')
    const wallet = input.text('payment_method')
    const minutes = Number(input.raw('effective_minutes') ?? 60)
    const payment = book.add({
      token: randomBytes(16).toString('hex'),
      reference,
      amount: toCents(input.raw('trans_amount') ?? ''),
      currency: input.text('trans_currency'),
      description: input.text('description'),
      returnUrl: input.text('return_url'),
      notifyUrl: input.text('notify_url'),
      closesAt: Date.now() + minutes * 60_000,
      brand: brands[wallet] ?? unionPay,
      notes: { method: input.text('method'), wallet },
      isScanned: field === 'qrcode_url',
    })
    const data = `{"trans_no":${quote(payment.token)},"out_order_no":${quote(reference)},"merchant_no":${quote(settings.merchantNo)},"trans_status":"USERPAYING",${quote(field)}:${quote(frame.pageOf(payment))}}`
    return answer('0', 'success', [data])
  }

  function checkCreate(input: Input, wallets: string[]): string | undefined {
    const returnLengths: Record<string, number> = { 'pay.h5pay': 256, 'pay.webpay': 1024 }
    const returnLength = returnLengths[input.text('method')]
    const lengths: [string, number][] = [
      ['out_order_no', 64],
      ['description', 128],
      ['notify_url', 256],
    ]
    if (returnLength) lengths.push(['return_url', returnLength])
    for (const [name, max] of lengths) {
      const length = input.text(name).length
      if (length === 0 || length > max) return `${name} is missing or too long`
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

  function query(input: Input): Reply {
    const payment = find(input)
    return payment
      ? answer('0', 'query successful', [describe(payment)])
      : answer('E045024', 'the order does not exist')
  }

  function cancel(input: Input): Reply {
    const payment = find(input)
    if (!payment) return answer('E045025', 'the order does not exist')
    if (payment.status === 'paid') return answer('E045026', 'the order is paid')
    book.settle(payment, 'closed')
    return answer('0', 'cancel successful', [describe(payment)])
  }

  function refund(input: Input, fault: string | undefined): Reply {
    const payment = find(input)
    if (payment?.status !== 'paid') return answer('E045043', 'the order does not exist or is not paid')
    const number = input.text('out_refund_no')
    const amount = input.raw('refund_amount') ?? ''
    if (!number || number.length > 64) return answer('E045044', 'out_refund_no is missing or too long')
    if (!/^\d{1,9}(\.\d{1,2})?$/.test(amount)) return answer('E045044', 'refund_amount must be a number of dollars')
    if (!book.refund(payment, number, toCents(amount))) return answer('E045045', 'more than was paid')
    const status = fault === 'slow_refund' ? 'REFUNDING' : 'SUCCESS'
    const refundNumber = `R${[...payment.refunds.keys()].indexOf(number)}${payment.token.slice(0, 28)}`
    const data = `{"trans_no":${quote(payment.token)},"out_order_no":${quote(payment.reference)},"out_refund_no":${quote(number)},"trans_status":${quote(status)},"refund_trans_no":${quote(refundNumber)},"refund_trans_end_time":${quote(utcTime(new Date()))}}`
    return answer('0', 'refund successful', [data])
  }

  function find(input: Input): Payment | undefined {
    return book.find(input.text('out_order_no'), input.text('trans_no'))
  }
}

const toCents = (dollars: string) => Math.round(Number(dollars) * 100)

function isJsonObject(text: string): boolean {
  try {
    return /^\{/.test(text.trim()) && typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}

import { readMembers } from './snappay-signature.ts'

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

/** A payment as SnapPay knows it. */
export interface Payment {
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

const maxTranscript = 2000

export type Book = ReturnType<typeof openBook>

/** What the stand-in remembers: payments by our reference and by its own token, and all that was said. */
export function openBook(settings: StandInSettings) {
  const payments = new Map<string, Payment>()
  const byToken = new Map<string, Payment>()
  const transcript: Exchange[] = []

  function add(payment: Payment) {
    payments.set(payment.reference, payment)
    byToken.set(payment.token, payment)
  }

  /** A payment by either name, as it is now: its time may have run out. */
  function find(reference: string, token: string): Payment | undefined {
    const payment = payments.get(reference) ?? byToken.get(token)
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

  function record(exchange: Exchange) {
    transcript.push(exchange)
    if (transcript.length > maxTranscript) transcript.shift()
  }

  return {
    settings,
    transcript,
    add,
    at: (reference: string) => payments.get(reference),
    find,
    settle,
    facts,
    describe,
    record,
  }
}

/** The fields of a request: texts as they mean, others as they stand there. */
export class Input {
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

/** A text as JSON writes it. */
export const quote = (text: string) => JSON.stringify(text)

/** The time in SnapPay's form, UTC. */
export const utcTime = () => new Date().toISOString().slice(0, 19).replace('T', ' ')

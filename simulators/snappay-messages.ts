import { randomBytes } from 'node:crypto'
import type { Payment } from './frame/book.ts'
import type { Reply } from './frame/protocol.ts'
import { readMembers, signText, withSign } from './snappay-signature.ts'

export interface SnapPaySettings {
  port: number
  host?: string
  appId: string
  merchantNo: string
  key: string
}

export const jsonType = 'application/json; charset=utf-8'
/** For each call that starts a payment, SnapPay's code of the payment type. */
const operations: Record<string, number> = { 'pay.qrcodepay': 4, 'pay.h5pay': 6, 'pay.webpay': 9 }
const statuses = { pending: 'USERPAYING', approved: 'USERPAYING', paid: 'SUCCESS', closed: 'CLOSE' }

/**
 * Functions that write SnapPay's signed responses and notifications, and the fields of a payment. All signatures use
 * the shop's key.
 */
export function createMessages(settings: SnapPaySettings) {
  return { answer, describe, disturb, notification }

  function answer(code: string, msg: string, data: string[] = []): Reply {
    const json = `{"code":${quote(code)},"msg":${quote(msg)},"total":${data.length},"data":[${data.join(',')}],"psn":${quote(randomBytes(8).toString('hex'))}}`
    return { status: 200, type: jsonType, body: withSign(json, signText(json, settings.key)) }
  }

  /** The JSON object that describes a payment in the response to a query. */
  function describe(payment: Payment): string {
    return `{${facts(payment)}}`
  }

  function facts({ token, reference, status, currency, amount, endedAt, notes }: Payment): string {
    const dollars = toDollars(amount)
    const end = endedAt ? `,"trans_end_time":${quote(utcTime(endedAt))}` : ''
    return `"trans_no":${quote(token)},"out_order_no":${quote(reference)},"merchant_no":${quote(settings.merchantNo)},"trans_status":${quote(statuses[status])},"payment_method":${quote(notes.wallet ?? '')},"pay_operation_method":${operations[notes.method ?? ''] ?? 9},"pay_user_account_id":"demo","trans_currency":${quote(currency)},"exchange_rate":5.21,"trans_amount":${dollars},"c_trans_fee":0.0,"customer_paid_amount":${dollars},"discount_bmopc":0.0,"discount_bpc":0.0${end}`
  }

  function notification(payment: Payment, fault?: string): string {
    const timestamp = utcTime(payment.endedAt ?? new Date())
    const json = `{"app_id":${quote(settings.appId)},"format":"JSON","charset":"UTF-8","version":"1.0","timestamp":${quote(timestamp)},${facts(payment)}}`
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

  function disturb(reply: Reply, fault: string | undefined): Reply {
    const body = reply.body
    const resign = (from: RegExp, to: string) => {
      const changed = body.replace(from, to)
      const json = `{${readMembers(changed)
        .filter(([name]) => name !== 'sign' && name !== 'sign_type')
        .map(([name, raw]) => `${quote(name)}:${raw}`)
        .join(',')}}`
      return { ...reply, body: withSign(json, signText(json, settings.key)) }
    }
    if (fault === 'unknown_status') return resign(/"trans_status":"[A-Z]+"/, '"trans_status":"PONDERING"')
    if (fault === 'empty_data') return answer('0', 'success')
    if (fault === 'other_order') return resign(/"out_order_no":"[^"]*"/, '"out_order_no":"SOMEBODY-ELSE-A1"')
    if (fault === 'no_answer_signature') return { ...reply, body: body.replace(/,"sign":"[0-9a-f]+"/, '') }
    if (fault === 'bad_answer_signature') return { ...reply, body: body.replace(/"sign":"[0-9a-f]{4}/, '"sign":"0bad') }
    return reply
  }
}

/**
 * The fields of a request. `text` decodes a string, and returns '' for any other value. `raw` returns a value's JSON
 * text.
 */
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

/** A text as a JSON string. */
export const quote = (text: string) => JSON.stringify(text)

/** A time in SnapPay's format, in UTC. */
export const utcTime = (at: Date) => at.toISOString().slice(0, 19).replace('T', ' ')

/** Cents as a JSON number of dollars that always has a fraction, as Java writes it: `12.34`, `12.3`, `12.0`. */
const toDollars = (cents: number) => (cents % 100 === 0 ? `${cents / 100}.0` : String(cents / 100))

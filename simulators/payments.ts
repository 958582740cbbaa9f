import { randomBytes } from 'node:crypto'
import type { Brand, Payment } from './frame/book.ts'
import type { Frame, Reply } from './frame/protocol.ts'

/** A new payment at a provider with several wallets. */
export interface PaymentOrder {
  reference: string
  /** The provider's own name of the channel. */
  channel: string
  wallet: 'WECHATPAY' | 'ALIPAY' | 'UNIONPAY'
  /** In minor units. */
  amount: number
  currency: string
  description: string
  returnUrl: string
  notifyUrl: string
}

const wallets = {
  WECHATPAY: { name: { en: 'WeChat Pay', zh: '微信支付' }, accent: '#0a8f47' },
  ALIPAY: { name: { en: 'Alipay', zh: '支付宝' }, accent: '#1262d6' },
  UNIONPAY: { name: { en: 'UnionPay', zh: '银联' }, accent: '#b3202c' },
} as const

/**
 * Adds a new payment to the simulator's list of payments (`book`). The wallet page shows the wallet's name and, if `by`
 * is given, the provider's name `by`.
 */
export function openPayment(
  { book }: Frame,
  { wallet, channel, ...order }: PaymentOrder,
  { by = '', minutes = 60, isScanned = false } = {},
): Payment {
  const { name, accent } = wallets[wallet]
  const brand: Brand = by ? { name: { en: `${name.en} · ${by}`, zh: `${name.zh} · ${by}` }, accent } : { name, accent }
  const token = randomBytes(16).toString('hex')
  return book.add({ ...order, token, brand, closesAt: Date.now() + minutes * 60_000, isScanned, notes: { channel } })
}

/**
 * Refunds a payment. `number` is the shop's refund number. A repeated call with the same number and amount refunds
 * nothing more. If the refund is refused, returns the reason.
 */
export function refundPayment(
  { book }: Frame,
  payment: Payment,
  { number, amount }: { number: string; amount: number },
): string | undefined {
  if (payment.status !== 'paid') return 'not paid'
  if (!(amount > 0) || !Number.isInteger(amount)) return 'the amount is wrong'
  return book.refund(payment, number, amount) ? undefined : 'more than was paid'
}

export const json = (fields: object, status = 200): Reply => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(fields),
})

/** Adds the provider's parameters to a URL of the shop. */
export function withQuery(address: string, query: Record<string, string>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

/**
 * Names of faults that a test can request for responses. Every provider with several wallets can simulate
 * `answerFaults`. Providers that sign their responses can also simulate `signatureFaults`.
 */
export const answerFaults = ['refuse_create', 'unknown_status', 'other_order', 'empty_data']
export const signatureFaults = ['no_answer_signature', 'bad_answer_signature']

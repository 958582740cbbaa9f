import type { Money } from '#contract/money.ts'

/** The ways to pay within SnapPay, named as in its own paths. */
export type Channel = 'h5pay/WECHATPAY' | 'webpay/ALIPAY' | 'webpay/UNIONPAY'

/** One try to pay, as a provider needs to know it. */
export interface Payment {
  /** Ours, never used for another try. */
  reference: string
  channel: Channel
  amount: Money
  /** What the wallet says it is for; cut to what the provider takes. */
  description: string
  returnUrl: string
  notifyUrl: string
  /** How long it shall be payable; the provider's bounds win. */
  minutes: number
  isMobile: boolean
}

/** `answer` is the provider's own word, for the record. Unknown means that it may have happened. */
export type Started = { outcome: 'started'; url: string } | { outcome: 'refused' | 'unknown'; answer: string }

/** What the provider says about one try. Only `paid` and `failed` are facts; money is `amount` in minor units. */
export interface Report {
  outcome: 'paid' | 'pending' | 'failed' | 'unknown'
  reference: string
  providerReference: string | null
  merchant: string | null
  amount: number | null
  currency: string | null
  answer: string
}

/** `cancelled` and `absent` (never known there) can no longer be paid; `refused` says nothing of the kind. */
export interface Cancelled {
  outcome: 'cancelled' | 'absent' | 'refused' | 'unknown'
  answer: string
}

/** What came without being asked for. `forged` is not from the provider; `foreign` is, but not about us. */
export type Notification = { eventKey: string; reference: string | null } & (
  | { verdict: 'accepted'; reference: string }
  | { verdict: 'forged' | 'foreign'; reason: string }
)

/** A payment provider. Its outcomes are data: nothing here throws, whatever the other side does. */
export interface Provider {
  name: string
  /** Our account there; a report about another one is a mismatch. */
  merchant: string
  currencies: string[]
  start(payment: Payment): Promise<Started>
  check(reference: string): Promise<Report>
  cancel(reference: string): Promise<Cancelled>
  readNotification(body: string): Notification
}

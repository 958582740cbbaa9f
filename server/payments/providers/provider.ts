import type { Locale } from '#contract/languages.ts'
import type { Money } from '#contract/money.ts'
import type { RequestPayment } from '#contract/payments.ts'

/** One try to pay, as a provider needs to know it. */
export interface Payment {
  /** Ours, at most 30 characters of `[0-9A-Za-z-]`, never used for another try. */
  reference: string
  /** The way within the provider, in the provider's own words: see the rows of `providers.ts`. */
  channel: string
  amount: Money
  /** What the wallet says it is for; cut to what the provider takes. */
  description: string
  returnUrl: string
  notifyUrl: string
  /** How long it shall be payable; the provider's bounds win. */
  minutes: number
  locale: Locale
  isMobile: boolean
  /** The shopper's address on the net. */
  ip: string
  /** Who the shopper is to the mini-program that pays; null elsewhere. */
  openId: string | null
}

/**
 * Where the shopper goes on: at an address, by scanning a code that our page shows, or in WeChat's own sheet with these
 * parameters. `text` is what the code says; the wallet that scans it pays.
 */
export type Next =
  | { kind: 'redirect'; url: string }
  | { kind: 'qr_code'; text: string }
  | { kind: 'mini_program'; parameters: RequestPayment }

/** `answer` is the provider's own word, for the record. Unknown means that it may have happened. */
export type Started =
  | { outcome: 'started'; next: Next; providerReference?: string | null }
  | { outcome: 'refused' | 'unknown'; answer: string }

/** A try that was started earlier; `providerReference` as the provider gave it, null while it gave none. */
export interface Tried {
  reference: string
  providerReference: string | null
  channel: string
  amount: Money
}

/**
 * What the provider says about one try. Only `paid` and `failed` are facts; money is `amount` in minor units.
 * `approved`: the shopper agreed, and money comes with `capture`.
 */
export interface Report {
  outcome: 'paid' | 'pending' | 'approved' | 'failed' | 'unknown'
  reference: string
  providerReference: string | null
  merchant: string | null
  amount: number | null
  currency: string | null
  answer: string
}

/**
 * `cancelled` and `absent` (never known there) can no longer be paid; `refused` says nothing of the kind. `impossible`:
 * there is no such call, so that it may be paid for as long as the provider likes.
 */
export interface Cancelled {
  outcome: 'cancelled' | 'impossible' | 'absent' | 'refused' | 'unknown'
  answer: string
}

/** Money to be given back of a try that was paid. */
export interface Refund extends Tried {
  /** Ours, at most 30 characters: the same for every call about the same wish, so that it is never given twice. */
  refundReference: string
  /** What was paid, at most to be given back in all. */
  total: Money
  /** `amount` is what this refund gives back. */
  reason: string
  /** The provider's own number of this refund, once it gave one. */
  refundProviderReference: string | null
}

/**
 * Only `refunded` and `refused` are facts: `pending` was taken and is under way, `unknown` may have happened. `absent`,
 * from `checkRefund`: it is not known there and may be sent again under the same number. `checkRefund` says `refused`
 * only of a refund that is known there: a question that fails refuses nothing.
 */
export interface Refunded {
  outcome: 'refunded' | 'pending' | 'refused' | 'unknown' | 'absent'
  providerReference: string | null
  answer: string
}

/** What came to our door, word by word. Names of headers are in lower case. */
export interface Delivery {
  body: string
  headers: Record<string, string>
  /** The address's query, as it stood there. */
  query: string
}

/**
 * What came without being asked for. `forged` is not from the provider; `foreign` is, but not about us. An accepted one
 * names the try by our reference or, where it carries none, by the provider's.
 */
export type Notification = { eventKey: string } & (
  | { verdict: 'accepted'; reference: string; providerReference?: string | null }
  | { verdict: 'accepted'; reference: null; providerReference: string }
  | { verdict: 'forged' | 'foreign'; reference: string | null; reason: string }
)

/** How the door is left: `taken` ends the provider's repeats, `again` asks for them, `refused` was forged. */
export type Reception = 'taken' | 'refused' | 'again'

/** A payment provider. Its outcomes are data: nothing here throws, whatever the other side does. */
export interface Provider {
  name: string
  /** Our account there; a report about another one is a mismatch. */
  merchant: string
  currencies: string[]
  /** Its bounds for one payment, in minor units, where it has some. */
  bounds?: { least?: number; most?: number }
  /** Its words, in lower case, for a payment that the shopper cancelled in the wallet. */
  cancelWords: readonly string[]
  start(payment: Payment): Promise<Started>
  check(tried: Tried): Promise<Report>
  /** Takes the money that the shopper agreed to; only where `check` says `approved`. Safe to call again. */
  capture?(tried: Tried): Promise<Report>
  cancel(tried: Tried): Promise<Cancelled>
  /** Safe to call again with the same `refundReference`. */
  refund(refund: Refund): Promise<Refunded>
  checkRefund(refund: Refund): Promise<Refunded>
  readNotification(delivery: Delivery): Notification | Promise<Notification>
  /** The answer that a notification gets, in the provider's own form. */
  answerNotification(reception: Reception): Response
}

/** A report that says nothing, with the reason. */
export function unknownReport({ reference, providerReference }: Tried, answer: string): Report {
  return { outcome: 'unknown', reference, providerReference, merchant: null, amount: null, currency: null, answer }
}

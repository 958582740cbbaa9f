import type { Locale } from '#contract/languages.ts'
import type { Money } from '#contract/money.ts'
import type { RequestPayment } from '#contract/payments.ts'

/** One attempt to pay, as a provider needs it. */
export interface Payment {
  /** Ours, at most 30 characters of `[0-9A-Za-z-]`, never reused for another attempt. */
  reference: string
  /** The provider's own name of the channel: see the rows of `providers.ts`. */
  channel: string
  amount: Money
  /** The purpose that the wallet shows, cut to the provider's limit. */
  description: string
  returnUrl: string
  notifyUrl: string
  /** How long the shopper may pay, within the provider's bounds. */
  minutes: number
  locale: Locale
  isMobile: boolean
  /** The shopper's IP address. */
  ip: string
  /** The shopper's open id in the mini-program that pays; null elsewhere. */
  openId: string | null
}

/**
 * The shopper's next step: a page, a code to scan on our page, or WeChat's own sheet with these parameters. `text` is
 * the content of the code; the wallet that scans it pays.
 */
export type Next =
  | { kind: 'redirect'; url: string }
  | { kind: 'qr_code'; text: string }
  | { kind: 'mini_program'; parameters: RequestPayment }

/** `answer` is the provider's own word, for the record. `unknown`: the payment may have started. */
export type Started =
  | { outcome: 'started'; next: Next; providerReference?: string | null }
  | { outcome: 'refused' | 'unknown'; answer: string }

/** An attempt that was started earlier. `providerReference` is null until the provider gives one. */
export interface Tried {
  reference: string
  providerReference: string | null
  channel: string
  amount: Money
}

/**
 * A provider's report about one attempt. Only `paid` and `failed` are facts; `amount` is in minor units. `approved`:
 * the shopper agreed, and `capture` takes the money.
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
 * `cancelled` and `absent` (unknown to the provider) can no longer be paid. `refused` says nothing about that.
 * `impossible`: the provider cannot cancel, so the payment stays open as long as the provider allows.
 */
export interface Cancelled {
  outcome: 'cancelled' | 'impossible' | 'absent' | 'refused' | 'unknown'
  answer: string
}

/** A refund of a paid attempt. */
export interface Refund extends Tried {
  /** Ours, at most 30 characters. Every call about one refund uses the same number, so that it is paid only once. */
  refundReference: string
  /** The amount that was paid, and so the limit of all refunds together. */
  total: Money
  /** `amount` is the amount of this refund. */
  reason: string
  /** The provider's own number of this refund, once it gave one. */
  refundProviderReference: string | null
}

/**
 * Only `refunded` and `refused` are facts. `pending` was accepted and is under way; `unknown` may have happened.
 * `absent`, from `checkRefund`: the provider does not know it, so it may be sent again under the same number.
 * `checkRefund` says `refused` only of a refund that the provider knows. A failed query refuses nothing.
 */
export interface Refunded {
  outcome: 'refunded' | 'pending' | 'refused' | 'unknown' | 'absent'
  providerReference: string | null
  answer: string
}

/** An incoming notification, verbatim. Names of headers are in lower case. */
export interface Delivery {
  body: string
  headers: Record<string, string>
  /** The query of the URL, verbatim. */
  query: string
}

/**
 * A parsed notification. `forged` is not from the provider; `foreign` is, but is not about our payments. An accepted
 * one names the attempt by our reference, or else by the provider's.
 */
export type Notification = { eventKey: string } & (
  | { verdict: 'accepted'; reference: string; providerReference?: string | null }
  | { verdict: 'accepted'; reference: null; providerReference: string }
  | { verdict: 'forged' | 'foreign'; reference: string | null; reason: string }
)

/** The result of a notification: `taken` ends the provider's repeats, `again` requests them, `refused` was forged. */
export type Reception = 'taken' | 'refused' | 'again'

/** A payment provider. Its outcomes are data: no function throws, whatever the provider answers. */
export interface Provider {
  name: string
  /** Our account at the provider. A report about another account is a mismatch. */
  merchant: string
  currencies: string[]
  /** The limits of one payment in minor units, if the provider has any. */
  bounds?: { least?: number; most?: number }
  /** Answers, in lower case, for a payment that the shopper cancelled in the wallet. */
  cancelWords: readonly string[]
  start(payment: Payment): Promise<Started>
  check(tried: Tried): Promise<Report>
  /** Takes the money of an `approved` payment. Safe to call again. */
  capture?(tried: Tried): Promise<Report>
  cancel(tried: Tried): Promise<Cancelled>
  /** Safe to call again with the same `refundReference`. */
  refund(refund: Refund): Promise<Refunded>
  checkRefund(refund: Refund): Promise<Refunded>
  readNotification(delivery: Delivery): Notification | Promise<Notification>
  /** The response to a notification, in the provider's own form. */
  answerNotification(reception: Reception): Response
}

/** A report without facts, with the reason. */
export function unknownReport({ reference, providerReference }: Tried, answer: string): Report {
  return { outcome: 'unknown', reference, providerReference, merchant: null, amount: null, currency: null, answer }
}

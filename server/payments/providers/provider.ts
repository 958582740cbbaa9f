import type { Locale } from '#contract/languages.ts'
import type { Money } from '#contract/money.ts'
import type { RequestPayment } from '#contract/payments.ts'

/** One attempt to pay, as a provider needs it. */
export interface Payment {
  /** Our reference, at most 30 characters of `[0-9A-Za-z-]`, never reused for another attempt. */
  reference: string
  /** The provider's name for the channel: see `paymentMethods` in `providers.ts`. */
  channel: string
  amount: Money
  /** The purpose that the wallet shows. A provider with a length limit truncates it. */
  description: string
  returnUrl: string
  notifyUrl: string
  /** The minutes that the shopper has for the payment. A provider with other limits raises or lowers this number. */
  minutes: number
  locale: Locale
  isMobile: boolean
  /** The shopper's IP address. */
  ip: string
  /** The shopper's WeChat open id for a payment inside a mini-program; null for other payments. */
  openId: string | null
}

/**
 * The shopper's next step: a page to open, a code to scan on our page, WeChat's payment sheet with `parameters`, or the
 * instructions on our page. `text` is the content of the code. The wallet that scans the code pays.
 */
export type NextStep =
  | { kind: 'redirect'; url: string }
  | { kind: 'qr_code'; text: string }
  | { kind: 'mini_program'; parameters: RequestPayment }
  | { kind: 'instructions' }

/**
 * The result of starting a payment. `answer` is the provider's code or message, for the record. `unknown` means that
 * the payment may have started.
 */
export type StartResult =
  | { outcome: 'started'; next: NextStep; providerReference?: string | null }
  | { outcome: 'refused' | 'unknown'; answer: string }

/** An attempt that was started earlier. `providerReference` is null until the provider gives one. */
export interface AttemptRef {
  reference: string
  providerReference: string | null
  channel: string
  amount: Money
}

/**
 * A provider's report about one attempt. Only `paid` and `failed` are definite. `approved` means that the shopper
 * agreed and that `capture` can take the money. `amount` is in minor units.
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
 * The result of a cancellation. A payment that is `cancelled` or `absent` (unknown to the provider) can no longer be
 * paid. A payment whose cancellation is `refused` may still be paid. `impossible` means that the provider cannot
 * cancel, so the payment stays open as long as the provider allows.
 */
export interface CancelResult {
  outcome: 'cancelled' | 'impossible' | 'absent' | 'refused' | 'unknown'
  answer: string
}

/** A refund of a paid attempt. `amount` is the amount of this refund. */
export interface Refund extends AttemptRef {
  /**
   * Our number of the refund, at most 30 characters. Every call about one refund uses the same number, so that the
   * refund is paid only once.
   */
  refundReference: string
  /** The amount of the original payment. The sum of its refunds cannot exceed this amount. */
  total: Money
  reason: string
  /** The provider's number of this refund; null until the provider gives one. */
  refundProviderReference: string | null
}

/**
 * The result of a refund. Only `refunded` and `refused` are definite. `pending`: the provider accepted the refund.
 * `unknown`: the refund may have happened. `checkRefund` returns `absent` if the provider does not know the refund; the
 * shop may then send it again with the same number. `checkRefund` returns `refused` only for a refund that the provider
 * knows, never for a failed query.
 */
export interface RefundResult {
  outcome: 'refunded' | 'pending' | 'refused' | 'unknown' | 'absent'
  providerReference: string | null
  answer: string
}

/** An incoming notification, verbatim. Header names are in lower case. */
export interface WebhookDelivery {
  body: string
  headers: Record<string, string>
  /** The query of the URL, verbatim. */
  query: string
}

/**
 * A parsed notification. `forged`: the provider did not send it. `foreign`: the provider sent it, but it is not about
 * our payments. `accepted`: it identifies an attempt by our reference, or else by the provider's reference. `dispute`:
 * it contains the provider's number of a dispute. `refund`: it contains our number of a refund.
 */
export type Notification = { eventKey: string } & (
  | { verdict: 'accepted'; reference: string; providerReference?: string | null }
  | { verdict: 'accepted'; reference: null; providerReference: string }
  | { verdict: 'forged' | 'foreign'; reference: string | null; reason: string }
  | { verdict: 'dispute'; dispute: string }
  | { verdict: 'refund'; refund: string }
)

/** A dispute of a payment, also called a chargeback: the shopper asks the bank to return the money. */
export interface DisputeReport {
  /** The provider's number of the dispute. */
  reference: string
  /** Our reference of the disputed payment; null if the payment is not ours. */
  payment: string | null
  state: 'open' | 'won' | 'lost'
  amount: number
  currency: string
  /** The provider's code of the reason, such as `fraudulent`. */
  reason: string
  /** The deadline for staff to send evidence to the provider; null if the provider expects none. */
  dueAt: Date | null
}

/**
 * How the shop received a notification. After `taken` the provider stops repeating the notification; after `again` it
 * repeats the notification. `refused` means that the notification was forged.
 */
export type NotificationOutcome = 'taken' | 'refused' | 'again'

/** The account to which shoppers send e-transfers from their bank. Staff confirm each payment. */
export interface TransferAccount {
  /** The email address and the name of the recipient. */
  email: string
  recipient: string
  /** How long the shop waits for the money. */
  hours: number
}

/** A payment provider. No function throws, whatever the provider responds: the result contains the outcome. */
export interface Provider {
  name: string
  /** Our account at the provider. A report about another account is a mismatch. */
  merchant: string
  currencies: string[]
  /** The limits of one payment in minor units, if the provider has any. */
  bounds?: { least?: number; most?: number }
  /** The smallest payment in each currency, in minor units. Only currencies that have a minimum are listed. */
  minAmounts?: Partial<Record<string, number>>
  /** Present if the provider has no API, so that staff confirm its payments and refunds. */
  transfer?: TransferAccount
  /** The values of a report's `answer`, in lower case, for a payment that the shopper cancelled in the wallet. */
  cancelStatuses: readonly string[]
  start(payment: Payment): Promise<StartResult>
  check(attempt: AttemptRef): Promise<Report>
  /** Takes the money of an `approved` payment. A repeated call takes it only once. */
  capture?(attempt: AttemptRef): Promise<Report>
  cancel(attempt: AttemptRef): Promise<CancelResult>
  /** Sends a refund. A repeated call with the same `refundReference` refunds only once. */
  refund(refund: Refund): Promise<RefundResult>
  checkRefund(refund: Refund): Promise<RefundResult>
  /** Reads a dispute; null if the call fails. Present if the provider notifies the shop of disputes. */
  checkDispute?(reference: string): Promise<DisputeReport | null>
  readNotification(delivery: WebhookDelivery): Notification | Promise<Notification>
  /** The response to a notification, in the provider's format. */
  respondToNotification(reception: NotificationOutcome): Response
}

/** A report of an unknown outcome, with the reason in `answer`. */
export function unknownReport({ reference, providerReference }: AttemptRef, answer: string): Report {
  return { outcome: 'unknown', reference, providerReference, merchant: null, amount: null, currency: null, answer }
}

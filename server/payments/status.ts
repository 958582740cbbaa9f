import type { OrderRow, Payable } from '#server/orders/orders.ts'
import { payableOf } from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import type { Report } from './providers/provider.ts'

/** The `lastAnswer` of an attempt that was given up unanswered: it may have been paid. */
export const givenUp = 'given up'

const second = 1000
const minute = 60 * second

/** How long after each other the job asks about a pending attempt; the last one repeats. */
const pendingDelaysMs = [5 * second, 10 * second, 20 * second, 40 * second, minute, 2 * minute, 5 * minute, 10 * minute]
/** A failed attempt is asked about a few times more: money that comes late must not get lost. */
const lateDelaysMs = [30 * minute, 2 * 60 * minute, 24 * 60 * minute]
/** However many wait, one attempt's provider is asked at most this often. */
export const askIntervalMs = 1500
/** The same where the shopper's time is over and the provider cannot be reached. */
export const endIntervalMs = 15 * second
/** A provider that cannot be reached is waited for this long after the attempt's time; then the order is given up. */
export const graceMs = 30 * minute

/** Staff decide about a refund that the provider has left unanswered for this long. */
export const refundPatienceMs = 60 * minute

export type AttemptState = 'pending' | 'paid' | 'failed' | 'late_paid' | 'mismatch'

interface Attempt {
  state: AttemptState
  part: Payable['part']
  amount: number
  currency: string
}

/**
 * What becomes of an attempt through a report, where its order can be paid for `payable`; null: it stays as it is.
 * Money that came stays: nothing overrides `paid`, and a payment that an order has no use for is kept as `late_paid`
 * for a person to look at, one of a sum that it has no use for any more as `mismatch`.
 */
export function judge(
  attempt: Attempt,
  payable: Pick<Payable, 'part' | 'amount'> | null,
  report: Report,
  merchant: string,
): Exclude<AttemptState, 'pending'> | null {
  if (attempt.state !== 'pending' && attempt.state !== 'failed') return null
  if (report.outcome === 'failed') return attempt.state === 'pending' ? 'failed' : null
  if (report.outcome !== 'paid') return null
  const isRight =
    report.merchant === merchant && report.currency === attempt.currency && report.amount === attempt.amount
  if (!isRight) return 'mismatch'
  if (payable?.part !== attempt.part) return 'late_paid'
  return payable.amount === attempt.amount ? 'paid' : 'mismatch'
}

/** Why an order cannot use money that was captured; see `unwanted`. */
export type Unwanted = 'ended' | 'paid_otherwise' | 'differs'

/**
 * Why the money of a report goes back by itself: its order has ended, is paid otherwise, or is unpaid and asks for
 * another sum. Null: it is not clear whose money it is or what for, so a person decides.
 */
export function unwanted(
  order: OrderRow,
  { part }: { part: Payable['part'] },
  report: Report,
  merchant: string,
): Unwanted | null {
  if (report.merchant !== merchant || !report.amount || !report.currency) return null
  if (hasEnded(order)) return 'ended'
  const isPaid = part === 'order' ? order.paymentStatus !== 'NOT_PAID' : order.balancePaid > 0
  if (isPaid) return 'paid_otherwise'
  const payable = payableOf(order)
  if (payable?.part !== part) return null
  return report.amount === payable.amount && report.currency === order.currency ? null : 'differs'
}

const lastStages = ['PICKED_UP', 'DELIVERED', 'SERVED', 'NO_SHOW']
const hasEnded = ({ status, fulfilmentStatus }: OrderRow) =>
  status === 'FAILED' || status === 'CANCELLED' || lastStages.includes(fulfilmentStatus)

/** Whether an attempt may still be paid: its order can be paid for just that, and the time for it is not over. */
export function isPayable(
  { app }: Context,
  order: OrderRow,
  { part, amount, expiresAt }: { part: Payable['part']; amount: number; expiresAt: Date },
): boolean {
  const payable = payableOf(order)
  return payable?.part === part && payable.amount === amount && (payable.until ?? expiresAt) > app.now()
}

/** When the job asks next about an attempt that it has asked about `checks` times; null: never again. */
export function nextCheck(state: AttemptState, checks: number, now: Date): Date | null {
  const delay =
    state === 'pending'
      ? pendingDelaysMs[Math.min(checks, pendingDelaysMs.length - 1)]
      : state === 'failed'
        ? lateDelaysMs[checks]
        : undefined
  return delay === undefined ? null : new Date(now.getTime() + delay)
}

/** How long after each other a refund that is not answered is followed up; the last one repeats. */
const refundDelaysMs = [
  15 * second,
  minute,
  5 * minute,
  30 * minute,
  2 * 60 * minute,
  12 * 60 * minute,
  24 * 60 * minute,
]

/** When the job calls next about a refund about which it has called `checks` times. */
export function nextRefundCall(checks: number, now: Date): Date {
  return new Date(now.getTime() + (refundDelaysMs[Math.min(checks, refundDelaysMs.length - 1)] ?? minute))
}

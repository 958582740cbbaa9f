import type { OrderRow, Payable } from '#server/orders/orders.ts'
import { payableOf } from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import type { Report } from './providers/provider.ts'

/** The `lastAnswer` of an attempt that the shop gave up because the provider sent no clear response. */
export const abandonedAnswer = 'given up'

/** Whether the shop gave up an attempt and the provider has sent no clear response since. It may have been paid. */
export const isAbandoned = ({ state, lastAnswer }: { state: AttemptState; lastAnswer: string | null }) =>
  state === 'failed' && lastAnswer === abandonedAnswer

const second = 1000
const minute = 60 * second

/** The delays between the job's checks of a pending attempt. The last delay repeats. */
const pendingDelaysMs = [5 * second, 10 * second, 20 * second, 40 * second, minute, 2 * minute, 5 * minute, 10 * minute]
/** The job checks a failed attempt a few more times, so that a late payment is not lost. */
const lateDelaysMs = [30 * minute, 2 * 60 * minute, 24 * 60 * minute]
/** The minimum time between two queries to a provider about the same attempt, however many clients poll. */
export const queryIntervalMs = 1500
/**
 * The minimum time between two queries about an attempt once the order's time to pay is over. If the order is still
 * open then, its provider may be unreachable. So the time is longer than `queryIntervalMs`.
 */
export const expiryQueryIntervalMs = 15 * second
/**
 * How long after an attempt's expiry the shop waits for a provider that does not respond. The shop then gives the
 * attempt up.
 */
export const abandonAfterMs = 30 * minute

/** Staff decide about a refund that the provider has left unanswered for this long. */
export const refundOverdueMs = 60 * minute

export type AttemptState = 'pending' | 'paid' | 'failed' | 'late_paid' | 'mismatch'

interface Attempt {
  state: AttemptState
  part: Payable['part']
  amount: number
  currency: string
}

/**
 * The new state of an attempt after a provider's report; null if the state does not change. `payable` is the payment
 * that the order accepts now, if any. A report changes only a `pending` or `failed` attempt. A payment that the order
 * does not accept is `late_paid`; a wrong amount, currency or merchant is `mismatch`. The shop refunds such money (see
 * `unwantedReason`), or staff review it.
 */
export function nextAttemptState(
  attempt: Attempt,
  payable: Pick<Payable, 'part' | 'amount'> | null,
  { report, merchant }: { report: Report; merchant: string },
): Exclude<AttemptState, 'pending'> | null {
  if (attempt.state !== 'pending' && attempt.state !== 'failed') return null
  if (report.outcome === 'failed') return attempt.state === 'pending' ? 'failed' : null
  if (report.outcome !== 'paid') return null
  const matchesAttempt =
    report.merchant === merchant && report.currency === attempt.currency && report.amount === attempt.amount
  if (!matchesAttempt) return 'mismatch'
  if (payable?.part !== attempt.part) return 'late_paid'
  return payable.amount === attempt.amount ? 'paid' : 'mismatch'
}

/** Why an order cannot use a payment that the provider received; see `unwantedReason`. */
export type UnwantedReason = 'ended' | 'paid_otherwise' | 'differs'

/**
 * Why the shop automatically refunds a payment that an order cannot use: the order has ended, is already paid, or
 * requires another amount or currency. Null if none of these reasons is certain, for example because the payment went
 * to another merchant; staff then decide.
 */
export function unwantedReason(
  order: Parameters<typeof payableOf>[0] & Pick<OrderRow, 'currency'>,
  { part }: { part: Payable['part'] },
  { report, merchant }: { report: Report; merchant: string },
): UnwantedReason | null {
  if (report.merchant !== merchant || !report.amount || !report.currency) return null
  if (hasEnded(order)) return 'ended'
  const isPaid = part === 'order' ? order.paymentStatus !== 'NOT_PAID' : order.balancePaid > 0
  if (isPaid) return 'paid_otherwise'
  const payable = payableOf(order)
  if (payable?.part !== part) return null
  return report.amount === payable.amount && report.currency === order.currency ? null : 'differs'
}

const finalStages = ['PICKED_UP', 'DELIVERED', 'SERVED', 'NO_SHOW']
const hasEnded = ({ status, fulfilmentStatus }: Pick<OrderRow, 'status' | 'fulfilmentStatus'>) =>
  status === 'FAILED' || status === 'CANCELLED' || finalStages.includes(fulfilmentStatus)

/**
 * Whether an attempt can still be paid: the order accepts this part with exactly this amount, and the time to pay is
 * not over.
 */
export function isPayable(
  { app }: { app: Pick<Context['app'], 'now'> },
  order: Parameters<typeof payableOf>[0],
  { part, amount, expiresAt }: { part: Payable['part']; amount: number; expiresAt: Date },
): boolean {
  const payable = payableOf(order)
  return payable?.part === part && payable.amount === amount && (payable.until ?? expiresAt) > app.now()
}

/** The time of the job's next check of an attempt after `checks` checks; null if there are no more checks. */
export function nextCheck(state: AttemptState, checks: number, now: Date): Date | null {
  const delay = checkDelayMs(state, checks)
  return delay === undefined ? null : new Date(now.getTime() + delay)
}

function checkDelayMs(state: AttemptState, checks: number): number | undefined {
  if (state === 'pending') return pendingDelaysMs[Math.min(checks, pendingDelaysMs.length - 1)]
  return state === 'failed' ? lateDelaysMs[checks] : undefined
}

/** The delays between calls about an unanswered refund. The last delay repeats. */
const refundDelaysMs = [
  15 * second,
  minute,
  5 * minute,
  30 * minute,
  2 * 60 * minute,
  12 * 60 * minute,
  24 * 60 * minute,
]

/** When the job next calls the provider about a refund, after `checks` earlier calls. */
export function nextRefundCall(checks: number, now: Date): Date {
  return new Date(now.getTime() + (refundDelaysMs[Math.min(checks, refundDelaysMs.length - 1)] ?? minute))
}

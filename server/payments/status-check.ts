import type { CheckedPayment } from '#contract/payments.ts'
import * as orders from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import type { Attempt } from './attempts.ts'
import * as attempts from './attempts.ts'
import { runAll } from './batch.ts'
import { codeOf } from './code.ts'
import { closeOrAbandon, expireOrder } from './expiry.ts'
import { findInstructions } from './instructions.ts'
import type { Provider, Report } from './providers/provider.ts'
import { openProvider } from './providers/providers.ts'
import { selectExpiredOrders } from './queries.ts'
import { settle } from './settle.ts'
import { expiryQueryIntervalMs, isAbandoned, isPayable } from './status.ts'

const batchSize = 20

/**
 * Returns the payment status of the caller's own order, whichever payment method it uses. While the payment is pending,
 * queries the provider at most once per `queryIntervalMs`, however many clients poll.
 */
export async function check(ctx: Context, { orderID, token }: OrderAccess): Promise<CheckedPayment> {
  let order = await orders.findOwned(ctx, orderID, token)
  let attempt = orders.payableOf(order) ? await attempts.findOpen(ctx, orderID) : undefined
  const provider = attempt && (await openProvider(ctx, attempt.provider))
  if (attempt && provider && (await attempts.claim(ctx, attempt.reference))) {
    const state = await settle(ctx, provider, await queryProvider(ctx, provider, attempt))
    order = (await orders.find(ctx, orderID)) ?? fail('not_found')
    if (order.status !== 'INTERIM' && state !== 'pending') attempt = undefined
  }
  const { status, paymentStatus } = order
  const isPending = attempt !== undefined && attempt.part === orders.payableOf(order)?.part
  const balanceStatus = isPending && attempt?.part === 'balance' ? 'PENDING' : orders.balanceStatusOf(order)
  const ended = status === 'FAILED' && (await findEndReason(ctx, order))
  return {
    orderID,
    ...(isPending && attempt?.isQrCode ? codeOf(ctx, attempt) : { qrCodeScan: false }),
    ...(isPending && attempt && (await findInstructions(ctx, attempt))),
    status,
    paymentStatus,
    ...(order.balance > 0 && { balanceStatus }),
    ...(ended && { ended }),
  }
}

/**
 * How the last payment of a failed order ended. Undefined if nobody started a payment, or if its outcome stayed
 * unknown.
 */
async function findEndReason(ctx: Context, { id, closedAt }: orders.OrderRow): Promise<CheckedPayment['ended']> {
  const last = (await attempts.findByOrder(ctx, id)).sort((one, other) => +other.startedAt - +one.startedAt)[0]
  if (last?.state !== 'failed' || !closedAt || !last.settledAt) return undefined
  if (closedAt >= last.expiresAt) return 'expired'
  // A cancellation explains the failed order only if the attempt ended before the order failed and was not replaced.
  const isReason = last.settledAt <= closedAt && !last.replacedAt
  const cancelStatuses = (await openProvider(ctx, last.provider))?.cancelStatuses ?? []
  if (isReason && cancelStatuses.includes(last.lastAnswer?.toLowerCase() ?? '')) return 'cancelled'
  return isAbandoned(last) ? undefined : 'failed'
}

/** An order, and the `token` of its emailed link if the visitor's session does not own the order. */
export interface OrderAccess {
  orderID: string
  token?: string | undefined
}

/** Queries the provider about an attempt. Captures an approved payment while the order still accepts it. */
export async function queryProvider(ctx: Context, provider: Provider, attempt: Attempt): Promise<Report> {
  const report = await provider.check(attempts.toAttemptRef(attempt))
  if (report.outcome !== 'approved' || !provider.capture) return report
  const order = await orders.find(ctx, attempt.orderId)
  const current = await attempts.find(ctx, attempt.reference)
  if (!order || !isPayable(ctx, order, attempt) || current?.state !== 'pending' || current.replacedAt) return report
  return provider.capture({ ...attempts.toAttemptRef(attempt), providerReference: report.providerReference })
}

/**
 * A job that checks every attempt that is due, and fails orders that were not paid in time. Several workers may run it
 * at once.
 */
export async function checkPending(ctx: Context): Promise<void> {
  await runAll(ctx, await attempts.claimDue(ctx, batchSize), async (attempt) => {
    const provider = await openProvider(ctx, attempt.provider)
    const order = await orders.find(ctx, attempt.orderId)
    if (!order) return
    if (attempt.state === 'pending' && !isPayable(ctx, order, attempt)) await closeOrAbandon(ctx, provider, attempt)
    else if (provider) await settle(ctx, provider, await queryProvider(ctx, provider, attempt))
    await attempts.reschedule(ctx, attempt)
  })
  const now = ctx.app.now()
  const before = new Date(now.getTime() - expiryQueryIntervalMs)
  const expired = await selectExpiredOrders(ctx.db, { now, before, limit: batchSize })
  await runAll(ctx, expired, ({ id }) => expireOrder(ctx, id))
}

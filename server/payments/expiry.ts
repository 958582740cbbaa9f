import { hourMs, minuteMs } from '#contract/durations.ts'
import * as orders from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { emit } from '#server/platform/queue.ts'
import type { Attempt } from './attempts.ts'
import * as attempts from './attempts.ts'
import { transferProviders } from './providers/etransfer.ts'
import type { Provider, Report } from './providers/provider.ts'
import { openProvider } from './providers/providers.ts'
import { abandonAttempt, endUnpaid, settle } from './settle.ts'
import { abandonAfterMs, expiryQueryIntervalMs, isPayable } from './status.ts'

/**
 * Closes an attempt at its provider and settles the result. Checks the payment again after cancelling it, because the
 * shopper may have paid in the meantime. Returns false if the provider gave no clear response, so the shopper may still
 * pay.
 */
export async function closeAttempt(ctx: Context, provider: Provider, attempt: Attempt): Promise<boolean> {
  const attemptRef = attempts.toAttemptRef(attempt)
  const before = await provider.check(attemptRef)
  if (isDefinite(before)) return settleReport(ctx, provider, before)
  const cancelled = await provider.cancel(attemptRef)
  const after = await provider.check(attemptRef)
  if (isDefinite(after)) return settleReport(ctx, provider, after)
  // If the provider cannot cancel, the shop marks an unpaid attempt as failed, so that the attempt does not block other
  // payments. An attempt is unpaid if the provider reports it as pending. A provider that never received the attempt
  // reports it as unknown. Nobody can then have paid it if the shopper never got a page, code or parameters
  // (`hasAddress`). If the shopper pays later, a notification or the scheduled check finds the payment.
  const isKnownUnpaid = after.outcome === 'pending' || !attempts.hasAddress(attempt)
  const cannotBeCancelled = cancelled.outcome === 'impossible' && isKnownUnpaid
  if (cannotBeCancelled) return settleReport(ctx, provider, { ...after, outcome: 'failed', answer: cancelled.answer })
  const isCancelled = cancelled.outcome === 'cancelled' || cancelled.outcome === 'absent'
  // A provider with `capture` takes no money before the shop calls `capture`. With other providers, the shopper can
  // still pay a pending attempt, so the attempt stays open.
  const mayBePaid = after.outcome === 'pending' && !provider.capture
  if (!isCancelled || mayBePaid) return false
  return settleReport(ctx, provider, { ...after, outcome: 'failed', answer: cancelled.answer })
}

const isDefinite = (report: Report) => report.outcome === 'paid' || report.outcome === 'failed'

async function settleReport(ctx: Context, provider: Provider, report: Report): Promise<true> {
  await settle(ctx, provider, report)
  return true
}

/**
 * Closes an attempt that can no longer be paid. If the provider does not respond, marks the attempt as given up after a
 * grace period. Returns false while the attempt is still open.
 */
export async function closeOrAbandon(ctx: Context, provider: Provider | null, attempt: Attempt): Promise<boolean> {
  if (provider && (await closeAttempt(ctx, provider, attempt))) return true
  if (ctx.app.now().getTime() < attempt.expiresAt.getTime() + abandonAfterMs) return false
  await abandonAttempt(ctx, attempt)
  return true
}

/**
 * Closes the order's open attempt if the order no longer accepts its payment, because the order failed, ended or costs
 * another amount.
 */
export async function closeOpenAttempt(ctx: Context, { orderId }: { orderId: string }): Promise<void> {
  const attempt = await attempts.findOpen(ctx, orderId)
  const order = attempt && (await orders.find(ctx, orderId))
  if (order && !isPayable(ctx, order, attempt))
    await closeOrAbandon(ctx, await openProvider(ctx, attempt.provider), attempt)
}

/**
 * Cancels the unpaid order of a group-buy that staff cancelled. Does nothing while the order has an open attempt that
 * is not an e-transfer, because such an attempt ends soon. If its money arrives, the group-buy refunds it. If no money
 * arrives, the shop cancels the order when the attempt ends (`endUnpaid`).
 */
export async function stopUnpaid(ctx: Context, { orderId }: { orderId: string }): Promise<void> {
  await transact(ctx, async (ctx) => {
    const order = await orders.lock(ctx, orderId)
    const attempt = await attempts.findOpen(ctx, orderId)
    const isBeingPaid = attempt && !transferProviders.includes(attempt.provider)
    if (order.status === 'INTERIM' && !isBeingPaid) await orders.cancelInCampaign(ctx, { orderId })
  })
}

/** How long the shop still waits for an unpaid order once staff closed its group-buy early. */
const closedWaitMs = hourMs

/**
 * Shortens the deadline that an e-transfer gave an unpaid order, because staff closed its group-buy early and the
 * group-buy waits for the order. Also shortens it if the e-transfer has ended, for example because another amount
 * arrived. If the e-transfer is still open, reminds the shopper of the new deadline. Other deadlines are short, so this
 * function does not change them.
 */
export async function shortenDeadline(ctx: Context, { orderId }: { orderId: string }): Promise<void> {
  await transact(ctx, async (ctx) => {
    const order = await orders.lock(ctx, orderId)
    const attempt = await attempts.findOpen(ctx, orderId)
    // A whole minute, because pages and emails show no seconds.
    const until = new Date(Math.floor((ctx.app.now().getTime() + closedWaitMs) / minuteMs) * minuteMs)
    if (order.status !== 'INTERIM' || !order.expiresAt || order.expiresAt <= until) return
    await orders.setPaymentDeadline(ctx, order, until)
    if (!attempt || !transferProviders.includes(attempt.provider)) return
    await attempts.writeAttempt(ctx, attempt.reference, { expiresAt: until, remindAt: null })
    await emit(ctx, 'order.transfer_due', { reference: attempt.reference })
  })
}

/** Ends an order whose time for payment is over. Closes its open attempt, then fails the order unless it was paid. */
export async function expireOrder(ctx: Context, orderId: string): Promise<void> {
  const attempt = await attempts.findOpen(ctx, orderId)
  if (attempt) {
    if (!(await attempts.claim(ctx, attempt.reference, expiryQueryIntervalMs))) return
    if (!(await closeOrAbandon(ctx, await openProvider(ctx, attempt.provider), attempt))) return
  }
  await transact(ctx, async (ctx) => {
    const order = await orders.lock(ctx, orderId)
    if (order.status === 'INTERIM' && !(await attempts.findOpen(ctx, orderId))) await endUnpaid(ctx, order)
  })
}

import * as orders from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import type { Attempt } from './attempts.ts'
import * as attempts from './attempts.ts'
import type { Provider, Report } from './providers/provider.ts'
import { openProvider } from './providers/providers.ts'
import { giveUp, settle } from './settle.ts'
import { endIntervalMs, graceMs, isPayable } from './status.ts'

/**
 * Closes an attempt at its provider and settles the result. Checks the payment again after cancelling it, because the
 * shopper may have paid in the meantime. Returns false if the provider gave no clear response, so the shopper may still
 * pay.
 */
export async function close(ctx: Context, provider: Provider, attempt: Attempt): Promise<boolean> {
  const tried = attempts.toTried(attempt)
  const before = await provider.check(tried)
  if (isFact(before)) return settled(ctx, provider, before)
  const cancelled = await provider.cancel(tried)
  const after = await provider.check(tried)
  if (isFact(after)) return settled(ctx, provider, after)
  // If the provider cannot cancel, the shop marks the attempt as failed now. If the shopper pays later, a notification
  // or the scheduled check finds the payment.
  const isLeft = cancelled.outcome === 'impossible' && after.outcome === 'pending'
  if (isLeft) return settled(ctx, provider, { ...after, outcome: 'failed', answer: cancelled.answer })
  const isGone = cancelled.outcome === 'cancelled' || cancelled.outcome === 'absent'
  // A provider with `capture` takes no money before the shop calls `capture`. With other providers, the shopper can
  // still pay a pending attempt, so the attempt stays open.
  const mayBePaid = after.outcome === 'pending' && !provider.capture
  if (!isGone || mayBePaid) return false
  return settled(ctx, provider, { ...after, outcome: 'failed', answer: cancelled.answer })
}

const isFact = (report: Report) => report.outcome === 'paid' || report.outcome === 'failed'

async function settled(ctx: Context, provider: Provider, report: Report): Promise<true> {
  await settle(ctx, provider, report)
  return true
}

/**
 * Closes an attempt that can no longer be paid. If the provider does not respond, marks the attempt as given up after a
 * grace period. Returns false while the attempt is still open.
 */
export async function closeOrGiveUp(ctx: Context, provider: Provider | null, attempt: Attempt): Promise<boolean> {
  if (provider && (await close(ctx, provider, attempt))) return true
  if (ctx.app.now().getTime() < attempt.expiresAt.getTime() + graceMs) return false
  await giveUp(ctx, attempt)
  return true
}

/**
 * Closes the order's open attempt if the order no longer accepts its payment, because the order failed, ended or costs
 * another amount.
 */
export async function closeOpen(ctx: Context, { orderId }: { orderId: string }): Promise<void> {
  const attempt = await attempts.findOpen(ctx, orderId)
  const order = attempt && (await orders.find(ctx, orderId))
  if (order && !isPayable(ctx, order, attempt))
    await closeOrGiveUp(ctx, await openProvider(ctx, attempt.provider), attempt)
}

/** Ends an order whose time for payment is over. Closes its open attempt, then fails the order unless it was paid. */
export async function expire(ctx: Context, orderId: string): Promise<void> {
  const attempt = await attempts.findOpen(ctx, orderId)
  if (attempt) {
    if (!(await attempts.claim(ctx, attempt.reference, endIntervalMs))) return
    if (!(await closeOrGiveUp(ctx, await openProvider(ctx, attempt.provider), attempt))) return
  }
  await transact(ctx, async (ctx) => {
    const order = await orders.lock(ctx, orderId)
    if (order.status === 'INTERIM' && !(await attempts.findOpen(ctx, orderId))) await orders.fail(ctx, order)
  })
}

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
 * Sees to it that an attempt can no longer be paid, and settles what comes out: the last word is always a question,
 * for the shopper may pay while we cancel. False: the provider gave no clear answer, so it may still be paid.
 */
export async function close(ctx: Context, provider: Provider, attempt: Attempt): Promise<boolean> {
  const tried = attempts.toTried(attempt)
  const before = await provider.check(tried)
  if (isFact(before)) return settled(ctx, provider, before)
  const cancelled = await provider.cancel(tried)
  const after = await provider.check(tried)
  if (isFact(after)) return settled(ctx, provider, after)
  // Nobody shall wait for what cannot be closed: money that comes for it is late, and found by notification and job.
  const isLeft = cancelled.outcome === 'impossible' && after.outcome === 'pending'
  if (isLeft) return settled(ctx, provider, { ...after, outcome: 'failed', answer: cancelled.answer })
  const isGone = cancelled.outcome === 'cancelled' || cancelled.outcome === 'absent'
  // Where money comes only by our own capture, nobody pays what we left alone.
  const mayBePaid = after.outcome === 'pending' && !provider.capture
  if (!isGone || mayBePaid) return false
  return settled(ctx, provider, { ...after, outcome: 'failed', answer: cancelled.answer })
}

const isFact = (report: Report) => report.outcome === 'paid' || report.outcome === 'failed'

async function settled(ctx: Context, provider: Provider, report: Report): Promise<true> {
  await settle(ctx, provider, report)
  return true
}

/** Closes an attempt whose time is over; where the provider stays out of reach, gives it up after a grace. */
export async function closeOrGiveUp(ctx: Context, provider: Provider | null, attempt: Attempt): Promise<boolean> {
  if (provider && (await close(ctx, provider, attempt))) return true
  if (ctx.app.now().getTime() < attempt.expiresAt.getTime() + graceMs) return false
  await giveUp(ctx, attempt)
  return true
}

/**
 * An order failed, ended or costs another sum: what is open at the provider and has nothing to pay any more is closed,
 * so that nobody pays for nothing.
 */
export async function closeOpen(ctx: Context, { orderId }: { orderId: string }): Promise<void> {
  const attempt = await attempts.findOpen(ctx, orderId)
  const order = attempt && (await orders.find(ctx, orderId))
  if (order && !isPayable(ctx, order, attempt))
    await closeOrGiveUp(ctx, openProvider(ctx.app, attempt.provider), attempt)
}

/** The order's time is over: closes what is open at the provider, then fails it unless money came after all. */
export async function expire(ctx: Context, orderId: string): Promise<void> {
  const attempt = await attempts.findOpen(ctx, orderId)
  if (attempt) {
    if (!(await attempts.claim(ctx, attempt.reference, endIntervalMs))) return
    if (!(await closeOrGiveUp(ctx, openProvider(ctx.app, attempt.provider), attempt))) return
  }
  await transact(ctx, async (ctx) => {
    const order = await orders.lock(ctx, orderId)
    if (order.status === 'INTERIM' && !(await attempts.findOpen(ctx, orderId))) await orders.fail(ctx, order)
  })
}

import { and, asc, eq, isNull, ne, or, sql } from 'drizzle-orm'
import type { PaymentCase } from '#contract/office/payment-problems.ts'
import { orders } from '#server/orders/tables.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { find, myStoresCondition } from './attempts.ts'
import type { DisputeReport, NotificationOutcome, Provider } from './providers/provider.ts'
import { paymentAttempts, paymentDisputes } from './tables.ts'

const maxListed = 200

/**
 * Handles a notification about a dispute. Queries the provider and stores the dispute's state, for staff to see.
 * Returns `again` if the provider gives no clear response.
 */
export async function recordDispute(ctx: Context, provider: Provider, reference: string): Promise<NotificationOutcome> {
  const report = await provider.checkDispute?.(reference)
  if (!report) return 'again'
  const attempt = report.payment ? await find(ctx, report.payment) : undefined
  if (attempt?.provider !== provider.name) {
    ctx.app.log.error('a dispute is about no payment of ours', { provider: provider.name, reference })
    return 'taken'
  }
  await storeDispute(ctx, provider, { report, attempt: attempt.reference })
  ctx.app.log.warn('a payment is disputed', { provider: provider.name, reference, state: report.state })
  return 'taken'
}

/**
 * Stores a dispute. If its state, amount or deadline has changed, staff see the dispute again, even if they dismissed
 * it. The deadline counts because the bank may escalate an inquiry to a chargeback, which leaves the dispute open but
 * changes its deadline. A repeated notification changes nothing.
 */
async function storeDispute(
  ctx: Context,
  { name }: Provider,
  { report, attempt }: { report: DisputeReport; attempt: string },
): Promise<void> {
  const { reference, state, amount, currency, reason, dueAt } = report
  const { provider, reference: number } = paymentDisputes
  const now = ctx.app.now()
  await ctx.db
    .insert(paymentDisputes)
    .values({ provider: name, reference, attempt, state, amount, currency, reason, dueAt, changedAt: now })
    .onConflictDoUpdate({
      target: [provider, number],
      set: { state, amount, currency, reason, dueAt, changedAt: now, resolvedAt: null },
      setWhere: or(
        ne(paymentDisputes.state, state),
        ne(paymentDisputes.amount, amount),
        sql`${paymentDisputes.dueAt} is distinct from excluded.due_at`,
      ),
    })
}

const kinds = { open: 'disputed', won: 'dispute_won', lost: 'dispute_lost' } as const

/** The disputes at the caller's stores that staff have not dismissed. */
export async function listDisputes(ctx: Context): Promise<PaymentCase[]> {
  const rows = await ctx.db
    .select({ dispute: paymentDisputes, orderId: orders.id, location: orders.locationId })
    .from(paymentDisputes)
    .innerJoin(paymentAttempts, eq(paymentAttempts.reference, paymentDisputes.attempt))
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(and(isNull(paymentDisputes.resolvedAt), myStoresCondition(ctx)))
    .orderBy(asc(paymentDisputes.changedAt))
    .limit(maxListed)
  return rows.map(
    ({ orderId, location, dispute: { provider, reference, state, amount, currency, reason, dueAt, changedAt } }) => ({
      reference,
      orderId,
      location,
      kind: kinds[state],
      provider,
      amount,
      currency,
      since: changedAt.toISOString(),
      answer: state === 'open' && dueAt ? `${reason}, ${dueAt.toISOString().slice(0, 10)}` : reason,
    }),
  )
}

/** The id of the order whose payment is disputed; null if there is no such dispute. */
export async function findOrderOfDispute(ctx: Context, reference: string): Promise<string | null> {
  const [found] = await ctx.db
    .select({ orderId: paymentAttempts.orderId })
    .from(paymentDisputes)
    .innerJoin(paymentAttempts, eq(paymentAttempts.reference, paymentDisputes.attempt))
    .where(eq(paymentDisputes.reference, reference))
  return found?.orderId ?? null
}

/**
 * Records that staff have seen a dispute. Staff answer the dispute in the provider's dashboard. Returns false if there
 * is no such dispute. Fails with `payments.review` for any decision other than `dismiss`.
 */
export function reviewDispute(
  ctx: Context,
  { reference, decision }: { reference: string; decision: 'refund' | 'honour' | 'dismiss' },
): Promise<boolean> {
  return transact(ctx, async (ctx) => {
    const condition = eq(paymentDisputes.reference, reference)
    const [row] = await ctx.db.select().from(paymentDisputes).where(condition).for('update')
    if (!row) return false
    if (decision !== 'dismiss') fail('payments.review')
    await ctx.db
      .update(paymentDisputes)
      .set({ resolvedAt: ctx.app.now() })
      .where(and(condition, eq(paymentDisputes.provider, row.provider)))
    return true
  })
}

import type { SQL } from 'drizzle-orm'
import { and, asc, eq, inArray, lte } from 'drizzle-orm'
import { orders } from '#server/orders/tables.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { accessibleStores } from '#server/platform/http/office-access.ts'
import type { AttemptRef } from './providers/provider.ts'
import {
  claimQuery,
  insertAttempt,
  selectAttempt,
  selectAttemptsOfOrder,
  selectOpenAttempt,
  updateAttempt,
  updatePendingAttempt,
} from './queries.ts'
import { nextCheck, queryIntervalMs } from './status.ts'
import { paymentAttempts } from './tables.ts'

export type Attempt = typeof paymentAttempts.$inferSelect

/** The SQL condition that an order belongs to a store whose money the caller may see. */
export function myStoresCondition(ctx: Context): SQL | undefined {
  const stores = accessibleStores(ctx, 'money.see')
  return stores === 'all' ? undefined : inArray(orders.locationId, stores)
}

/**
 * Whether the provider returned a page, a code or parameters for paying the attempt. False for an e-transfer, which
 * needs none of these.
 */
export function hasAddress({ paymentUrl, handover }: Attempt): boolean {
  return paymentUrl !== null || handover !== null
}

/** The fields of an attempt that its provider needs. */
export function toAttemptRef({ reference, providerReference, channel, amount, currency }: Attempt): AttemptRef {
  return { reference, providerReference, channel, amount: { amount, currency } }
}

export async function insert(ctx: Context, attempt: Attempt): Promise<void> {
  await insertAttempt(ctx.db, attempt)
}

export async function find(ctx: Context, reference: string): Promise<Attempt | undefined> {
  const [attempt] = await selectAttempt(ctx.db, { reference })
  return attempt
}

/** Finds an attempt by the provider's own reference. */
export async function findByProvider(
  ctx: Context,
  provider: string,
  providerReference: string,
): Promise<Attempt | undefined> {
  const condition = and(
    eq(paymentAttempts.provider, provider),
    eq(paymentAttempts.providerReference, providerReference),
  )
  const [attempt] = await ctx.db.select().from(paymentAttempts).where(condition)
  return attempt
}

/** The order's pending attempt; undefined if there is none. */
export async function findOpen(ctx: Context, orderId: string): Promise<Attempt | undefined> {
  const [attempt] = await selectOpenAttempt(ctx.db, { orderId })
  return attempt
}

/** All attempts to pay an order. */
export async function findByOrder(ctx: Context, orderId: string): Promise<Attempt[]> {
  return selectAttemptsOfOrder(ctx.db, { orderId })
}

/** Writes these columns of an attempt. */
export async function writeAttempt(ctx: Context, reference: string, values: Partial<Attempt>): Promise<void> {
  await updateAttempt(ctx.db, { ...values, attempt: reference }, ...Object.keys(values))
}

/**
 * Writes these columns of an attempt that is still pending. Returns the row, or undefined if another request settled
 * the attempt first.
 */
export async function writePending(
  ctx: Context,
  reference: string,
  values: Partial<Attempt>,
): Promise<Attempt | undefined> {
  const [updated] = await updatePendingAttempt(ctx.db, { ...values, attempt: reference }, ...Object.keys(values))
  return updated
}

/**
 * Claims the right to query the provider about an attempt. Only one caller gets the attempt within `intervalMs`; all
 * others get null.
 */
export async function claim(ctx: Context, reference: string, intervalMs = queryIntervalMs): Promise<Attempt | null> {
  const now = ctx.app.now()
  const before = new Date(now.getTime() - intervalMs)
  const [claimed] = await claimQuery(ctx.db, { reference, now, before })
  return claimed ?? null
}

/** If a worker dies during a check, the attempt is checked again after at most this time. */
const leaseMs = 2 * 60_000

/**
 * Claims attempts whose check is due, for this worker. The worker must end the claim with `reschedule` if its check did
 * not change the attempt.
 */
export async function claimDue(ctx: Context, limit: number): Promise<Attempt[]> {
  const now = ctx.app.now()
  return transact(ctx, async (ctx) => {
    const due = await ctx.db
      .select()
      .from(paymentAttempts)
      .where(lte(paymentAttempts.checkAt, now))
      .orderBy(asc(paymentAttempts.checkAt))
      .limit(limit)
      .for('update', { skipLocked: true })
    for (const { reference, state, checks } of due) {
      await ctx.db
        .update(paymentAttempts)
        .set({
          askedAt: now,
          checks: checks + 1,
          checkAt: new Date(Math.min(nextCheckMs(state, checks, now), now.getTime() + leaseMs)),
        })
        .where(eq(paymentAttempts.reference, reference))
    }
    return due
  })
}

/**
 * Sets the next check of a claimed attempt, unless the attempt has changed since the claim. Writes nothing if the next
 * check is due within `leaseMs`, because `claimDue` has already set that time.
 */
export async function reschedule(ctx: Context, { reference, state, checks }: Attempt): Promise<void> {
  const now = ctx.app.now()
  if (nextCheckMs(state, checks, now) <= now.getTime() + leaseMs) return
  await ctx.db
    .update(paymentAttempts)
    .set({ checkAt: nextCheck(state, checks + 1, now) })
    .where(
      and(
        eq(paymentAttempts.reference, reference),
        eq(paymentAttempts.state, state),
        eq(paymentAttempts.checks, checks + 1),
      ),
    )
}

/** The time of the next check in milliseconds; infinity if there is none. */
const nextCheckMs = (state: Attempt['state'], checks: number, now: Date) =>
  nextCheck(state, checks + 1, now)?.getTime() ?? Number.POSITIVE_INFINITY

/** Schedules the job's next check of a pending or failed attempt, `delayMs` milliseconds from now. */
export async function scheduleCheck(ctx: Context, reference: string, delayMs: number): Promise<void> {
  await ctx.db
    .update(paymentAttempts)
    .set({ checkAt: new Date(ctx.app.now().getTime() + delayMs) })
    .where(and(eq(paymentAttempts.reference, reference), inArray(paymentAttempts.state, ['pending', 'failed'])))
}

import { and, asc, eq, inArray, isNotNull, isNull, lte, notExists, or, sql } from 'drizzle-orm'
import type { StuckPayment } from '#contract/staff.ts'
import * as orders from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import type { Attempt } from './attempts.ts'
import { change } from './attempts.ts'
import { optionOf } from './providers/providers.ts'
import { moneyOf, write } from './refunding.ts'
import { lockAttempt } from './settle.ts'
import { paymentAttempts, paymentNotifications, refunds } from './tables.ts'

const minute = 60_000
const patienceMs = { pending: 10 * minute, refund: 60 * minute }
const longest = 200

/** Everything that waits for a person, the oldest first: `review` decides about the first two kinds. */
export async function stuck(ctx: Context): Promise<{ stuck: StuckPayment[] }> {
  const found = await Promise.all([stuckAttempts(ctx), stuckRefunds(ctx), unmatched(ctx)])
  return { stuck: found.flat().sort((a, b) => (a.since < b.since ? -1 : 1)) }
}

async function stuckAttempts(ctx: Context): Promise<StuckPayment[]> {
  const { state, resolvedAt, discrepancy, expiresAt } = paymentAttempts
  const overdue = new Date(ctx.app.now().getTime() - patienceMs.pending)
  const rows = await ctx.db
    .select()
    .from(paymentAttempts)
    .where(
      and(
        isNull(resolvedAt),
        or(
          inArray(state, ['late_paid', 'mismatch']),
          and(eq(state, 'pending'), lte(expiresAt, overdue)),
          isNotNull(discrepancy),
        ),
      ),
    )
    .orderBy(asc(paymentAttempts.startedAt))
    .limit(longest)
  return rows.map((attempt) => ({
    reference: attempt.reference,
    orderId: attempt.orderId,
    kind: kindOf(attempt),
    provider: attempt.provider,
    ...moneyOf(attempt),
    since: (attempt.settledAt ?? attempt.startedAt).toISOString(),
    answer: attempt.discrepancy ?? attempt.lastAnswer ?? '',
  }))
}

function kindOf({ state }: Attempt): StuckPayment['kind'] {
  if (state === 'late_paid' || state === 'mismatch') return state
  return state === 'pending' ? 'unanswered' : 'discrepancy'
}

async function stuckRefunds(ctx: Context): Promise<StuckPayment[]> {
  const overdue = new Date(ctx.app.now().getTime() - patienceMs.refund)
  const rows = await ctx.db
    .select({ refund: refunds, provider: paymentAttempts.provider, answer: lastAnswer })
    .from(refunds)
    .innerJoin(paymentAttempts, eq(paymentAttempts.reference, refunds.attempt))
    .where(
      or(
        eq(refunds.state, 'refused'),
        and(inArray(refunds.state, ['requested', 'pending']), lte(refunds.requestedAt, overdue)),
      ),
    )
    .orderBy(asc(refunds.requestedAt))
    .limit(longest)
  return rows.map(({ refund: { reference, orderId, state, amount, currency, requestedAt }, provider, answer }) => ({
    reference,
    orderId,
    kind: state === 'refused' ? 'refund_refused' : 'refund_unanswered',
    provider,
    amount,
    currency,
    since: requestedAt.toISOString(),
    answer: answer ?? '',
  }))
}
const lastAnswer = sql<string | null>`(
  select answer from refund_states where refund = ${refunds.reference} order by id desc limit 1)`

/** Providers told of payments that we have no row of: what comes after an old copy of the database was put back. */
async function unmatched(ctx: Context): Promise<StuckPayment[]> {
  const { reference, verdict, provider, receivedAt, body } = paymentNotifications
  const ours = ctx.db
    .select({ one: sql`1` })
    .from(paymentAttempts)
    .where(or(eq(paymentAttempts.reference, reference), eq(paymentAttempts.providerReference, reference)))
  const rows = await ctx.db
    .select({ reference, provider, receivedAt, body })
    .from(paymentNotifications)
    .where(and(eq(verdict, 'accepted'), isNotNull(reference), notExists(ours)))
    .orderBy(asc(receivedAt))
    .limit(longest)
  return rows.map((row) => ({
    reference: row.reference ?? '',
    orderId: null,
    kind: 'unmatched',
    provider: row.provider,
    amount: null,
    currency: null,
    since: row.receivedAt.toISOString(),
    answer: row.body.slice(0, 200),
  }))
}

/**
 * A person decides about money that came late or otherwise than agreed: `refund` sends all of it back, `honour` makes
 * the order a paid one after all (`orders.step`, `cart.out_of_stock` where that is not possible any more), `dismiss` notes
 * that there is nothing to do. `payments.review` where nothing waits for it, `staff.unknown` where
 * there is no such payment. Answers what is left to decide.
 */
export async function review(
  ctx: Context,
  { reference, decision }: { reference: string; decision: 'refund' | 'honour' | 'dismiss' },
): Promise<{ stuck: StuckPayment[] }> {
  await transact(ctx, async (ctx) => {
    const locked = await lockAttempt(ctx, { reference, providerReference: null })
    if (!locked) fail('staff.unknown', { what: reference })
    const { attempt, order } = locked
    const isMoney = attempt.state === 'late_paid' || attempt.state === 'mismatch'
    if (attempt.resolvedAt || !(isMoney || attempt.discrepancy)) fail('payments.review')
    if (decision !== 'dismiss' && !(isMoney && attempt.received)) fail('payments.review')
    const isHonoured = decision === 'honour'
    if (decision === 'refund') await giveBack(ctx, order, attempt)
    if (isHonoured) await honour(ctx, order, attempt)
    await change(ctx, reference, {
      ...(isHonoured && { state: 'paid' }),
      resolution: decision === 'refund' ? 'refunded' : isHonoured ? 'honoured' : 'dismissed',
      resolvedAt: ctx.app.now(),
    })
  })
  return stuck(ctx)
}

const honour = (ctx: Context, order: orders.OrderRow, attempt: Attempt) =>
  attempt.part === 'balance'
    ? orders.honourBalance(ctx, order)
    : orders.honour(ctx, order, { paymentOption: optionOf(attempt) })

/** Sent by the job, as all that waits is. */
async function giveBack(ctx: Context, order: orders.OrderRow, attempt: Attempt) {
  const { amount: received, currency } = moneyOf(attempt)
  const amount = received - attempt.refunded
  const key = `review:${attempt.reference}`
  await write(ctx, order, attempt, { amount, reason: 'Paid too late, or not as agreed', key })
  await orders.noteLateRefund(ctx, { order, money: { amount, currency }, outcome: 'refunding' })
}

import { and, eq, exists, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { carts } from '#server/cart/tables.ts'
import * as orders from '#server/orders/orders.ts'
import { orders as orderRows } from '#server/orders/tables.ts'
import type { Context } from '#server/platform/context.ts'
import { afterCommit, transact } from '#server/platform/context.ts'
import { open, openAll, prepared } from '#server/platform/prepared.ts'
import type { Channel, Provider, Report } from './providers/provider.ts'
import type { AttemptState } from './status.ts'
import { askIntervalMs, graceMs, judge, nextCheck } from './status.ts'
import { paymentAttempts } from './tables.ts'

export type Attempt = typeof paymentAttempts.$inferSelect

/** The payment options by the provider's way. */
export const optionOf: Record<Channel, string> = {
  'h5pay/WECHATPAY': 'snappay_wechat',
  'webpay/ALIPAY': 'snappay_alipay',
  'webpay/UNIONPAY': 'snappay_unionpay',
}

/**
 * Makes of a provider's report what is to be made of it: the one place where attempts end and orders get paid. Any
 * number may come at once and again; the order's lock puts them in a row. Answers the attempt's state; null: not ours.
 */
export async function settle(ctx: Context, provider: Provider, report: Report): Promise<AttemptState | null> {
  return transact(ctx, async (ctx) => {
    const locked = await lockAttempt(ctx, report)
    if (!locked) return null
    const { attempt, order, isTaken } = locked
    const verdict = judge(attempt, order, report, provider.merchant)
    if (!verdict) return attempt.state
    const state =
      isTaken && verdict !== 'failed' ? 'mismatch' : verdict === 'paid' ? await markPaid(ctx, order, attempt) : verdict
    await end(ctx, attempt, state, report.answer, isTaken ? null : report.providerReference)
    if (state === 'failed' && !attempt.replacedAt && order.status === 'INTERIM') await orders.fail(ctx, order)
    if (state === 'late_paid' || state === 'mismatch') alarm(ctx, attempt, state, report)
    return state
  })
}

async function markPaid(ctx: Context, order: orders.OrderRow, attempt: Attempt): Promise<AttemptState> {
  const result = await orders.markPaid(ctx, order, { paymentOption: optionOf[attempt.channel as Channel] })
  return result === 'paid' ? 'paid' : 'late_paid'
}

async function end(
  ctx: Context,
  attempt: Attempt,
  state: AttemptState,
  answer: string,
  providerReference: string | null,
) {
  const now = ctx.app.now()
  await change(ctx, attempt.reference, {
    state,
    settledAt: now,
    lastAnswer: answer,
    providerReference: providerReference ?? attempt.providerReference,
    checkAt: nextCheck(state, 0, now),
    checks: 0,
  })
}

/** Writes these columns of an attempt. */
export async function change(ctx: Context, reference: string, values: Partial<Attempt>): Promise<void> {
  await writeAttempt(ctx.db, { ...values, attempt: reference }, ...Object.keys(values))
}

const writeAttempt = prepared((db, ...names: string[]) =>
  db
    .update(paymentAttempts)
    .set(openAll(paymentAttempts, names))
    .where(eq(paymentAttempts.reference, sql.placeholder('attempt'))),
)

function alarm(ctx: Context, attempt: Attempt, state: AttemptState, report: Report) {
  const { reference, orderId, amount, currency } = attempt
  const reported = { amount: report.amount, currency: report.currency, merchant: report.merchant }
  afterCommit(ctx, () =>
    ctx.app.log.error('a payment needs a person', { state, reference, orderId, amount, currency, reported }),
  )
}

/**
 * Sees to it that an attempt can no longer be paid, and settles what comes out: the last word is always a question,
 * for the shopper may pay while we cancel. False: the provider gave no clear answer, so it may still be paid.
 */
export async function close(ctx: Context, provider: Provider, reference: string): Promise<boolean> {
  const before = await provider.check(reference)
  if (isFact(before)) return settled(ctx, provider, before)
  const cancelled = await provider.cancel(reference)
  const after = await provider.check(reference)
  if (isFact(after)) return settled(ctx, provider, after)
  const isGone = cancelled.outcome === 'cancelled' || cancelled.outcome === 'absent'
  if (!isGone || after.outcome === 'pending') return false
  return settled(ctx, provider, { ...after, outcome: 'failed', answer: cancelled.answer })
}

const isFact = (report: Report) => report.outcome === 'paid' || report.outcome === 'failed'

async function settled(ctx: Context, provider: Provider, report: Report): Promise<true> {
  await settle(ctx, provider, report)
  return true
}

/** Closes an attempt whose time is over; where the provider stays out of reach, gives it up after a grace. */
export async function closeOrGiveUp(ctx: Context, provider: Provider | null, attempt: Attempt): Promise<boolean> {
  if (provider && (await close(ctx, provider, attempt.reference))) return true
  if (ctx.app.now().getTime() < attempt.expiresAt.getTime() + graceMs) return false
  await transact(ctx, async (ctx) => {
    const locked = await lockAttempt(ctx, attempt)
    if (locked?.attempt.state === 'pending') await end(ctx, locked.attempt, 'failed', 'given up', null)
  })
  ctx.app.log.error('a payment was given up without an answer', { reference: attempt.reference })
  return true
}

/**
 * An attempt with its order, and whether the provider's number is already that of another attempt: one transaction pays
 * one order. Rows are locked in the order of the tables, the cart's first, so that nobody waits in a circle.
 */
async function lockAttempt(
  ctx: Context,
  { reference, providerReference }: Pick<Report, 'reference' | 'providerReference'>,
): Promise<{ attempt: Attempt; order: orders.OrderRow; isTaken: boolean } | null> {
  const [locked] = await selectLocked(ctx.db, { reference, providerReference })
  return locked ?? null
}

const selectLocked = prepared((db) => {
  const other = alias(paymentAttempts, 'other')
  const isOther = and(
    eq(other.provider, paymentAttempts.provider),
    eq(other.providerReference, sql.placeholder('providerReference')),
    ne(other.reference, paymentAttempts.reference),
  )
  return db
    .select({
      attempt: paymentAttempts,
      order: orderRows,
      isTaken: exists(db.select({ reference: other.reference }).from(other).where(isOther)).mapWith(Boolean),
    })
    .from(carts)
    .innerJoin(orderRows, eq(orderRows.cartId, carts.id))
    .innerJoin(paymentAttempts, eq(paymentAttempts.orderId, orderRows.id))
    .where(eq(paymentAttempts.reference, sql.placeholder('reference')))
    .for('update')
})

/** The right to ask the provider about an attempt now, with the attempt: only one of many gets it within `intervalMs`. */
export async function claim(ctx: Context, reference: string, intervalMs = askIntervalMs): Promise<Attempt | null> {
  const now = ctx.app.now()
  const before = new Date(now.getTime() - intervalMs)
  const [claimed] = await writeAsked(ctx.db, { reference, now, before })
  return claimed ?? null
}

const writeAsked = prepared((db) =>
  db
    .update(paymentAttempts)
    .set({ askedAt: open('now', paymentAttempts.askedAt) })
    .where(
      and(
        eq(paymentAttempts.reference, sql.placeholder('reference')),
        or(isNull(paymentAttempts.askedAt), lte(paymentAttempts.askedAt, sql.placeholder('before'))),
      ),
    )
    .returning(),
)

import { and, eq, lte, sql } from 'drizzle-orm'
import type { OrderRow } from '#server/orders/orders.ts'
import * as orders from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { emit } from '#server/platform/queue.ts'
import type { RefundPart } from '#server/pricing/pricing.ts'
import { splitRefund } from '#server/pricing/pricing.ts'
import type { Attempt } from './attempts.ts'
import type { Refunded } from './providers/provider.ts'
import type { Delivery } from './sent-requests.ts'
import { nextRefundCall } from './status.ts'
import { paymentAttempts, refundStates, refunds } from './tables.ts'

export type RefundRow = typeof refunds.$inferSelect

/** The money that an attempt received: `received`, or the requested amount if `received` is null. */
export function moneyOf({ received, receivedCurrency, amount, currency }: Attempt) {
  return { amount: received ?? amount, currency: receivedCurrency ?? currency }
}

/** The part of an attempt's money that is neither refunded nor on its way back. */
export const leftOf = (attempt: Attempt) => moneyOf(attempt).amount - attempt.refunded

/**
 * Splits the parts of a refund into what is refunded as store credit and what is refunded as money. If a part is
 * refunded both ways, only `money` contains its number of pieces.
 */
export function halvesOf({ parts, credit, amount }: RefundRow): { credit: RefundPart[]; money: RefundPart[] } {
  const [ofCredit = [], ofMoney = []] = splitRefund(parts, [credit, amount])
  return { credit: ofCredit, money: ofMoney }
}

export const hasPieces = ({ parts }: RefundRow) => parts.some(({ pieces }) => pieces > 0)

/** Publishes `order.refund_ended` after a refund of pieces of a group-buy order succeeded or failed. */
export async function publishEnd(ctx: Context, row: RefundRow, { id: orderId, campaignId }: OrderRow): Promise<void> {
  if (campaignId && hasPieces(row)) await emit(ctx, 'order.refund_ended', { orderId })
}

interface NewRefund {
  /** The amounts to refund through the provider and as store credit, in minor units. */
  amount: number
  credit?: number
  parts?: RefundPart[] | undefined
  reason: string
  key: string
  /**
   * Whether the background job sends the refund. Otherwise the caller sends it at once, and the job only follows up.
   */
  isForJob?: boolean
}

/**
 * Writes a refund in the open transaction, under the order's lock. The database rejects a refund of more than was
 * received. A refund of store credit alone has no attempt and is `refunded` at once.
 */
export async function write(
  ctx: Context,
  { id: orderId, currency }: OrderRow,
  {
    attempt,
    newRefund: { amount, credit = 0, parts = [], reason, key, isForJob = false },
  }: { attempt: Attempt | null; newRefund: NewRefund },
): Promise<RefundRow> {
  const now = ctx.app.now()
  const others = await ctx.db.select({ reference: refunds.reference }).from(refunds).where(eq(refunds.orderId, orderId))
  const [row] = await ctx.db
    .insert(refunds)
    .values({
      reference: `${orderId}-R${others.length + 1}`,
      attempt: attempt?.reference ?? null,
      orderId,
      key,
      amount,
      credit,
      currency: attempt ? moneyOf(attempt).currency : currency,
      reason,
      parts,
      takesPieces: true,
      requestedAt: now,
      ...(attempt
        ? { state: 'requested', delivery: 'written', checkAt: isForJob ? now : nextRefundCall(0, now) }
        : { state: 'refunded', settledAt: now, checkAt: null }),
    })
    .returning()
  if (!row) throw new Error('a refund was not stored')
  if (attempt) await addRefunded(ctx, attempt.reference, amount)
  await addState(ctx, row.reference, { state: attempt ? 'requested' : 'refunded', answer: reason })
  return row
}

/**
 * Writes a refund of all money that is left of an attempt, because no order can use that money. The job sends the
 * refund. Null if no money is left.
 */
export async function writeUnwanted(
  ctx: Context,
  order: OrderRow,
  { attempt, reason }: { attempt: Attempt; reason: string },
): Promise<RefundRow | null> {
  const amount = leftOf(attempt)
  if (amount <= 0) return null
  const ofAttempt = await ctx.db.$count(refunds, eq(refunds.attempt, attempt.reference))
  const key = `unwanted:${attempt.reference}:${ofAttempt + 1}`
  const row = await write(ctx, order, { attempt, newRefund: { amount, reason, key, isForJob: true } })
  await orders.noteLateRefund(ctx, { order, money: { amount, currency: row.currency }, outcome: 'refunding' })
  return row
}

export async function addRefunded(ctx: Context, reference: string, amount: number) {
  const refunded = sql`${paymentAttempts.refunded} + ${amount}`
  await ctx.db.update(paymentAttempts).set({ refunded }).where(eq(paymentAttempts.reference, reference))
}

export async function addState(
  ctx: Context,
  refund: string,
  { state, answer }: { state: Exclude<Refunded['outcome'], 'absent'> | 'requested'; answer: string },
) {
  await ctx.db.insert(refundStates).values({ refund, state, answer: answer.slice(0, 200), at: ctx.app.now() })
}

/**
 * A refund that this worker has claimed. `before` is its `delivery` before the claim, which tells whether the provider
 * may already have the refund.
 */
export type Claimed = RefundRow & { before: Delivery }

/** Claims the refunds that are due for this worker, marks them as `sent` and schedules their next call. */
export async function claimDue(ctx: Context, limit: number): Promise<Claimed[]> {
  const now = ctx.app.now()
  return transact(ctx, async (ctx) => {
    const due = await ctx.db
      .select()
      .from(refunds)
      .where(lte(refunds.checkAt, now))
      .orderBy(refunds.checkAt)
      .limit(limit)
      .for('update', { skipLocked: true })
    for (const { reference, checks } of due) {
      const next = checks + 1
      await ctx.db
        .update(refunds)
        .set({ checks: next, checkAt: nextRefundCall(next, now), delivery: 'sent' })
        .where(eq(refunds.reference, reference))
    }
    return due.map((row) => ({ ...row, checks: row.checks + 1, before: row.delivery }))
  })
}

/** Claims a new refund for sending. Null if the job that sends refunds has already claimed it. */
export async function claimWritten(ctx: Context, reference: string): Promise<Claimed | null> {
  const isWritten = and(eq(refunds.reference, reference), eq(refunds.delivery, 'written'))
  const [row] = await ctx.db.update(refunds).set({ delivery: 'sent' }).where(isWritten).returning()
  return row ? { ...row, before: 'written' } : null
}

import { and, eq, lte, sql } from 'drizzle-orm'
import { sum } from '#contract/sum.ts'
import type { OrderRow } from '#server/orders/orders.ts'
import * as orders from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { emit } from '#server/platform/queue.ts'
import type { RefundPart } from '#server/pricing/pricing.ts'
import { splitRefund } from '#server/pricing/pricing.ts'
import type { Attempt } from './attempts.ts'
import type { RefundResult } from './providers/provider.ts'
import type { DeliveryState } from './sent-requests.ts'
import { nextRefundCall } from './status.ts'
import { paymentAttempts, refundStates, refunds } from './tables.ts'

export type RefundRow = typeof refunds.$inferSelect

/** The money that an attempt received: `received`, or the requested amount if `received` is null. */
export function receivedMoney({ received, receivedCurrency, amount, currency }: Attempt) {
  return { amount: received ?? amount, currency: receivedCurrency ?? currency }
}

/** The part of an attempt's money that is neither refunded nor on its way back. */
export const remainingAmount = (attempt: Attempt) => receivedMoney(attempt).amount - attempt.refunded

/**
 * Splits the parts of a refund into what is refunded as store credit and what is refunded as money. If a part is
 * refunded both ways, only `money` contains its number of pieces.
 */
export function splitCreditAndMoney({ parts, credit, amount }: RefundRow): {
  credit: RefundPart[]
  money: RefundPart[]
} {
  const [ofCredit = [], ofMoney = []] = splitRefund(parts, [credit, amount])
  return { credit: ofCredit, money: ofMoney }
}

/** The money in an order's refunds that staff gave back at the store, in minor units. */
export const givenBackIn = (rows: RefundRow[]): number =>
  sum(rows.filter(({ attempt }) => attempt === null).map(({ amount }) => amount))

export const findGivenBack = async (ctx: Context, orderId: string): Promise<number> =>
  givenBackIn(await ctx.db.select().from(refunds).where(eq(refunds.orderId, orderId)))

export const hasPieces = ({ parts }: RefundRow) => parts.some(({ pieces }) => pieces > 0)

/** For each line of these parts, the number of refunded pieces. */
export function piecesOf(parts: RefundPart[]): Record<string, number> {
  return Object.fromEntries(parts.filter(({ kind }) => kind === 'line').map(({ key, pieces }) => [key, pieces]))
}

/** Publishes `order.refund_ended` after a refund of pieces of a group-buy order succeeded or failed. */
export async function publishRefundEnd(
  ctx: Context,
  row: RefundRow,
  { id: orderId, campaignId }: OrderRow,
): Promise<void> {
  if (campaignId && hasPieces(row)) await emit(ctx, 'order.refund_ended', { orderId })
}

export interface NewRefund {
  /** The amounts to refund as money and as store credit, in minor units. */
  amount: number
  credit?: number
  parts?: RefundPart[] | undefined
  reason: string
  key: string
  /**
   * Whether the background job sends the refund. Otherwise the caller sends it at once, and the job only follows up.
   */
  isForJob?: boolean
  takesPieces?: boolean | undefined
}

/**
 * Writes a refund in the open transaction, under the order's lock. The database rejects a refund of more than was
 * received. A refund without an attempt is `refunded` at once: it is store credit, or money that staff gave back at the
 * store.
 */
export async function insertRefund(
  ctx: Context,
  { id: orderId, currency }: OrderRow,
  {
    attempt,
    newRefund: { amount, credit = 0, parts = [], reason, key, isForJob = false, takesPieces = true },
  }: { attempt: Attempt | null; newRefund: NewRefund },
): Promise<RefundRow> {
  const now = ctx.app.now()
  const earlier = await ctx.db
    .select({ reference: refunds.reference })
    .from(refunds)
    .where(eq(refunds.orderId, orderId))
  const [row] = await ctx.db
    .insert(refunds)
    .values({
      reference: `${orderId}-R${earlier.length + 1}`,
      attempt: attempt?.reference ?? null,
      orderId,
      key,
      amount,
      credit,
      currency: attempt ? receivedMoney(attempt).currency : currency,
      reason,
      parts,
      takesPieces,
      requestedAt: now,
      ...(attempt
        ? { state: 'requested', delivery: 'written', checkAt: isForJob ? now : nextRefundCall(0, now) }
        : { state: 'refunded', settledAt: now, checkAt: null }),
    })
    .returning()
  if (!row) throw new Error('a refund was not stored')
  if (attempt) await addRefunded(ctx, attempt.reference, amount)
  await insertRefundState(ctx, row.reference, { state: attempt ? 'requested' : 'refunded', answer: reason })
  return row
}

/**
 * Writes a refund of all money that is left of an attempt, because no order can use that money. The job sends the
 * refund. Null if no money is left.
 */
export async function insertUnwantedRefund(
  ctx: Context,
  order: OrderRow,
  { attempt, reason }: { attempt: Attempt; reason: string },
): Promise<RefundRow | null> {
  const amount = remainingAmount(attempt)
  if (amount <= 0) return null
  const earlierCount = await ctx.db.$count(refunds, eq(refunds.attempt, attempt.reference))
  const key = `unwanted:${attempt.reference}:${earlierCount + 1}`
  const row = await insertRefund(ctx, order, { attempt, newRefund: { amount, reason, key, isForJob: true } })
  await orders.recordLateRefund(ctx, { order, money: { amount, currency: row.currency }, outcome: 'refunding' })
  return row
}

const excessPrefix = 'excess:'

/** Whether a refund returns only the part of a payment that exceeds the bill; see `insertExcessRefund`. */
export const isOfExcess = ({ key }: RefundRow) => key.startsWith(excessPrefix)

/** The start of the keys of refunds that staff asked for, on the order's page or with a command. */
export const staffKey = 'staff'

/**
 * Writes a refund of the part of a payment that exceeds the bill, after staff accepted the payment. The job sends the
 * refund. This money did not pay for the order, so the order's sums do not change. Null if the money is refunded or on
 * its way back.
 */
export async function insertExcessRefund(
  ctx: Context,
  order: OrderRow,
  { attempt, excess }: { attempt: Attempt; excess: number },
): Promise<RefundRow | null> {
  const amount = Math.min(excess, remainingAmount(attempt))
  const earlier = await ctx.db.select().from(refunds).where(eq(refunds.attempt, attempt.reference))
  const ofExcess = earlier.filter(isOfExcess)
  if (amount <= 0 || ofExcess.some(({ state }) => state !== 'refused')) return null
  const key = `${excessPrefix}${attempt.reference}:${ofExcess.length + 1}`
  const reason = 'Paid more than the bill'
  const row = await insertRefund(ctx, order, { attempt, newRefund: { amount, reason, key, isForJob: true } })
  await orders.recordRefund(ctx, { orderId: order.id, amount, outcome: 'refunding', note: reason, isOfExcess: true })
  return row
}

export async function addRefunded(ctx: Context, reference: string, amount: number) {
  const refunded = sql`${paymentAttempts.refunded} + ${amount}`
  await ctx.db.update(paymentAttempts).set({ refunded }).where(eq(paymentAttempts.reference, reference))
}

export async function insertRefundState(
  ctx: Context,
  refund: string,
  { state, answer }: { state: Exclude<RefundResult['outcome'], 'absent'> | 'requested'; answer: string },
) {
  await ctx.db.insert(refundStates).values({ refund, state, answer: answer.slice(0, 200), at: ctx.app.now() })
}

/**
 * A refund that this worker has claimed. `before` is its `delivery` before the claim, which tells whether the provider
 * may already have the refund.
 */
export type ClaimedRefund = RefundRow & { before: DeliveryState }

/** Claims refunds that are due, so that this worker sends them. Marks them as `sent` and schedules their next call. */
export async function claimDue(ctx: Context, limit: number): Promise<ClaimedRefund[]> {
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
export async function claimUnsent(ctx: Context, reference: string): Promise<ClaimedRefund | null> {
  const condition = and(eq(refunds.reference, reference), eq(refunds.delivery, 'written'))
  const [row] = await ctx.db.update(refunds).set({ delivery: 'sent' }).where(condition).returning()
  return row ? { ...row, before: 'written' } : null
}

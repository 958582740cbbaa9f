import { and, asc, eq, lte, ne, sql } from 'drizzle-orm'
import * as orders from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { afterCommit, transact } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { sum } from '#server/pricing/lines.ts'
import type { RefundPart, Wanted } from '#server/pricing/refunds.ts'
import { refundOf } from '#server/pricing/refunds.ts'
import type { Attempt } from './attempts.ts'
import * as attempts from './attempts.ts'
import { allOf } from './checking.ts'
import type { Refunded } from './providers/provider.ts'
import { openProvider } from './providers/providers.ts'
import { nextRefundCall } from './status.ts'
import { paymentAttempts, refundStates, refunds } from './tables.ts'

export type RefundRow = typeof refunds.$inferSelect

const batch = 20

export interface Wish {
  orderId: string
  /** Minor units; without it, and without `wanted`, all that was paid and has not gone back. */
  amount?: number | undefined
  /** Or the parts of the order that come back, each with its share of coupon and taxes. */
  wanted?: Wanted | undefined
  reason: string
  /** Whoever wishes again with the same key gets the refund of the first time. */
  key: string
}

/**
 * Gives money back to where it came from: all of it or a part, several times, together never more than was paid. The
 * refund is written down first and sent then; one that the provider has not answered is sent again until it has.
 * `payments.not_paid` where nothing was paid online, `payments.refund_too_much` with the `most` that is left.
 */
export async function refund(ctx: Context, { orderId, amount, wanted, reason, key }: Wish): Promise<RefundRow> {
  const wished = await transact(ctx, async (ctx) => {
    const order = await orders.lock(ctx, orderId)
    const known = await findByKey(ctx, key)
    if (known) return { ...known, isKnown: true }
    const paid = (await attempts.ofOrder(ctx, orderId)).find(({ state }) => state === 'paid')
    if (!paid) fail('payments.not_paid')
    const most = Math.min(moneyOf(paid).amount - paid.refunded, orders.refundable(order))
    const parts = await partsOf(ctx, order, wanted ?? (amount === undefined ? { everything: true } : { amount }))
    const wish = wanted ? sum(parts.map(({ total }) => total)) : (amount ?? most)
    if (wish > most || wish <= 0) fail('payments.refund_too_much', { most })
    const refund = await write(ctx, paid, { amount: wish, parts, reason, key })
    await orders.noteRefund(ctx, { orderId, amount: wish, outcome: 'refunding', note: reason })
    return { ...refund, isKnown: false }
  })
  const { isKnown, ...row } = wished
  return isKnown ? row : ((await send(ctx, row)) ?? row)
}

/** What comes back of each part of the order, after what came back before. */
async function partsOf(ctx: Context, order: orders.OrderRow, wanted: Wanted): Promise<RefundPart[]> {
  const isKept = and(eq(refunds.orderId, order.id), ne(refunds.state, 'refused'))
  const before = await ctx.db.select({ parts: refunds.parts }).from(refunds).where(isKept)
  return refundOf(
    order.parts,
    before.flatMap(({ parts }) => parts),
    wanted,
  )
}

/** An order that was paid is not wanted any more: all that is left of its money goes back. Nothing where nothing was paid. */
export async function refundCancelled(ctx: Context, { orderId }: { orderId: string }): Promise<void> {
  const order = await orders.find(ctx, orderId)
  const most = order?.status === 'CANCELLED' ? orders.refundable(order) : 0
  const key = `cancelled:${orderId}`
  if (most <= 0 && !(await findByKey(ctx, key))) return
  await refund(ctx, { orderId, reason: 'The order was cancelled', key })
}

/** The money that came with an attempt; that of a paid one is what was asked for unless it says otherwise. */
export function moneyOf({ received, receivedCurrency, amount, currency }: Attempt) {
  return { amount: received ?? amount, currency: receivedCurrency ?? currency }
}

/** Writes a refund down in the open transaction, under the order's lock; the database refuses more than came. */
export async function write(
  ctx: Context,
  attempt: Attempt,
  { amount, parts = [], reason, key }: { amount: number; parts?: RefundPart[]; reason: string; key: string },
): Promise<RefundRow> {
  const { reference, orderId } = attempt
  const now = ctx.app.now()
  const others = await ctx.db.select({ reference: refunds.reference }).from(refunds).where(eq(refunds.orderId, orderId))
  const [row] = await ctx.db
    .insert(refunds)
    .values({
      reference: `${orderId}-R${others.length + 1}`,
      attempt: reference,
      orderId,
      key,
      amount,
      currency: moneyOf(attempt).currency,
      reason,
      parts,
      state: 'requested',
      requestedAt: now,
      checkAt: nextRefundCall(0, now),
    })
    .returning()
  if (!row) throw new Error('a refund was not stored')
  await addRefunded(ctx, reference, amount)
  await addState(ctx, row.reference, 'requested', reason)
  return row
}

/** The job: sends what has not been answered. Any number may run at once. */
export async function sendRefunds(ctx: Context): Promise<void> {
  await allOf(ctx, await claimDue(ctx), (row) => send(ctx, row))
}

/** Sends a refund, or asks what became of it where it may have been sent before; answers it as it is then. */
async function send(ctx: Context, row: RefundRow): Promise<RefundRow | null> {
  const attempt = await attempts.find(ctx, row.attempt)
  const provider = attempt && openProvider(ctx.app, attempt.provider)
  if (!attempt || !provider) return null
  const wish = {
    ...attempts.toTried(attempt),
    amount: { amount: row.amount, currency: row.currency },
    total: moneyOf(attempt),
    refundReference: row.reference,
    refundProviderReference: row.providerReference,
    reason: row.reason,
  }
  if (row.checks === 0) return conclude(ctx, row, await provider.refund(wish))
  const found = await provider.checkRefund(wish)
  const mayRepeat = found.outcome === 'absent' && row.state === 'requested'
  return conclude(ctx, row, mayRepeat ? await provider.refund(wish) : found)
}

/** Makes of an answer what is to be made of it. The first definite one counts; what follows changes nothing. */
async function conclude(ctx: Context, { reference, orderId }: RefundRow, answer: Refunded): Promise<RefundRow> {
  return transact(ctx, async (ctx) => {
    const order = await orders.lock(ctx, orderId)
    const [row] = await ctx.db.select().from(refunds).where(eq(refunds.reference, reference)).for('update')
    if (!row) fail('not_found')
    if (row.state === 'refunded' || row.state === 'refused') return row
    const outcome = answer.outcome === 'absent' ? 'unknown' : answer.outcome
    await addState(ctx, reference, outcome, answer.answer)
    const now = ctx.app.now()
    const isEnd = outcome === 'refunded' || outcome === 'refused'
    const checks = Math.max(1, row.checks)
    const [changed] = await ctx.db
      .update(refunds)
      .set({
        providerReference: answer.providerReference ?? row.providerReference,
        ...(outcome !== 'unknown' && { state: outcome }),
        ...(isEnd ? { settledAt: now, checkAt: null } : { checks, checkAt: nextRefundCall(checks, now) }),
      })
      .where(eq(refunds.reference, reference))
      .returning()
    if (isEnd) await tellOrder(ctx, row, order, outcome)
    return changed ?? row
  })
}

async function tellOrder(ctx: Context, row: RefundRow, order: orders.OrderRow, outcome: 'refunded' | 'refused') {
  const { orderId, amount, reference } = row
  if (outcome === 'refused') {
    await addRefunded(ctx, row.attempt, -amount)
    afterCommit(ctx, () => ctx.app.log.error('a refund was refused and needs a person', { reference, orderId }))
  }
  // Money that came too late, or otherwise than agreed, was never the order's.
  const attempt = await attempts.find(ctx, row.attempt)
  if (attempt?.state !== 'paid' || order.paymentStatus !== 'PAID_ONLINE') return
  await orders.noteRefund(ctx, { orderId, amount, outcome, note: row.reason })
}

async function addRefunded(ctx: Context, reference: string, amount: number) {
  const refunded = sql`${paymentAttempts.refunded} + ${amount}`
  await ctx.db.update(paymentAttempts).set({ refunded }).where(eq(paymentAttempts.reference, reference))
}

async function addState(
  ctx: Context,
  refund: string,
  state: Exclude<Refunded['outcome'], 'absent'> | 'requested',
  answer: string,
) {
  await ctx.db.insert(refundStates).values({ refund, state, answer: answer.slice(0, 200), at: ctx.app.now() })
}

async function findByKey(ctx: Context, key: string): Promise<RefundRow | undefined> {
  const [row] = await ctx.db.select().from(refunds).where(eq(refunds.key, key))
  return row
}

async function claimDue(ctx: Context): Promise<RefundRow[]> {
  const now = ctx.app.now()
  return transact(ctx, async (ctx) => {
    const due = await ctx.db
      .select()
      .from(refunds)
      .where(lte(refunds.checkAt, now))
      .orderBy(asc(refunds.checkAt))
      .limit(batch)
      .for('update', { skipLocked: true })
    for (const { reference, checks } of due) {
      const next = checks + 1
      await ctx.db
        .update(refunds)
        .set({ checks: next, checkAt: nextRefundCall(next, now) })
        .where(eq(refunds.reference, reference))
    }
    // Whoever died between writing and sending has sent nothing for sure; nobody knows, so the provider is asked first.
    return due.map((row) => ({ ...row, checks: row.checks + 1 }))
  })
}

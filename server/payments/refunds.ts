import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import * as orders from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { afterCommit, demandNoTransaction, isInTransaction, transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { emit } from '#server/platform/queue.ts'
import type { RefundPart, WantedRefund } from '#server/pricing/pricing.ts'
import { refundOf, splitRefund, sum, taxesIn } from '#server/pricing/pricing.ts'
import type { Attempt } from './attempts.ts'
import * as attempts from './attempts.ts'
import { allOf } from './batch.ts'
import type { Refunded } from './providers/provider.ts'
import { openProvider } from './providers/providers.ts'
import type { Claimed, RefundRow } from './refund-rows.ts'
import {
  addRefunded,
  addState,
  claimDue,
  claimWritten,
  halvesOf,
  hasPieces,
  leftOf,
  moneyOf,
  publishEnd,
  write,
} from './refund-rows.ts'
import { deliver } from './sent-requests.ts'
import { nextRefundCall } from './status.ts'
import { refunds } from './tables.ts'
import { sendUnmatched } from './unmatched.ts'

const batch = 20
/** If an automatic refund took longer than this, the shopper gets a second email when the money has been refunded. */
const toldAfterMs = 10 * 60_000

export interface Wish {
  orderId: string
  /**
   * The amount to refund as money and store credit together, in minor units. Without `amount` and `wanted`, refunds
   * everything that was paid and not refunded.
   */
  amount?: number | undefined
  /** The parts of the order to refund, each with its share of coupon and taxes. */
  wanted?: WantedRefund | undefined
  /** The parts that `amount` refunds. Set to repeat a refused refund with the same parts. */
  parts?: RefundPart[] | undefined
  reason: string
  /**
   * A second request with this key returns the first refund. If `forMs` has passed since the first refund, the second
   * request starts a new refund.
   */
  key: string
  forMs?: number | undefined
}

/**
 * Refunds all or part of an order, never more than was paid in total. Refunds the payment of the balance before the
 * payment of the deposit, each with a separate refund. Refunds online money before store credit, and returns store
 * credit at once in the transaction. Sends each refund at once, unless the caller has a transaction open. The job sends
 * the refunds that were not sent or have no response. Refunded pieces leave the order only once the money is refunded;
 * if the refund is refused, the order keeps them. Fails with `payments.not_paid` if neither money nor credit was paid.
 * Fails with `payments.refund_too_much` if the refund exceeds the money and credit that are left; the error states this
 * limit as `most`.
 */
export async function refund(ctx: Context, wish: Wish): Promise<RefundRow[]> {
  const { orderId, amount, wanted, reason } = wish
  // A rollback cannot undo what a provider has done. So if the caller has a transaction open, the job sends the refunds
  // later.
  const isForJob = isInTransaction(ctx)
  const wished = await transact(ctx, async (ctx) => {
    const order = await orders.lock(ctx, orderId)
    const known = await findKnown(ctx, wish)
    if (known.length > 0) return { rows: known, isKnown: true }
    const paid = (await attempts.ofOrder(ctx, orderId)).filter(({ state }) => state === 'paid').sort(laterFirst)
    if (paid.length === 0 && !isPaidWithCredit(order)) fail('payments.not_paid')
    const online = Math.min(sum(paid.map(leftOf)), orders.refundable(order))
    const most = online + orders.creditLeft(order)
    const asked = wanted ?? (amount === undefined ? { everything: true } : { amount })
    const parts = wish.parts ?? (await partsOf(ctx, order, asked))
    const all = wanted ? sum(parts.map(({ total }) => total)) : (amount ?? most)
    if (all > most || all <= 0) fail('payments.refund_too_much', { most })
    const money = Math.min(all, online)
    const credit = all - money
    const key = wish.forMs ? `${wish.key}#${ctx.app.now().toISOString()}` : wish.key
    const shares = sharesOf(paid, money)
    const partsOfShares = splitRefund(
      parts,
      shares.map(({ amount }) => amount),
    )
    const rows: RefundRow[] = []
    for (const [at, { attempt, amount }] of shares.entries()) {
      // The last refund row contains the whole store credit.
      const split = { amount, credit: at === shares.length - 1 ? credit : 0 }
      const words = { parts: partsOfShares[at], reason, key: at === 0 ? key : `${key}+${at}`, isForJob }
      rows.push(await write(ctx, order, { attempt, newRefund: { ...split, ...words } }))
      const outcome = attempt ? 'refunding' : 'refunded'
      const taxes = taxesIn(words.parts ?? [], split.amount + split.credit)
      await orders.noteRefund(ctx, { orderId, ...split, outcome, note: reason, taxes })
    }
    await ctx.staff?.log?.(ctx)
    if (credit > 0) await orders.returnCredit(ctx, { order, reference: key, amount: credit })
    for (const row of rows) if (row.state === 'refunded') await giveUpPieces(ctx, row)
    return { rows, isKnown: false }
  })
  if (wished.isKnown || isForJob) return wished.rows
  const sent: RefundRow[] = []
  for (const row of wished.rows) {
    const claimed = await claimWritten(ctx, row.reference)
    sent.push((claimed && (await send(ctx, claimed))) ?? row)
  }
  return sent
}

const laterFirst = (one: Attempt, other: Attempt) => Number(other.part === 'balance') - Number(one.part === 'balance')

/**
 * Divides a refund's money among the payments. If `money` is 0, the refund is store credit alone. The result is then
 * one share of 0 without a payment.
 */
function sharesOf(paid: Attempt[], money: number): { attempt: Attempt | null; amount: number }[] {
  let rest = money
  const shares = paid.map((attempt) => {
    const amount = Math.min(rest, leftOf(attempt))
    rest -= amount
    return { attempt, amount }
  })
  return money > 0 ? shares.filter(({ amount }) => amount > 0) : [{ attempt: null, amount: 0 }]
}

const isPaidWithCredit = ({ credit, paymentStatus }: orders.OrderRow) =>
  credit > 0 && (paymentStatus === 'PAID_ONLINE' || paymentStatus === 'PAID_AT_STORE')

function piecesOf(parts: RefundPart[]): Record<string, number> {
  return Object.fromEntries(parts.filter(({ kind }) => kind === 'line').map(({ key, pieces }) => [key, pieces]))
}

/** Publishes which pieces were refunded, so that a group-buy frees them and a membership becomes shorter. */
async function giveUpPieces(ctx: Context, { orderId, parts, takesPieces }: RefundRow) {
  if (!takesPieces) return
  const order = await orders.lock(ctx, orderId)
  const isLeft = orders.refundable(order) + orders.creditLeft(order) > 0
  const isWhole = !isLeft && (await underWay(ctx, orderId)).length === 0
  await emit(ctx, 'order.returned', { orderId, pieces: piecesOf(parts), isWhole })
}

/** The open refunds of an order, except the refunds that staff ended. */
function underWay(ctx: Context, orderId: string): Promise<RefundRow[]> {
  const isOpen = and(inArray(refunds.state, ['requested', 'pending']), isNull(refunds.resolvedAt))
  return ctx.db
    .select()
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), isOpen))
}

/** Calculates the refund of each part of the order, after earlier refunds. */
async function partsOf(ctx: Context, order: orders.OrderRow, wanted: WantedRefund): Promise<RefundPart[]> {
  const before = await ctx.db.select().from(refunds).where(eq(refunds.orderId, order.id))
  return refundOf(
    order.parts,
    before.flatMap((row) => (row.state === 'refused' ? halvesOf(row).credit : row.parts)),
    wanted,
  )
}

/** Refunds a cancelled order's remaining money. Does nothing for an unpaid order. */
export async function refundCancelled(ctx: Context, { orderId }: { orderId: string }): Promise<void> {
  const order = await orders.find(ctx, orderId)
  const most = order?.status === 'CANCELLED' ? orders.refundable(order) : 0
  const key = `cancelled:${orderId}`
  if (most <= 0 && (await findByKey(ctx, key)).length === 0) return
  await refund(ctx, { orderId, reason: 'The order was cancelled', key })
}

/**
 * Refunds the difference to the lower price that the group-buy reached, for the pieces that the order keeps. Repeated
 * calls refund it only once. Does nothing while a refund of pieces is open; the end of that refund calls this function
 * again.
 */
export async function refundDifference(ctx: Context, { orderId }: { orderId: string }): Promise<void> {
  if ((await underWay(ctx, orderId)).some(hasPieces)) return
  const { back } = await orders.lowerToReached(ctx, orderId)
  if (back <= 0) return
  await refund(ctx, {
    orderId,
    amount: back,
    reason: 'The group-buy reached a lower price',
    key: `campaign:${orderId}`,
  })
}

/** A job that sends the refunds that were not sent or have no response. Several workers may run it at once. */
export async function sendRefunds(ctx: Context): Promise<void> {
  await allOf(ctx, await claimDue(ctx, batch), (row) => send(ctx, row))
  await sendUnmatched(ctx)
}

/**
 * Sends a refund, or queries its state if an earlier request may have arrived. Returns the changed refund; null if its
 * provider is not configured.
 */
async function send(ctx: Context, row: Claimed): Promise<RefundRow | null> {
  demandNoTransaction(ctx)
  const attempt = row.attempt === null ? null : await attempts.find(ctx, row.attempt)
  const provider = attempt && (await openProvider(ctx, attempt.provider))
  if (!attempt || !provider) return null
  const wish = {
    ...attempts.toTried(attempt),
    amount: { amount: row.amount, currency: row.currency },
    total: moneyOf(attempt),
    refundReference: row.reference,
    refundProviderReference: row.providerReference,
    reason: row.reason,
  }
  return conclude(ctx, row, await deliver(provider, wish, { delivery: row.before, isTaken: row.state === 'pending' }))
}

/** Records that staff sent a refund themselves. Returns whether the refund was still unsettled. */
export function noteSent(ctx: Context, reference: string): Promise<boolean> {
  return transact(ctx, async (ctx) => {
    const [row] = await ctx.db.select().from(refunds).where(eq(refunds.reference, reference))
    if (!row) return false
    await orders.lock(ctx, row.orderId)
    const [before] = await ctx.db.select().from(refunds).where(eq(refunds.reference, reference)).for('update')
    const isOpen = before?.state === 'requested' || before?.state === 'pending'
    if (isOpen) await conclude(ctx, row, { outcome: 'refunded', providerReference: null, answer: 'sent by staff' })
    return isOpen
  })
}

/** Applies a provider's response to its refund. Only the first definite response has an effect. */
async function conclude(ctx: Context, { reference, orderId }: RefundRow, answer: Refunded): Promise<RefundRow> {
  return transact(ctx, async (ctx) => {
    const order = await orders.lock(ctx, orderId)
    const [row] = await ctx.db.select().from(refunds).where(eq(refunds.reference, reference)).for('update')
    if (!row) fail('not_found')
    if (row.state === 'refunded' || row.state === 'refused') return row
    const outcome = answer.outcome === 'absent' ? 'unknown' : answer.outcome
    await addState(ctx, reference, { state: outcome, answer: answer.answer })
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
    if (isEnd) {
      await tellOrder(ctx, { ...row, settledAt: now }, { order, outcome })
      await publishEnd(ctx, row, order)
    }
    return changed ?? row
  })
}

async function tellOrder(
  ctx: Context,
  row: RefundRow,
  { order, outcome }: { order: orders.OrderRow; outcome: 'refunded' | 'refused' },
) {
  const { orderId, amount, credit, currency, reference } = row
  if (row.attempt === null) return
  if (outcome === 'refused') {
    await addRefunded(ctx, row.attempt, -amount)
    afterCommit(ctx, () => ctx.app.log.error('a refund was refused and needs a person', { reference, orderId }))
  }
  const attempt = await attempts.find(ctx, row.attempt)
  const isLate = attempt?.state !== 'paid' || order.paymentStatus !== 'PAID_ONLINE'
  // The first email says that the refund is on its way. If the refund takes at least `toldAfterMs`, a second email says
  // that the money was refunded.
  const isTold = (row.settledAt?.getTime() ?? 0) - row.requestedAt.getTime() < toldAfterMs
  if (isLate) await orders.noteLateRefund(ctx, { order, money: { amount, currency }, outcome, isTold })
  else {
    const taxes = outcome === 'refunded' ? taxesIn(row.parts, amount + credit) : taxesIn(halvesOf(row).credit, credit)
    await orders.noteRefund(ctx, { orderId, amount, credit, outcome, note: row.reason, taxes })
    if (outcome === 'refunded') await giveUpPieces(ctx, row)
  }
}

/**
 * Finds the earlier refunds with the same key. Must run under the order's lock, so that concurrent requests with one
 * key find each other.
 */
async function findKnown(ctx: Context, { orderId, key, forMs }: Wish): Promise<RefundRow[]> {
  if (!forMs) return findByKey(ctx, key)
  const since = new Date(ctx.app.now().getTime() - forMs)
  const isSame = sql`starts_with(${refunds.key}, ${`${key}#`})`
  const isRecent = gt(refunds.requestedAt, since)
  return ctx.db
    .select()
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), isSame, isRecent))
    .orderBy(asc(refunds.reference))
}

/** The refunds with this key: two if the refund took money from both payments of the order, else at most one. */
function findByKey(ctx: Context, key: string): Promise<RefundRow[]> {
  return ctx.db
    .select()
    .from(refunds)
    .where(inArray(refunds.key, [key, `${key}+1`]))
    .orderBy(asc(refunds.key))
}

import { and, asc, eq, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { PaymentCase, StuckPayment } from '#contract/office/payment-problems.ts'
import { sum } from '#contract/sum.ts'
import * as orders from '#server/orders/orders.ts'
import { orders as orderRows } from '#server/orders/tables.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import type { RefundPart } from '#server/pricing/pricing.ts'
import type { Attempt } from './attempts.ts'
import { find, myStoresCondition, writeAttempt } from './attempts.ts'
import { findOrderOfDispute, listDisputes, reviewDispute } from './disputes.ts'
import { transferProviders } from './providers/etransfer.ts'
import { optionOf } from './providers/providers.ts'
import type { RefundRow } from './refund-rows.ts'
import {
  findGivenBack,
  insertExcessRefund,
  insertUnwantedRefund,
  isOfExcess,
  piecesOf,
  publishRefundEnd,
  receivedMoney,
  splitCreditAndMoney,
  staffKey,
} from './refund-rows.ts'
import type { RefundRequest } from './refunds.ts'
import { refund } from './refunds.ts'
import { abandonAttempt, lockAttempt } from './settle.ts'
import { refundOverdueMs } from './status.ts'
import { paymentAttempts, refunds } from './tables.ts'
import { listUnmatched, reviewUnmatched } from './unmatched.ts'

const minute = 60_000
const patienceMs = 10 * minute
const maxListed = 200

/** Lists payments and refunds at the caller's stores that need a decision by staff, the oldest first; see `review`. */
export async function stuck(ctx: Context): Promise<{ stuck: PaymentCase[] }> {
  const cases = await Promise.all([stuckAttempts(ctx), stuckRefunds(ctx), listUnmatched(ctx), listDisputes(ctx)])
  return { stuck: cases.flat().sort((a, b) => (a.since < b.since ? -1 : 1)) }
}

async function findStore(ctx: Context, orderId: string | null): Promise<string | null> {
  return (orderId && (await orders.find(ctx, orderId))?.locationId) || null
}

/** Finds the store of the payment, refund or dispute with this reference. Null if the reference belongs to no order. */
export async function findStoreOfPayment(ctx: Context, reference: string): Promise<string | null> {
  const [refundRow] = await ctx.db
    .select({ orderId: refunds.orderId })
    .from(refunds)
    .where(eq(refunds.reference, reference))
  const orderId = refundRow?.orderId ?? (await find(ctx, reference))?.orderId
  return findStore(ctx, orderId ?? (await findOrderOfDispute(ctx, reference)))
}

async function stuckAttempts(ctx: Context): Promise<PaymentCase[]> {
  const { state, resolvedAt, discrepancy, expiresAt } = paymentAttempts
  const overdue = new Date(ctx.app.now().getTime() - patienceMs)
  const rows = await ctx.db
    .select({ attempt: paymentAttempts, location: orderRows.locationId })
    .from(paymentAttempts)
    .innerJoin(orderRows, eq(orderRows.id, paymentAttempts.orderId))
    .where(
      and(
        myStoresCondition(ctx),
        isNull(resolvedAt),
        or(
          inArray(state, ['late_paid', 'mismatch']),
          and(eq(state, 'pending'), lte(expiresAt, overdue)),
          isNotNull(discrepancy),
        ),
      ),
    )
    .orderBy(asc(paymentAttempts.startedAt))
    .limit(maxListed)
  return rows.map(({ attempt, location }) => ({
    reference: attempt.reference,
    orderId: attempt.orderId,
    location,
    kind: kindOf(attempt),
    provider: attempt.provider,
    ...receivedMoney(attempt),
    since: (attempt.settledAt ?? attempt.startedAt).toISOString(),
    answer: attempt.discrepancy ?? attempt.lastAnswer ?? '',
  }))
}

function kindOf({ state }: Attempt): StuckPayment['kind'] {
  if (state === 'late_paid' || state === 'mismatch') return state
  return state === 'pending' ? 'unanswered' : 'discrepancy'
}

async function stuckRefunds(ctx: Context): Promise<PaymentCase[]> {
  const overdue = new Date(ctx.app.now().getTime() - refundOverdueMs)
  const rows = await ctx.db
    .select({
      refund: refunds,
      provider: paymentAttempts.provider,
      answer: lastAnswer,
      location: orderRows.locationId,
    })
    .from(refunds)
    .innerJoin(paymentAttempts, eq(paymentAttempts.reference, refunds.attempt))
    .innerJoin(orderRows, eq(orderRows.id, refunds.orderId))
    .where(
      and(
        myStoresCondition(ctx),
        isNull(refunds.resolvedAt),
        or(
          eq(refunds.state, 'refused'),
          and(inArray(refunds.state, ['requested', 'pending']), lte(refunds.requestedAt, overdue)),
        ),
      ),
    )
    .orderBy(asc(refunds.requestedAt))
    .limit(maxListed)
  return rows.map(({ refund, provider, answer, location }) => ({
    reference: refund.reference,
    orderId: refund.orderId,
    location,
    kind: kindOfRefund(refund.state, provider),
    provider,
    amount: refund.amount,
    currency: refund.currency,
    // A refund may be refused weeks after the request, because the shopper's bank sent the money back.
    since: ((refund.state === 'refused' && refund.settledAt) || refund.requestedAt).toISOString(),
    answer: answer ?? '',
  }))
}

/** A pending refund of an e-transfer waits for staff to send it. Other pending refunds wait for the provider. */
function kindOfRefund(state: string, provider: string): StuckPayment['kind'] {
  if (state === 'refused') return 'refund_refused'
  return transferProviders.includes(provider) ? 'refund_to_send' : 'refund_unanswered'
}
const lastAnswer = sql<string | null>`(
  select answer from refund_states where refund = ${refunds.reference} order by id desc limit 1)`

/**
 * Applies a decision by staff, and returns the cases that still need a decision. Staff may decide again while money is
 * left. Staff can decide about:
 * - Money that arrived late or with another amount: `refund` returns the money that is left, `honour` marks the order
 *   as paid after all and returns what exceeds its bill, and `dismiss` records that there is nothing to do.
 * - A payment that is still pending ten minutes after it expired: `dismiss` gives it up.
 * - A payment that differs from the provider's records: `dismiss` records that staff have seen the difference.
 * - A refund: `refund` sends it again, except what staff have refunded since the refusal, and `dismiss` ends it. An
 *   open refund by e-transfer accepts neither, because staff end it with `confirmRefund`.
 * - A dispute: `dismiss` records that staff have seen it.
 * - A payment that matches no attempt: see `reviewUnmatched`.
 *
 * Fails with `payments.review` if the decision does not apply, and with `staff.unknown` if there is no such case. Fails
 * with `payments.refund_too_much` if nothing is left to send again; the case stays in the list. Fails with
 * `orders.step`, `cart.out_of_stock` or `coupons.used_up` if the order can no longer be honoured.
 */
export async function review(ctx: Context, input: ReviewInput): Promise<{ stuck: PaymentCase[] }> {
  const { reference } = input
  const isFound =
    (await reviewAttempt(ctx, input)) ||
    (await reviewRefund(ctx, input)) ||
    (await reviewDispute(ctx, input)) ||
    (await reviewUnmatched(ctx, input))
  if (!isFound) fail('staff.unknown', { what: reference })
  return stuck(ctx)
}

interface ReviewInput {
  reference: string
  decision: 'refund' | 'honour' | 'dismiss'
}

async function reviewAttempt(ctx: Context, { reference, decision }: ReviewInput): Promise<boolean> {
  const overdue = await findOverdue(ctx, reference)
  if (overdue && decision === 'dismiss') {
    await abandonAttempt(ctx, overdue)
    return true
  }
  return transact(ctx, async (ctx) => {
    const locked = await lockAttempt(ctx, { reference, providerReference: null })
    if (!locked) return false
    const { attempt, order } = locked
    const isMoney = attempt.state === 'late_paid' || attempt.state === 'mismatch'
    if (!isMoney && !(attempt.discrepancy && decision === 'dismiss')) fail('payments.review')
    if (decision === 'refund') await refundPayment(ctx, order, attempt)
    if (decision === 'honour') await honour(ctx, order, attempt)
    await writeAttempt(ctx, reference, {
      ...(decision === 'honour' && { state: 'paid' }),
      resolution: resolutions[decision],
      resolvedAt: ctx.app.now(),
    })
    return true
  })
}

const resolutions = { refund: 'refunded', honour: 'honoured', dismiss: 'dismissed' } as const

/** Finds a pending attempt that staff may give up, because it expired at least `patienceMs` ago. Null otherwise. */
async function findOverdue(ctx: Context, reference: string): Promise<Attempt | null> {
  const attempt = await find(ctx, reference)
  const isOverdue = attempt?.state === 'pending' && attempt.expiresAt.getTime() + patienceMs <= ctx.app.now().getTime()
  return isOverdue ? attempt : null
}

async function honour(ctx: Context, order: orders.OrderRow, attempt: Attempt) {
  // An order cannot be honoured without its money: if no money arrived, or if some was refunded or is on its way back.
  if (!attempt.received || attempt.refunded > 0) fail('payments.review')
  if (attempt.part === 'balance') await orders.acceptLateBalance(ctx, order)
  else await orders.acceptLatePayment(ctx, order, { paymentOption: optionOf(attempt) })
  const { amount, currency } = receivedMoney(attempt)
  if (currency === attempt.currency) await insertExcessRefund(ctx, order, { attempt, excess: amount - attempt.amount })
}

/** Writes a refund of all money that is left of a payment. The job sends the refund. */
async function refundPayment(ctx: Context, order: orders.OrderRow, attempt: Attempt) {
  const refundRow = await insertUnwantedRefund(ctx, order, { attempt, reason: 'Paid too late, or not as agreed' })
  if (!refundRow) fail('payments.review')
}

async function reviewRefund(ctx: Context, { reference, decision }: ReviewInput): Promise<boolean> {
  const result = await transact(ctx, async (ctx) => {
    const [earlier] = await ctx.db.select().from(refunds).where(eq(refunds.reference, reference))
    if (!earlier) return null
    const order = await orders.lock(ctx, earlier.orderId)
    const [row] = await ctx.db.select().from(refunds).where(eq(refunds.reference, reference)).for('update')
    if (!row || row.state === 'refunded' || decision === 'honour') fail('payments.review')
    const now = ctx.app.now()
    const attempt = row.attempt === null ? null : await find(ctx, row.attempt)
    const isRefused = row.state === 'refused'
    // Staff cannot decide about an open refund by e-transfer. The shop owes the money until staff confirm with
    // `confirmRefund` that they sent it.
    if (attempt && !isRefused && transferProviders.includes(attempt.provider))
      fail('payments.review', { message: 'payments.review_to_send' })
    const isRetry = decision === 'refund'
    // If the provider has not responded to the refund, the refund keeps its number, because the provider may have
    // accepted it. The job then calls the provider again.
    const values = isRetry && !isRefused ? { resolvedAt: null, checkAt: now } : { resolvedAt: now, checkAt: null }
    const isCounted = attempt?.state === 'paid' && !isOfExcess(row)
    if (isRetry && isRefused && isCounted) {
      const owed = await findOwed(ctx, row)
      if (owed <= 0) fail('payments.review', { message: 'payments.review_replaced' })
      return { todo: row, order, owed }
    }
    await ctx.db.update(refunds).set(values).where(eq(refunds.reference, reference))
    if (!isRetry && !isRefused) await publishRefundEnd(ctx, row, order)
    if (isRetry && isRefused && attempt) {
      if (!isOfExcess(row)) await refundPayment(ctx, order, attempt)
      else if (!(await insertExcessRefund(ctx, order, { attempt, excess: row.amount }))) fail('payments.review')
    }
    return { todo: null, order, owed: 0 }
  })
  if (result?.todo) {
    const { orderId, reason, takesPieces } = result.todo
    const request = requestAgain(result.todo, { ...result, givenBack: await findGivenBack(ctx, orderId) })
    await refund(ctx, { orderId, ...request, reason, takesPieces, key: keyOfRetry(reference) })
    // If `refund` throws, the code does not reach this update, so the case stays in the list.
    await ctx.db.update(refunds).set({ resolvedAt: ctx.app.now() }).where(eq(refunds.reference, reference))
  }
  return result !== null
}

const keyOfRetry = (reference: string) => `again:${reference}`

/**
 * How much of a refused refund the shop still owes. Subtracts the refunds by which staff have replaced it since the
 * refusal, if they refund the same goods and are not refused. If such a refund resends another refused refund, that
 * original must be newer than this refusal, or must have ended before staff first requested this refund. Otherwise the
 * shop owes both refunds separately.
 */
async function findOwed(ctx: Context, row: RefundRow): Promise<number> {
  const refusedAt = row.settledAt ?? row.requestedAt
  const all = await ctx.db.select().from(refunds).where(eq(refunds.orderId, row.orderId))
  const findFirst = (refund: RefundRow): RefundRow => {
    const [key] = refund.key.split('+')
    const refused = all.find(({ reference }) => key === keyOfRetry(reference))
    return refused ? findFirst(refused) : refund
  }
  const first = findFirst(row)
  const replaces = (refund: RefundRow) => {
    const other = findFirst(refund)
    if (other === first || !other.key.startsWith(`${staffKey}:`)) return false
    if (!sharesParts(refund, row)) return false
    return other.requestedAt > refusedAt || (other.settledAt !== null && other.settledAt < first.requestedAt)
  }
  const later = all.filter((refund) => refund.state !== 'refused' && refund.requestedAt > refusedAt && replaces(refund))
  return row.amount - sum(later.map(({ amount, credit }) => amount + credit))
}

/** Whether two refunds are of the same goods or fees at least in part. A refund without parts may be of any. */
const sharesParts = ({ parts }: RefundRow, other: RefundRow): boolean =>
  parts.length === 0 ||
  other.parts.length === 0 ||
  parts.some(({ key, kind }) => other.parts.some((part) => part.key === key && part.kind === kind))

/** The request that replaces a refused refund: the same refund, but never more than the shop owes and the order has. */
function requestAgain(
  row: RefundRow,
  { order, owed, givenBack }: { order: orders.OrderRow; owed: number; givenBack: number },
): Pick<RefundRequest, 'wanted' | 'amount' | 'parts'> {
  const { amount } = row
  const most = orders.refundableOnline(order, givenBack) + orders.remainingCredit(order)
  if (owed < amount) return { amount: Math.min(owed, most) }
  const { money: parts } = splitCreditAndMoney(row)
  // If a group-buy has lowered the price of the pieces, their refund is calculated again. The group-buy may have closed
  // after the refused refund.
  const isLowered = order.parts.some(({ lowered }) => lowered)
  if (isLowered && parts.length > 0 && parts.every(({ pieces }) => pieces > 0)) {
    const has = (wanted: RefundPart['kind']) => parts.some(({ kind }) => kind === wanted)
    return { wanted: { lines: piecesOf(parts), fees: has('fee'), delivery: has('delivery'), tip: has('tip') } }
  }
  // Without an amount, the request is for all that is left.
  return amount > most ? {} : { amount, parts }
}

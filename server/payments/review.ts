import { and, asc, eq, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { PaymentCase, StuckPayment } from '#contract/office/payment-problems.ts'
import * as orders from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { isMine } from '#server/platform/http/office-access.ts'
import type { Attempt } from './attempts.ts'
import { change, find } from './attempts.ts'
import { listDisputes, orderOfDispute, reviewDispute } from './disputes.ts'
import { transferProviders } from './providers/etransfer.ts'
import { optionOf } from './providers/providers.ts'
import { halvesOf, moneyOf, publishEnd, writeUnwanted } from './refund-rows.ts'
import { refund } from './refunds.ts'
import { giveUp, lockAttempt } from './settle.ts'
import { refundPatienceMs } from './status.ts'
import { paymentAttempts, refunds } from './tables.ts'
import { listUnmatched, reviewUnmatched } from './unmatched.ts'

const minute = 60_000
const patienceMs = 10 * minute
const longest = 200

/** Lists payments and refunds at the caller's stores that need a decision by staff, the oldest first; see `review`. */
export async function stuck(ctx: Context): Promise<{ stuck: PaymentCase[] }> {
  const found = (
    await Promise.all([stuckAttempts(ctx), stuckRefunds(ctx), listUnmatched(ctx), listDisputes(ctx)])
  ).flat()
  const stores = await Promise.all(found.map(({ orderId }) => storeOfOrder(ctx, orderId)))
  const mine = found
    .map((payment, at) => ({ ...payment, location: stores[at] ?? null }))
    .filter(({ location }) => isMine(ctx, 'money.see', location))
  return { stuck: mine.sort((a, b) => (a.since < b.since ? -1 : 1)) }
}

async function storeOfOrder(ctx: Context, orderId: string | null): Promise<string | null> {
  return (orderId && (await orders.find(ctx, orderId))?.locationId) || null
}

/** Finds the store of the payment or refund with this reference. Null if the reference belongs to no order. */
export async function storeOfPayment(ctx: Context, reference: string): Promise<string | null> {
  const [refunded] = await ctx.db
    .select({ orderId: refunds.orderId })
    .from(refunds)
    .where(eq(refunds.reference, reference))
  const orderId = refunded?.orderId ?? (await find(ctx, reference))?.orderId
  return storeOfOrder(ctx, orderId ?? (await orderOfDispute(ctx, reference)))
}

async function stuckAttempts(ctx: Context): Promise<StuckPayment[]> {
  const { state, resolvedAt, discrepancy, expiresAt } = paymentAttempts
  const overdue = new Date(ctx.app.now().getTime() - patienceMs)
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
  const overdue = new Date(ctx.app.now().getTime() - refundPatienceMs)
  const rows = await ctx.db
    .select({ refund: refunds, provider: paymentAttempts.provider, answer: lastAnswer })
    .from(refunds)
    .innerJoin(paymentAttempts, eq(paymentAttempts.reference, refunds.attempt))
    .where(
      and(
        isNull(refunds.resolvedAt),
        or(
          eq(refunds.state, 'refused'),
          and(inArray(refunds.state, ['requested', 'pending']), lte(refunds.requestedAt, overdue)),
        ),
      ),
    )
    .orderBy(asc(refunds.requestedAt))
    .limit(longest)
  return rows.map(({ refund: { reference, orderId, state, amount, currency, requestedAt }, provider, answer }) => ({
    reference,
    orderId,
    kind: kindOfRefund(state, provider),
    provider,
    amount,
    currency,
    since: requestedAt.toISOString(),
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
 * Applies a decision by staff. Staff may decide again while money is left. For money that arrived late or with another
 * amount: `refund` returns the money that is left, `honour` marks the order as paid after all, and `dismiss` records
 * that there is nothing to do. For a refund: `refund` sends it again, and `dismiss` ends it. A refund that staff have
 * to send by e-transfer has no decision: `confirmRefund` ends it. For a dispute: `dismiss` records that staff have seen
 * it. Fails with `payments.review` if the decision does not apply, and with `staff.unknown` if there is no such
 * payment, refund or dispute. Fails with `orders.step` or `cart.out_of_stock` if the order can no longer be honoured.
 * Returns the cases that still need a decision.
 */
export async function review(ctx: Context, decided: Decided): Promise<{ stuck: PaymentCase[] }> {
  const { reference } = decided
  const isFound =
    (await reviewAttempt(ctx, decided)) ||
    (await reviewRefund(ctx, decided)) ||
    (await reviewDispute(ctx, decided)) ||
    (await reviewUnmatched(ctx, decided))
  if (!isFound) fail('staff.unknown', { what: reference })
  return stuck(ctx)
}

interface Decided {
  reference: string
  decision: 'refund' | 'honour' | 'dismiss'
}

async function reviewAttempt(ctx: Context, { reference, decision }: Decided): Promise<boolean> {
  const overdue = await findOverdue(ctx, reference)
  if (overdue && decision === 'dismiss') {
    await giveUp(ctx, overdue)
    return true
  }
  return transact(ctx, async (ctx) => {
    const locked = await lockAttempt(ctx, { reference, providerReference: null })
    if (!locked) return false
    const { attempt, order } = locked
    const isMoney = attempt.state === 'late_paid' || attempt.state === 'mismatch'
    if (!isMoney && !(attempt.discrepancy && decision === 'dismiss')) fail('payments.review')
    if (decision === 'refund') await giveBack(ctx, order, attempt)
    if (decision === 'honour') await honour(ctx, order, attempt)
    await change(ctx, reference, {
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
  // An order cannot be honoured while its money is on its way back.
  if (!attempt.received || attempt.refunded > 0) fail('payments.review')
  if (attempt.part === 'balance') await orders.honourBalance(ctx, order)
  else await orders.honour(ctx, order, { paymentOption: optionOf(attempt) })
}

/** Writes the refund; the job sends it. */
async function giveBack(ctx: Context, order: orders.OrderRow, attempt: Attempt) {
  const written = await writeUnwanted(ctx, order, { attempt, reason: 'Paid too late, or not as agreed' })
  if (!written) fail('payments.review')
}

async function reviewRefund(ctx: Context, { reference, decision }: Decided): Promise<boolean> {
  const anew = await transact(ctx, async (ctx) => {
    const [known] = await ctx.db.select().from(refunds).where(eq(refunds.reference, reference))
    if (!known) return null
    const order = await orders.lock(ctx, known.orderId)
    const [row] = await ctx.db.select().from(refunds).where(eq(refunds.reference, reference)).for('update')
    if (!row || row.state === 'refunded' || decision === 'honour') fail('payments.review')
    const now = ctx.app.now()
    const attempt = row.attempt === null ? null : await find(ctx, row.attempt)
    const isRefused = row.state === 'refused'
    // The shop owes this money until staff confirm with `confirmRefund` that they sent it.
    if (attempt && !isRefused && transferProviders.includes(attempt.provider))
      fail('payments.review', { message: 'payments.review_to_send' })
    const isAgain = decision === 'refund'
    // If the provider has not responded to the refund, the refund keeps its number, because the provider may have
    // accepted it. The job then calls the provider again.
    const values = isAgain && !isRefused ? { resolvedAt: null, checkAt: now } : { resolvedAt: now, checkAt: null }
    await ctx.db.update(refunds).set(values).where(eq(refunds.reference, reference))
    if (!isAgain && !isRefused) await publishEnd(ctx, row, order)
    if (!isAgain || !isRefused) return { todo: null }
    if (attempt && attempt.state !== 'paid') await giveBack(ctx, order, attempt)
    return { todo: attempt?.state === 'paid' ? row : null }
  })
  if (anew?.todo) {
    const { orderId, amount, reason } = anew.todo
    const { money: parts } = halvesOf(anew.todo)
    await refund(ctx, { orderId, amount, parts, reason, key: `again:${reference}` })
  }
  return anew !== null
}

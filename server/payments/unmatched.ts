import { createHash } from 'node:crypto'
import { and, asc, eq, inArray, isNotNull, isNull, lte, notExists, or, sql } from 'drizzle-orm'
import type { StuckPayment } from '#contract/office/payment-problems.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { allOf } from './batch.ts'
import type { Provider, Reception, Report } from './providers/provider.ts'
import { openProvider } from './providers/providers.ts'
import type { Delivery } from './sent-requests.ts'
import { deliver } from './sent-requests.ts'
import { nextRefundCall, refundPatienceMs } from './status.ts'
import { paymentAttempts, paymentNotifications, unmatchedPayments } from './tables.ts'

type Unmatched = typeof unmatchedPayments.$inferSelect
interface Named {
  reference: string
  providerReference: string | null
}

const batch = 20
const longest = 200

/**
 * Describes a payment for a query to the provider. The amount is 0, because the shop knows only the references of the
 * payment.
 */
function toTried(provider: Provider, { reference, providerReference }: Named) {
  const amount = { amount: 0, currency: provider.currencies[0] ?? 'CAD' }
  return { reference, providerReference, channel: '', amount }
}

/**
 * Handles a notification about a payment that matches no attempt. Queries the provider and stores the amount that the
 * provider took, so that staff can decide. Returns `again` if the provider gives no clear response.
 */
export async function noteUnmatched(ctx: Context, provider: Provider, named: Named): Promise<Reception> {
  const report = await provider.check(toTried(provider, named))
  await keep(ctx, provider, { named, report })
  ctx.app.log.error('a notification is about no payment of ours', {
    provider: provider.name,
    ...named,
    outcome: report.outcome,
  })
  return report.outcome === 'unknown' ? 'again' : 'taken'
}

/** Stores the provider's report. A row that already has an amount or a refund stays as it is. */
async function keep(
  ctx: Context,
  provider: Provider,
  { named, report }: { named: Named; report: Report },
): Promise<void> {
  const isMoney = report.outcome === 'paid'
  const facts = {
    providerReference: report.providerReference ?? named.providerReference,
    amount: isMoney ? report.amount : null,
    currency: isMoney ? report.currency : null,
    // If the provider took no money, staff have nothing to decide, so the row counts as dismissed.
    state: isMoney || report.outcome === 'unknown' ? ('waiting' as const) : ('dismissed' as const),
    answer: report.answer.slice(0, 200),
  }
  const { provider: name, reference, amount, refunds } = unmatchedPayments
  await ctx.db
    .insert(unmatchedPayments)
    .values({ provider: provider.name, reference: named.reference, ...facts, notifiedAt: ctx.app.now() })
    .onConflictDoUpdate({ target: [name, reference], set: facts, setWhere: and(isNull(amount), eq(refunds, 0)) })
}

/**
 * The unmatched payments that staff must look at: payments without a decision, payments whose refund was refused, and
 * payments whose refund has had no result for too long.
 */
export async function listUnmatched(ctx: Context): Promise<StuckPayment[]> {
  const { state, notifiedAt } = unmatchedPayments
  const overdue = new Date(ctx.app.now().getTime() - refundPatienceMs)
  const isOverdue = and(eq(state, 'refunding'), lte(notifiedAt, overdue))
  const rows = await ctx.db
    .select()
    .from(unmatchedPayments)
    .where(or(inArray(state, ['waiting', 'refused']), isOverdue))
    .orderBy(asc(notifiedAt))
    .limit(longest)
  return [...rows.map(toStuck), ...(await listUnasked(ctx))]
}

const kinds = { refused: 'refund_refused', refunding: 'refund_unanswered' } as const

function toStuck({ provider, reference, amount, currency, state, notifiedAt, answer }: Unmatched): StuckPayment {
  const kind = state === 'refused' || state === 'refunding' ? kinds[state] : 'unmatched'
  return { reference, orderId: null, kind, provider, amount, currency, since: notifiedAt.toISOString(), answer }
}

/**
 * The payments of which the shop stored only a notification: they have no attempt and no row in `unmatchedPayments`. An
 * older version of the shop stored such notifications without querying the provider.
 */
async function listUnasked(ctx: Context): Promise<StuckPayment[]> {
  const { reference, provider, receivedAt, body } = paymentNotifications
  const rows = await ctx.db
    .select({ reference, provider, receivedAt, body })
    .from(paymentNotifications)
    .where(isUnasked(ctx))
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

function isUnasked(ctx: Context) {
  const { reference, verdict, provider } = paymentNotifications
  const one = { one: sql`1` }
  const ours = ctx.db
    .select(one)
    .from(paymentAttempts)
    .where(or(eq(paymentAttempts.reference, reference), eq(paymentAttempts.providerReference, reference)))
  const kept = ctx.db
    .select(one)
    .from(unmatchedPayments)
    .where(and(eq(unmatchedPayments.provider, provider), eq(unmatchedPayments.reference, reference)))
  return and(eq(verdict, 'accepted'), isNotNull(reference), notExists(ours), notExists(kept))
}

/**
 * Creates the row of an unmatched payment of which only a notification is stored, so that staff can decide about the
 * payment.
 */
async function adopt(ctx: Context, wanted: string): Promise<void> {
  const { reference, provider } = paymentNotifications
  const [found] = await ctx.db
    .select({ name: provider })
    .from(paymentNotifications)
    .where(and(eq(reference, wanted), isUnasked(ctx)))
    .limit(1)
  const opened = found && (await openProvider(ctx, found.name))
  if (opened) await noteUnmatched(ctx, opened, { reference: wanted, providerReference: null })
}

/**
 * Applies a decision by staff about an unmatched payment. `refund` queues a refund, and `dismiss` records that there is
 * nothing to do. Staff may decide again later. Returns false if there is no such payment. Fails with `payments.review`
 * if the decision is not possible for this payment.
 */
export async function reviewUnmatched(
  ctx: Context,
  { reference, decision }: { reference: string; decision: 'refund' | 'honour' | 'dismiss' },
): Promise<boolean> {
  await adopt(ctx, reference)
  if (decision === 'refund') await askAgain(ctx, reference)
  return transact(ctx, async (ctx) => {
    const [row] = await ctx.db
      .select()
      .from(unmatchedPayments)
      .where(eq(unmatchedPayments.reference, reference))
      .for('update')
    if (!row) return false
    const isGone = row.state === 'refunded'
    if (decision === 'honour' || isGone || (decision === 'refund' && !row.amount)) fail('payments.review')
    const isUnderWay = row.state === 'refunding'
    const again = { checkAt: ctx.app.now() }
    const anew = {
      state: 'refunding' as const,
      refunds: row.refunds + 1,
      delivery: 'written' as const,
      refundProviderReference: null,
      checks: 0,
      ...again,
    }
    const dismissed = { state: 'dismissed' as const, checkAt: null }
    await change(ctx, row, decision === 'dismiss' ? dismissed : isUnderWay ? again : anew)
    return true
  })
}

/** Queries the provider again if the amount of a payment is unknown, because the provider may know it by now. */
async function askAgain(ctx: Context, reference: string) {
  const [row] = await ctx.db.select().from(unmatchedPayments).where(eq(unmatchedPayments.reference, reference))
  const provider = row && row.amount === null && (await openProvider(ctx, row.provider))
  if (provider) await keep(ctx, provider, { named: row, report: await provider.check(toTried(provider, row)) })
}

/** Sends the due refunds of unmatched payments. Sends each refund again until the provider has paid or refused it. */
export async function sendUnmatched(ctx: Context): Promise<void> {
  await allOf(ctx, await claimDue(ctx), async (row) => {
    const provider = await openProvider(ctx, row.provider)
    if (!provider || !row.amount || !row.currency) return
    const money = { amount: row.amount, currency: row.currency }
    const wish = {
      ...toTried(provider, row),
      amount: money,
      total: money,
      refundReference: refundNumber(row),
      refundProviderReference: row.refundProviderReference,
      reason: 'A payment that the shop has no order for',
    }
    const answer = await deliver(provider, wish, {
      delivery: row.before,
      isTaken: row.refundProviderReference !== null,
    })
    const { outcome, providerReference } = answer
    const isEnd = outcome === 'refunded' || outcome === 'refused'
    await change(ctx, row, {
      answer: answer.answer.slice(0, 200),
      refundProviderReference: providerReference ?? row.refundProviderReference,
      ...(isEnd && { state: outcome, checkAt: null }),
    })
    if (outcome === 'refused')
      ctx.app.log.error('a refund was refused and needs a person', { reference: row.reference })
  })
}

/** Returns the refund's number: at most 30 characters, and never equal to the number of an order's refund. */
function refundNumber({ provider, reference, refunds }: Unmatched): string {
  const digest = createHash('sha256').update(`${provider} ${reference}`).digest('hex').slice(0, 16)
  return `unmatched-${digest}-${refunds}`
}

async function claimDue(ctx: Context): Promise<(Unmatched & { before: Delivery })[]> {
  const now = ctx.app.now()
  return transact(ctx, async (ctx) => {
    const due = await ctx.db
      .select()
      .from(unmatchedPayments)
      .where(lte(unmatchedPayments.checkAt, now))
      .limit(batch)
      .for('update', { skipLocked: true })
    for (const row of due) {
      const checks = row.checks + 1
      await change(ctx, row, { checks, checkAt: nextRefundCall(checks, now), delivery: 'sent' })
    }
    return due.map((row) => ({ ...row, before: row.delivery }))
  })
}

async function change(ctx: Context, row: Unmatched, values: Partial<Unmatched>) {
  const { provider, reference } = unmatchedPayments
  await ctx.db
    .update(unmatchedPayments)
    .set(values)
    .where(and(eq(provider, row.provider), eq(reference, row.reference)))
}

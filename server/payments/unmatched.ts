import { createHash } from 'node:crypto'
import type { SQL } from 'drizzle-orm'
import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, notExists, or, sql } from 'drizzle-orm'
import type { PaymentCase } from '#contract/office/payment-problems.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { canAccessStore } from '#server/platform/http/office-access.ts'
import { runAll } from './batch.ts'
import type { NotificationOutcome, Provider, Refund, Report } from './providers/provider.ts'
import { openProvider } from './providers/providers.ts'
import type { DeliveryState } from './sent-requests.ts'
import { sendOnce } from './sent-requests.ts'
import { nextRefundCall, refundOverdueMs } from './status.ts'
import { paymentAttempts, paymentNotifications, unmatchedPayments } from './tables.ts'

type UnmatchedRow = typeof unmatchedPayments.$inferSelect
interface PaymentRefs {
  reference: string
  providerReference: string | null
}

const batchSize = 20
const maxListed = 200

/**
 * Describes a payment for a query to the provider. The amount is 0, because the shop knows only the references of the
 * payment.
 */
function toAttemptRef(provider: Provider, { reference, providerReference }: PaymentRefs) {
  const amount = { amount: 0, currency: provider.currencies[0] ?? 'CAD' }
  return { reference, providerReference, channel: '', amount }
}

/**
 * Handles a notification about a payment that matches no attempt. Queries the provider and stores the amount that the
 * provider took, so that staff can decide. Returns `again` if the provider gives no clear response.
 */
export async function recordUnmatched(
  ctx: Context,
  provider: Provider,
  refs: PaymentRefs,
): Promise<NotificationOutcome> {
  const report = await provider.check(toAttemptRef(provider, refs))
  await storeReport(ctx, provider, { refs, report })
  ctx.app.log.error('a notification is about no payment of ours', {
    provider: provider.name,
    ...refs,
    outcome: report.outcome,
  })
  return report.outcome === 'unknown' ? 'again' : 'taken'
}

/** Stores the provider's report. A row that already has an amount or a refund stays as it is. */
async function storeReport(
  ctx: Context,
  provider: Provider,
  { refs, report }: { refs: PaymentRefs; report: Report },
): Promise<void> {
  const isMoney = report.outcome === 'paid'
  const facts = {
    providerReference: report.providerReference ?? refs.providerReference,
    amount: isMoney ? report.amount : null,
    currency: isMoney ? report.currency : null,
    // If the provider took no money, staff have nothing to decide, so the row counts as dismissed.
    state: isMoney || report.outcome === 'unknown' ? ('waiting' as const) : ('dismissed' as const),
    answer: report.answer.slice(0, 200),
  }
  const { provider: name, reference, amount, refunds } = unmatchedPayments
  await ctx.db
    .insert(unmatchedPayments)
    .values({ provider: provider.name, reference: refs.reference, ...facts, notifiedAt: ctx.app.now() })
    .onConflictDoUpdate({ target: [name, reference], set: facts, setWhere: and(isNull(amount), eq(refunds, 0)) })
}

/**
 * The unmatched payments that staff must look at: payments without a decision, payments whose refund was refused, and
 * payments whose refund has had no result for too long. They belong to no store, so only staff of the whole shop see
 * them.
 */
export async function listUnmatched(ctx: Context): Promise<PaymentCase[]> {
  if (!canAccessStore(ctx, 'money.see', null)) return []
  const { state, notifiedAt } = unmatchedPayments
  const overdue = new Date(ctx.app.now().getTime() - refundOverdueMs)
  const overdueCondition = and(eq(state, 'refunding'), lte(notifiedAt, overdue))
  const rows = await ctx.db
    .select()
    .from(unmatchedPayments)
    .where(or(inArray(state, ['waiting', 'refused']), overdueCondition))
    .orderBy(asc(notifiedAt))
    .limit(maxListed)
  return [...rows.map(toStuck), ...(await listUnqueried(ctx))]
}

const kinds = { refused: 'refund_refused', refunding: 'refund_unanswered' } as const

function toStuck({ provider, reference, amount, currency, state, notifiedAt, answer }: UnmatchedRow): PaymentCase {
  const kind = state === 'refused' || state === 'refunding' ? kinds[state] : 'unmatched'
  const since = notifiedAt.toISOString()
  return { reference, orderId: null, location: null, kind, provider, amount, currency, since, answer }
}

/**
 * Lists the payments that the shop knows only from a notification. They have no attempt and no row in
 * `unmatchedPayments`. An older version of the shop stored such notifications without querying the provider.
 */
async function listUnqueried(ctx: Context): Promise<PaymentCase[]> {
  const { reference, provider, receivedAt, body } = paymentNotifications
  const rows = await ctx.db
    .select({ reference, provider, receivedAt, body })
    .from(paymentNotifications)
    .where(unqueried(ctx))
    .orderBy(asc(receivedAt))
    .limit(maxListed)
  return rows.map((row) => ({
    reference: row.reference ?? '',
    orderId: null,
    location: null,
    kind: 'unmatched',
    provider: row.provider,
    amount: null,
    currency: null,
    since: row.receivedAt.toISOString(),
    answer: row.body.slice(0, 200),
  }))
}

function unqueried(ctx: Context) {
  const { reference, verdict, provider } = paymentNotifications
  const columns = { one: sql`1` }
  const attempts = ctx.db
    .select(columns)
    .from(paymentAttempts)
    .where(or(eq(paymentAttempts.reference, reference), eq(paymentAttempts.providerReference, reference)))
  const stored = ctx.db
    .select(columns)
    .from(unmatchedPayments)
    .where(and(eq(unmatchedPayments.provider, provider), eq(unmatchedPayments.reference, reference)))
  return and(eq(verdict, 'accepted'), isNotNull(reference), notExists(attempts), notExists(stored))
}

/**
 * Creates the row of an unmatched payment that the shop knows only from a notification, so that staff can decide about
 * the payment.
 */
async function storeFromNotification(ctx: Context, paymentReference: string): Promise<void> {
  const { reference, provider } = paymentNotifications
  const [found] = await ctx.db
    .select({ name: provider })
    .from(paymentNotifications)
    .where(and(eq(reference, paymentReference), unqueried(ctx)))
    .limit(1)
  const paymentProvider = found && (await openProvider(ctx, found.name))
  if (paymentProvider)
    await recordUnmatched(ctx, paymentProvider, { reference: paymentReference, providerReference: null })
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
  await storeFromNotification(ctx, reference)
  if (decision === 'refund') await refreshAmount(ctx, reference)
  return transact(ctx, async (ctx) => {
    const [row] = await ctx.db
      .select()
      .from(unmatchedPayments)
      .where(eq(unmatchedPayments.reference, reference))
      .for('update')
    if (!row) return false
    const isRefunded = row.state === 'refunded'
    if (decision === 'honour' || isRefunded || (decision === 'refund' && !row.amount)) fail('payments.review')
    await change(
      ctx,
      row,
      decision === 'dismiss' ? { state: 'dismissed', checkAt: null } : dueRefund(row, ctx.app.now()),
    )
    return true
  })
}

/** Returns the column values that make an open refund due now, or that start a refund if none is open. */
function dueRefund({ state, refunds }: UnmatchedRow, now: Date): Partial<UnmatchedRow> {
  if (state === 'refunding') return { checkAt: now }
  return {
    state: 'refunding',
    refunds: refunds + 1,
    delivery: 'written',
    refundProviderReference: null,
    checks: 0,
    checkAt: now,
  }
}

/** Queries the provider again if the amount of a payment is unknown, because the provider may know it by now. */
async function refreshAmount(ctx: Context, reference: string) {
  const [row] = await ctx.db.select().from(unmatchedPayments).where(eq(unmatchedPayments.reference, reference))
  const provider = row && row.amount === null && (await openProvider(ctx, row.provider))
  if (provider)
    await storeReport(ctx, provider, { refs: row, report: await provider.check(toAttemptRef(provider, row)) })
}

/** Sends the due refunds of unmatched payments. Sends each refund again until the provider has paid or refused it. */
export async function sendUnmatched(ctx: Context): Promise<void> {
  await runAll(ctx, await claimDue(ctx), async (row) => {
    const provider = await openProvider(ctx, row.provider)
    const refund = provider && toRefund(provider, row)
    if (!refund) return
    const result = await sendOnce(provider, refund, {
      delivery: row.before,
      isAccepted: row.refundProviderReference !== null,
    })
    const { outcome, providerReference } = result
    const isFinal = outcome === 'refunded' || outcome === 'refused'
    const values = {
      answer: result.answer.slice(0, 200),
      refundProviderReference: providerReference ?? row.refundProviderReference,
      ...(isFinal && { state: outcome, checkAt: null }),
    }
    const isChanged = await change(ctx, row, values, isSameRefund({ ...row, state: 'refunding' }))
    if (isChanged && outcome === 'refused') logRefusal(ctx, row)
  })
}

/** The newest refund of a payment, as the provider needs it. Null if the amount of the payment is unknown. */
function toRefund(provider: Provider, row: UnmatchedRow): Refund | null {
  const { amount, currency, refundProviderReference } = row
  if (!amount || !currency) return null
  const money = { amount, currency }
  const reason = 'A payment that the shop has no order for'
  const refundReference = refundNumber(row)
  return {
    ...toAttemptRef(provider, row),
    amount: money,
    total: money,
    refundReference,
    refundProviderReference,
    reason,
  }
}

/**
 * Handles a notification about the refund of an unmatched payment, as `recheckRefund` does. Returns null if no
 * unmatched payment has a refund with this reference. Returns `again` if the provider gives no clear response, if it
 * does not know the refund, or if the payment changed during the query to the provider.
 */
export async function recheckUnmatched(
  ctx: Context,
  provider: Provider,
  refundReference: string,
): Promise<NotificationOutcome | null> {
  const { provider: name, state, refunds } = unmatchedPayments
  const rows = await ctx.db
    .select()
    .from(unmatchedPayments)
    .where(and(eq(name, provider.name), gt(refunds, 0), inArray(state, ['refunding', 'refunded'])))
  const row = rows.find((candidate) => refundNumber(candidate) === refundReference)
  const refund = row && toRefund(provider, row)
  if (!refund) return null
  const { outcome, answer } = await provider.checkRefund(refund)
  if (outcome === 'unknown' || outcome === 'absent') return 'again'
  if (outcome === 'pending') return 'taken'
  const values = { state: outcome, answer: answer.slice(0, 200), checkAt: null }
  const isChanged = await change(ctx, row, values, isSameRefund(row))
  if (!isChanged) return 'again'
  if (outcome === 'refused') logRefusal(ctx, row)
  return 'taken'
}

/**
 * The condition that the payment's refund has not changed. Staff or another process may change the refund during a
 * query to the provider, and the response must not overwrite that change.
 */
const isSameRefund = ({ refunds, state }: Pick<UnmatchedRow, 'refunds' | 'state'>) =>
  and(eq(unmatchedPayments.refunds, refunds), eq(unmatchedPayments.state, state))

const logRefusal = (ctx: Context, { reference }: UnmatchedRow) =>
  ctx.app.log.error('a refund was refused and needs a person', { reference })

/** Returns the reference of the newest refund. At most 30 characters, and never the reference of an order's refund. */
function refundNumber({ provider, reference, refunds }: UnmatchedRow): string {
  const digest = createHash('sha256').update(`${provider} ${reference}`).digest('hex').slice(0, 16)
  return `unmatched-${digest}-${refunds}`
}

async function claimDue(ctx: Context): Promise<(UnmatchedRow & { before: DeliveryState })[]> {
  const now = ctx.app.now()
  return transact(ctx, async (ctx) => {
    const due = await ctx.db
      .select()
      .from(unmatchedPayments)
      .where(lte(unmatchedPayments.checkAt, now))
      .limit(batchSize)
      .for('update', { skipLocked: true })
    for (const row of due) {
      const checks = row.checks + 1
      await change(ctx, row, { checks, checkAt: nextRefundCall(checks, now), delivery: 'sent' })
    }
    return due.map((row) => ({ ...row, before: row.delivery }))
  })
}

/** Changes a payment, if it meets the condition. Returns whether it did. */
async function change(
  ctx: Context,
  row: UnmatchedRow,
  values: Partial<UnmatchedRow>,
  condition?: SQL,
): Promise<boolean> {
  const { provider, reference } = unmatchedPayments
  const changed = await ctx.db
    .update(unmatchedPayments)
    .set(values)
    .where(and(eq(provider, row.provider), eq(reference, row.reference), condition))
    .returning({ reference })
  return changed.length > 0
}

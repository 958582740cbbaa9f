import { and, asc, inArray, isNull, lte, or } from 'drizzle-orm'
import { hourMs } from '#contract/durations.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import type { Attempt } from './attempts.ts'
import { toAttemptRef, writeAttempt } from './attempts.ts'
import { runAll } from './batch.ts'
import { transferProviders } from './providers/etransfer.ts'
import type { Report } from './providers/provider.ts'
import { openProvider } from './providers/providers.ts'
import { receivedMoney } from './refund-rows.ts'
import { settle } from './settle.ts'
import { paymentAttempts } from './tables.ts'

const batchSize = 50
/** The job compares a payment with the provider's records once the payment has been settled for this long. */
const minAgeMs = 20 * hourMs
/** After a worker claims a payment, no other worker claims it for this long. */
const leaseMs = hourMs

/**
 * A job that compares each payment with its provider's records once, about a day after the payment ended. If only the
 * provider has recorded the payment, the job settles it; staff may then need to review it, like a late payment. The job
 * also records the provider's answer about a payment that the shop gave up. If the provider does not have the payment,
 * or has another amount, the job records the difference for staff: see `stuck`.
 */
export async function reconcile(ctx: Context): Promise<void> {
  const counts = { match: 0, missing_here: 0, missing_there: 0, amount_differs: 0, unknown: 0 }
  for (;;) {
    const due = await claimDue(ctx)
    await runAll(ctx, due, async (attempt) => {
      counts[await compare(ctx, attempt)]++
    })
    if (due.length < batchSize) break
  }
  if (Object.values(counts).some((count) => count > 0)) ctx.app.log.info('payments were compared', counts)
}

type Finding = 'match' | 'missing_here' | 'missing_there' | 'amount_differs' | 'unknown'

async function compare(ctx: Context, attempt: Attempt): Promise<Finding> {
  // Only the shop has records of an e-transfer, so there is nothing to compare.
  if (transferProviders.includes(attempt.provider)) {
    await writeAttempt(ctx, attempt.reference, { reconciledAt: ctx.app.now() })
    return 'match'
  }
  const provider = await openProvider(ctx, attempt.provider)
  const report = provider && (await provider.check(toAttemptRef(attempt)))
  const isUnknown = !report || report.outcome === 'unknown'
  // A provider may have no record of a failed attempt. So for a failed attempt, the response `unknown` is a match.
  if (isUnknown && attempt.state !== 'failed') return 'unknown'
  const finding = isUnknown ? 'match' : classify(attempt, report)
  // `settle` applies a payment that only the provider has recorded. It also stores the provider's answer about an
  // attempt that the shop gave up.
  if (attempt.state === 'failed' && provider && report) await settle(ctx, provider, report)
  const isDiscrepancy = finding === 'missing_there' || finding === 'amount_differs'
  const discrepancy =
    isDiscrepancy && report ? `${finding}: ${report.answer} ${report.amount} ${report.currency}` : null
  await writeAttempt(ctx, attempt.reference, { reconciledAt: ctx.app.now(), discrepancy })
  if (discrepancy)
    ctx.app.log.error('a payment differs from the provider’s records', {
      reference: attempt.reference,
      said: discrepancy,
    })
  return finding
}

function classify(attempt: Attempt, report: Report): Finding {
  const isPaidThere = report.outcome === 'paid'
  if (attempt.state === 'failed') return isPaidThere ? 'missing_here' : 'match'
  if (!isPaidThere) return 'missing_there'
  const { amount, currency } = receivedMoney(attempt)
  return report.amount === amount && report.currency === currency ? 'match' : 'amount_differs'
}

/** Claims the payments that are due for comparison. A payment whose comparison failed is due again after an hour. */
async function claimDue(ctx: Context): Promise<Attempt[]> {
  const now = ctx.app.now()
  const { state, settledAt, reconciledAt, askedAt } = paymentAttempts
  const before = (ms: number) => new Date(now.getTime() - ms)
  return transact(ctx, async (ctx) => {
    const due = await ctx.db
      .select()
      .from(paymentAttempts)
      .where(
        and(
          inArray(state, ['paid', 'failed', 'late_paid', 'mismatch']),
          isNull(reconciledAt),
          lte(settledAt, before(minAgeMs)),
          or(isNull(askedAt), lte(askedAt, before(leaseMs))),
        ),
      )
      .orderBy(asc(settledAt))
      .limit(batchSize)
      .for('update', { skipLocked: true })
    const references = due.map(({ reference }) => reference)
    if (due.length > 0)
      await ctx.db.update(paymentAttempts).set({ askedAt: now }).where(inArray(paymentAttempts.reference, references))
    return due
  })
}

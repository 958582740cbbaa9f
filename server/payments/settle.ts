import * as campaigns from '#server/campaigns/campaigns.ts'
import * as orders from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { afterCommit, inParallel, transact, writeWithCommit } from '#server/platform/database/transactions.ts'
import type { Attempt } from './attempts.ts'
import { writeAttempt } from './attempts.ts'
import type { Provider, Report } from './providers/provider.ts'
import { optionOf } from './providers/providers.ts'
import { lockAttemptAndOrder } from './queries.ts'
import { insertUnwantedRefund } from './refund-rows.ts'
import type { AttemptState, UnwantedReason } from './status.ts'
import { abandonedAnswer, isAbandoned, nextAttemptState, nextCheck, unwantedReason } from './status.ts'

/**
 * Applies a provider's report to its payment attempt and order. Only this function ends attempts and marks orders as
 * paid through a provider. Exceptions are refused starts, `abandonAttempt` and decisions of staff (`review`). The
 * order's lock serialises repeated and concurrent reports. Returns the attempt's state, or null if this provider has no
 * such attempt.
 */
export async function settle(ctx: Context, provider: Provider, report: Report): Promise<AttemptState | null> {
  return transact(ctx, async (ctx) => {
    const locked = await lockAttempt(ctx, report)
    if (locked?.attempt.provider !== provider.name) return null
    const { attempt, order, isTaken } = locked
    const verdict = nextAttemptState(attempt, orders.payableOf(order), { report, merchant: provider.merchant })
    if (!verdict) {
      // Stores the provider's answer about an attempt that the shop gave up. Without this answer, pages and emails say
      // that the shopper may have paid.
      if (isAbandoned(attempt) && report.outcome === 'failed')
        await writeAttempt(ctx, attempt.reference, { lastAnswer: report.answer })
      return attempt.state
    }
    const state = isTaken && verdict !== 'failed' ? 'mismatch' : verdict
    const values = toValues(ctx, attempt, { state, report, isTaken })
    if (state === 'late_paid' || state === 'mismatch') {
      await writeAttempt(ctx, attempt.reference, values)
      // `reason` is null if staff must decide. Staff decide about each e-transfer, because only they can send its money
      // back.
      const reason =
        isTaken || provider.transfer ? null : unwantedReason(order, attempt, { report, merchant: provider.merchant })
      if (reason) await refundUnwanted(ctx, order, { attempt: { ...attempt, ...values }, reason })
      else logReviewNeeded(ctx, attempt, { state, report })
      return state
    }
    const payment = state === 'paid' && applyPayment(ctx, order, attempt)
    await inParallel(
      payment,
      writeWithCommit(ctx, () => writeAttempt(ctx, attempt.reference, values)),
    )
    if (state === 'failed' && !attempt.replacedAt && order.status === 'INTERIM')
      await endUnpaid(ctx, order, { keepsHold: true })
    return state
  })
}

/**
 * Fails a locked pending order, as `markFailed` does. If staff cancelled its group-buy, cancels the order instead,
 * because the shopper cannot order again there.
 */
export async function endUnpaid(ctx: Context, order: orders.OrderRow, { keepsHold = false } = {}): Promise<void> {
  if (await campaigns.isCalledOff(ctx, order)) await orders.cancelInCampaign(ctx, { orderId: order.id })
  else await orders.markFailed(ctx, order, { keepsHold })
}

const applyPayment = (ctx: Context, order: orders.OrderRow, attempt: Attempt) =>
  attempt.part === 'balance'
    ? orders.markBalancePaid(ctx, order)
    : orders.markPaid(ctx, order, { paymentOption: optionOf(attempt) })

function toValues(
  ctx: Context,
  attempt: Attempt,
  { state, report, isTaken }: { state: AttemptState; report: Report; isTaken: boolean },
) {
  const now = ctx.app.now()
  // If another attempt already has the provider's transaction number, that attempt counts the money. This attempt must
  // not count it again.
  const isMoney = report.outcome === 'paid' && !isTaken
  return {
    state,
    settledAt: now,
    lastAnswer: report.answer,
    providerReference: (isTaken ? null : report.providerReference) ?? attempt.providerReference,
    checkAt: nextCheck(state, 0, now),
    checks: 0,
    ...(isMoney && { received: report.amount, receivedCurrency: report.currency }),
  }
}

/** The reason for a refund, for each kind of unwanted payment. The shopper may see this text in the wallet. */
const reasons: Record<UnwantedReason, string> = {
  ended: 'Paid after the order had ended',
  paid_otherwise: 'The order was paid already',
  differs: 'Another amount or currency was due',
}

/**
 * Writes a refund of money that the order cannot use, in the transaction that stores the provider's report. A job sends
 * the refund later.
 */
async function refundUnwanted(
  ctx: Context,
  order: orders.OrderRow,
  { attempt, reason }: { attempt: Attempt; reason: UnwantedReason },
) {
  const { reference, orderId } = attempt
  const refund = await insertUnwantedRefund(ctx, order, { attempt, reason: reasons[reason] })
  if (!refund) return
  await writeAttempt(ctx, reference, { resolution: 'refunded', resolvedAt: ctx.app.now() })
  const { amount, currency } = refund
  afterCommit(ctx, () =>
    ctx.app.log.warn('a payment goes back by itself', { why: reason, reference, orderId, amount, currency }),
  )
}

function logReviewNeeded(ctx: Context, attempt: Attempt, { state, report }: { state: AttemptState; report: Report }) {
  const { reference, orderId, amount, currency } = attempt
  const reported = { amount: report.amount, currency: report.currency, merchant: report.merchant }
  afterCommit(ctx, () =>
    ctx.app.log.error('a payment needs a person', { state, reference, orderId, amount, currency, reported }),
  )
}

/** Marks an attempt as failed, because the provider never gave a clear response about it. */
export async function abandonAttempt(ctx: Context, { reference, providerReference }: Attempt): Promise<void> {
  await transact(ctx, async (ctx) => {
    const locked = await lockAttempt(ctx, { reference, providerReference })
    if (locked?.attempt.state !== 'pending') return
    const now = ctx.app.now()
    const checkAt = nextCheck('failed', 0, now)
    await writeAttempt(ctx, reference, {
      state: 'failed',
      settledAt: now,
      lastAnswer: abandonedAnswer,
      checkAt,
      checks: 0,
    })
  })
  ctx.app.log.error('a payment was given up without an answer', { reference })
}

/**
 * Locks an attempt and its order. `isTaken` is whether another attempt already has the provider's transaction number.
 * Each transaction at a provider can pay only one order. Locks the tables in a fixed sequence, the cart first, to
 * prevent deadlocks.
 */
export async function lockAttempt(
  ctx: Context,
  { reference, providerReference }: Pick<Report, 'reference' | 'providerReference'>,
): Promise<{ attempt: Attempt; order: orders.OrderRow; isTaken: boolean } | null> {
  const [locked] = await lockAttemptAndOrder(ctx.db, { reference, providerReference })
  return locked ?? null
}

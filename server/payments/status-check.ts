import type { CheckedPayment } from '#contract/payments.ts'
import * as orders from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import type { Attempt } from './attempts.ts'
import * as attempts from './attempts.ts'
import { allOf } from './batch.ts'
import { codeOf } from './code.ts'
import { closeOrGiveUp, expire } from './expiry.ts'
import { instructionsOf } from './instructions.ts'
import type { Provider, Report } from './providers/provider.ts'
import { openProvider } from './providers/providers.ts'
import { settle } from './settle.ts'
import { givenUp, isPayable } from './status.ts'

const batch = 20

/**
 * Returns the payment status of the caller's own order, with any payment method. Queries the provider while the payment
 * is pending, once per interval for all pollers.
 */
export async function check(ctx: Context, { orderID, token }: Asked): Promise<CheckedPayment> {
  let order = await orders.owned(ctx, orderID, token)
  let attempt = orders.payableOf(order) ? await attempts.findOpen(ctx, orderID) : undefined
  const provider = attempt && (await openProvider(ctx, attempt.provider))
  if (attempt && provider && (await attempts.claim(ctx, attempt.reference))) {
    const state = await settle(ctx, provider, await ask(ctx, provider, attempt))
    order = (await orders.find(ctx, orderID)) ?? fail('not_found')
    if (order.status !== 'INTERIM' && state !== 'pending') attempt = undefined
  }
  const { status, paymentStatus } = order
  const isPending = attempt !== undefined && attempt.part === orders.payableOf(order)?.part
  const balanceStatus = isPending && attempt?.part === 'balance' ? 'PENDING' : orders.balanceStatusOf(order)
  const ended = status === 'FAILED' && (await howItEnded(ctx, order))
  return {
    orderID,
    ...(isPending && attempt?.isQrCode ? codeOf(ctx, attempt) : { qrCodeScan: false }),
    ...(isPending && attempt && (await instructionsOf(ctx, attempt))),
    status,
    paymentStatus,
    ...(order.balance > 0 && { balanceStatus }),
    ...(ended && { ended }),
  }
}

/**
 * How the last payment of a failed order ended. Undefined if nobody started a payment, or if its outcome stayed
 * unknown.
 */
async function howItEnded(ctx: Context, { id, closedAt }: orders.OrderRow): Promise<CheckedPayment['ended']> {
  const last = (await attempts.ofOrder(ctx, id)).sort((one, other) => +other.startedAt - +one.startedAt)[0]
  if (last?.state !== 'failed' || !closedAt || !last.settledAt) return undefined
  if (closedAt >= last.expiresAt) return 'expired'
  // An attempt that was settled after the order failed is not the reason for the failure.
  const isReason = last.settledAt <= closedAt && !last.replacedAt
  const words = (await openProvider(ctx, last.provider))?.cancelWords ?? []
  if (isReason && words.includes(last.lastAnswer?.toLowerCase() ?? '')) return 'cancelled'
  return last.lastAnswer === givenUp ? undefined : 'failed'
}

/** An order, and the `token` of its emailed link if the visitor's session does not own the order. */
export interface Asked {
  orderID: string
  token?: string | undefined
}

/** Queries the provider about an attempt. Captures an approved payment while the order still accepts it. */
export async function ask(ctx: Context, provider: Provider, attempt: Attempt): Promise<Report> {
  const report = await provider.check(attempts.toTried(attempt))
  if (report.outcome !== 'approved' || !provider.capture) return report
  const order = await orders.find(ctx, attempt.orderId)
  const now = await attempts.find(ctx, attempt.reference)
  if (!order || !isPayable(ctx, order, attempt) || now?.state !== 'pending' || now.replacedAt) return report
  return provider.capture({ ...attempts.toTried(attempt), providerReference: report.providerReference })
}

/**
 * A job that checks every attempt that is due, and fails orders that were not paid in time. Several workers may run it
 * at once.
 */
export async function checkPending(ctx: Context): Promise<void> {
  await allOf(ctx, await attempts.claimDue(ctx, batch), async (attempt) => {
    const provider = await openProvider(ctx, attempt.provider)
    const order = await orders.find(ctx, attempt.orderId)
    if (!order) return
    if (attempt.state === 'pending' && !isPayable(ctx, order, attempt)) await closeOrGiveUp(ctx, provider, attempt)
    else if (provider) await settle(ctx, provider, await ask(ctx, provider, attempt))
    await attempts.reschedule(ctx, attempt)
  })
  await allOf(ctx, await orders.expired(ctx, batch), (orderId) => expire(ctx, orderId))
}

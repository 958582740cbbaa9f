import { and, eq, inArray, lte } from 'drizzle-orm'
import * as orders from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { emit } from '#server/platform/queue.ts'
import type { Attempt } from './attempts.ts'
import { find, findByOrder } from './attempts.ts'
import { openProvider } from './providers/providers.ts'
import { paymentAlerts, paymentAttempts } from './tables.ts'

const batchSize = 100
/** The kind of the alert which records that the instructions of an e-transfer were emailed. */
const mailedKind = 'transfer_mailed'

/**
 * Emails the shopper how to send the money of a pending e-transfer. Sends the same instructions only once, so that a
 * shopper who keeps changing the method does not cause an email each time.
 */
export async function mailTransfer(ctx: Context, { reference }: { reference: string }): Promise<void> {
  const transfers = await findSameTransfers(ctx, reference)
  const isOfThese = inArray(
    paymentAlerts.reference,
    transfers.map((transfer) => transfer.reference),
  )
  const mailed = and(isOfThese, eq(paymentAlerts.kind, mailedKind))
  if ((await ctx.db.$count(paymentAlerts, mailed)) > 0) return
  if (!(await mailPending(ctx, transfers, { isDue: false }))) return
  // The row is written after the email. A worker that dies between the two sends the instructions again, with the same
  // message id.
  await ctx.db.insert(paymentAlerts).values({ reference, kind: mailedKind, at: ctx.app.now() }).onConflictDoNothing()
}

/** Reminds the shopper of a pending e-transfer. */
export async function mailTransferDue(ctx: Context, { reference }: { reference: string }): Promise<void> {
  await mailPending(ctx, await findSameTransfers(ctx, reference), { isDue: true })
}

/** The e-transfers of an order with the same instructions as this one, and this one itself. */
async function findSameTransfers(ctx: Context, reference: string): Promise<Attempt[]> {
  const transfer = await find(ctx, reference)
  const attempts = transfer ? await findByOrder(ctx, transfer.orderId) : []
  return attempts.filter((attempt) => transfer && isSameTransfer(attempt, transfer))
}

/** Emails the shopper about the pending one of these e-transfers. Returns false if none is pending. */
async function mailPending(ctx: Context, transfers: Attempt[], { isDue }: { isDue: boolean }): Promise<boolean> {
  const attempt = transfers.find(({ state }) => state === 'pending')
  const account = attempt && (await openProvider(ctx, attempt.provider))?.transfer
  if (!attempt || !account) return false
  const { orderId, amount, currency, expiresAt: until } = attempt
  const { email, recipient } = account
  await orders.mailTransfer(ctx, orderId, { email, recipient, amount: { amount, currency }, until, isDue })
  return true
}

/** Whether two e-transfers have the same instructions. */
function isSameTransfer(first: Attempt, second: Attempt): boolean {
  const isSamePayment = first.provider === second.provider && first.amount === second.amount
  return isSamePayment && first.expiresAt.getTime() === second.expiresAt.getTime()
}

/** A job that queues one reminder for each pending e-transfer whose `remindAt` has passed, at most 100 per run. */
export function remindOfTransfers(ctx: Context): Promise<void> {
  return transact(ctx, async (ctx) => {
    const { reference, remindAt, state } = paymentAttempts
    const due = ctx.db
      .select({ reference })
      .from(paymentAttempts)
      .where(lte(remindAt, ctx.app.now()))
      .limit(batchSize)
      .for('update', { skipLocked: true })
    const claimed = await ctx.db
      .update(paymentAttempts)
      .set({ remindAt: null })
      .where(inArray(reference, due))
      .returning({ reference, state })
    for (const { reference, state } of claimed)
      if (state === 'pending') await emit(ctx, 'order.transfer_due', { reference })
  })
}

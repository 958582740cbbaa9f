import { inArray, lte } from 'drizzle-orm'
import * as orders from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { emit } from '#server/platform/queue.ts'
import { find, findByOrder, isSameTransfer } from './attempts.ts'
import { openProvider } from './providers/providers.ts'
import { paymentAttempts } from './tables.ts'

const batchSize = 100

/** Emails the shopper how to send the money of a pending e-transfer. */
export function mailTransfer(ctx: Context, { reference }: { reference: string }): Promise<void> {
  return mail(ctx, reference, { isDue: false })
}

/** Reminds the shopper of a pending e-transfer. */
export function mailTransferDue(ctx: Context, { reference }: { reference: string }): Promise<void> {
  return mail(ctx, reference, { isDue: true })
}

async function mail(ctx: Context, reference: string, { isDue }: { isDue: boolean }) {
  const mailed = await find(ctx, reference)
  // The shopper may have chosen another method and then the e-transfer again. The email is then about the new attempt,
  // if its instructions are the same.
  const all = mailed ? await findByOrder(ctx, mailed.orderId) : []
  const attempt = all.find((other) => other.state === 'pending' && mailed && isSameTransfer(other, mailed))
  const account = attempt && (await openProvider(ctx, attempt.provider))?.transfer
  if (!attempt || !account) return
  const { orderId, amount, currency, expiresAt: until } = attempt
  const { email, recipient } = account
  await orders.mailTransfer(ctx, orderId, { email, recipient, amount: { amount, currency }, until, isDue })
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

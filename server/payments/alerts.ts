import { lt, lte, or, sql } from 'drizzle-orm'
import { dayMs } from '#contract/durations.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { emit } from '#server/platform/queue.ts'
import { stuck } from './review.ts'
import { paymentAlerts } from './tables.ts'

/** If a payment still needs a decision after this many days, the store gets another email. */
const repeatDays = 7

/**
 * Queues an email to the store about each payment, refund or dispute that needs a decision. Queues another email each
 * week until staff decide. If the same case starts again after the last email (`since`), queues an email at once.
 */
export async function queueStuckAlerts(ctx: Context): Promise<void> {
  const { stuck: payments } = await stuck(ctx)
  const now = ctx.app.now()
  const before = new Date(now.getTime() - repeatDays * dayMs)
  for (const payment of payments) {
    const { reference, kind, since } = payment
    await transact(ctx, async (ctx) => {
      const claimed = await ctx.db
        .insert(paymentAlerts)
        .values({ reference, kind, at: now })
        .onConflictDoUpdate({
          target: [paymentAlerts.reference, paymentAlerts.kind],
          set: { at: sql`excluded.at` },
          setWhere: or(lte(paymentAlerts.at, before), lt(paymentAlerts.at, new Date(since))),
        })
        .returning({ at: paymentAlerts.at })
      if (claimed.length > 0) await emit(ctx, 'store.payment_stuck', { payment, at: now.toISOString() })
    })
  }
}

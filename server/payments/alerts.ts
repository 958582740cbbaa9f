import { lte, sql } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { emit } from '#server/platform/queue.ts'
import { stuck } from './review.ts'
import { paymentAlerts } from './tables.ts'

/** If a payment still needs a decision after this many days, the store gets another email. */
const reminderDays = 7

/**
 * Queues one email to the store for each payment or refund that needs a decision. Repeats it each week until the
 * decision is made.
 */
export async function alertStuck(ctx: Context): Promise<void> {
  const { stuck: waiting } = await stuck(ctx)
  const now = ctx.app.now()
  const before = new Date(now.getTime() - reminderDays * 86_400_000)
  for (const payment of waiting) {
    const { reference, kind } = payment
    await transact(ctx, async (ctx) => {
      const announced = await ctx.db
        .insert(paymentAlerts)
        .values({ reference, kind, at: now })
        .onConflictDoUpdate({
          target: [paymentAlerts.reference, paymentAlerts.kind],
          set: { at: sql`excluded.at` },
          setWhere: lte(paymentAlerts.at, before),
        })
        .returning({ at: paymentAlerts.at })
      if (announced.length > 0) await emit(ctx, 'store.payment_stuck', { payment, at: now.toISOString() })
    })
  }
}

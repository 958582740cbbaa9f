import { eq } from 'drizzle-orm'
import type { OrderBooks } from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import type { Attempt } from './attempts.ts'
import { findByOrder } from './attempts.ts'
import { givenBackIn, receivedMoney } from './refund-rows.ts'
import { isAbandoned } from './status.ts'
import { refunds } from './tables.ts'

const states = { requested: 'underway', pending: 'underway', refunded: 'sent', refused: 'refused' } as const

/** An order's payments and refunds, derived only from the rows of payments and refunds. */
export async function loadBooks(ctx: Context, { orderId }: { orderId: string }): Promise<OrderBooks> {
  const attempts = await findByOrder(ctx, orderId)
  const rows = await ctx.db.select().from(refunds).where(eq(refunds.orderId, orderId))
  const useOf = (reference: string | null) => {
    const attempt = attempts.find((candidate) => candidate.reference === reference)
    if (attempt?.state === 'paid') return 'counted' as const
    return attempt?.resolution === 'dismissed' ? ('closed' as const) : ('unwanted' as const)
  }
  // Leaves out an attempt in the state `mismatch` without a received amount. Its provider reported a payment that
  // another attempt already includes, so the same money would count twice.
  const hasMoney = ({ state, received }: Attempt) =>
    state === 'paid' || state === 'late_paid' || (state === 'mismatch' && received !== null)
  return {
    payments: attempts
      .filter(hasMoney)
      .map((attempt) => ({ amount: receivedMoney(attempt), use: useOf(attempt.reference) })),
    refunds: rows
      .filter(({ attempt }) => attempt !== null)
      .map(({ attempt, amount, currency, state, resolvedAt }) => ({
        amount: { amount, currency },
        use: useOf(attempt),
        state: state === 'refused' && resolvedAt ? ('closed' as const) : states[state],
      })),
    givenBack: givenBackIn(rows),
    isTried: attempts.length > 0,
    isOpen: attempts.some((attempt) => attempt.state === 'pending' || isAbandoned(attempt)),
  }
}

import { eq } from 'drizzle-orm'
import type { OrderBooks } from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import type { Attempt } from './attempts.ts'
import { ofOrder } from './attempts.ts'
import { moneyOf } from './refund-rows.ts'
import { givenUp } from './status.ts'
import { refunds } from './tables.ts'

const states = { requested: 'underway', pending: 'underway', refunded: 'sent', refused: 'refused' } as const

/** An order's payments and refunds through providers, derived only from the rows of payments and refunds. */
export async function booksOf(ctx: Context, { orderId }: { orderId: string }): Promise<OrderBooks> {
  const tries = await ofOrder(ctx, orderId)
  const rows = tries.length > 0 ? await ctx.db.select().from(refunds).where(eq(refunds.orderId, orderId)) : []
  const useOf = (reference: string | null) => {
    const attempt = tries.find((one) => one.reference === reference)
    if (attempt?.state === 'paid') return 'counted' as const
    return attempt?.resolution === 'dismissed' ? ('closed' as const) : ('unwanted' as const)
  }
  // Leaves out a mismatch without a received amount: the provider reported a payment that another attempt already
  // includes. Counting the mismatch would count the same money twice.
  const isMoney = ({ state, received }: Attempt) =>
    state === 'paid' || state === 'late_paid' || (state === 'mismatch' && received !== null)
  return {
    payments: tries.filter(isMoney).map((one) => ({ amount: moneyOf(one), use: useOf(one.reference) })),
    refunds: rows
      .filter(({ amount }) => amount > 0)
      .map(({ attempt, amount, currency, state, resolvedAt }) => ({
        amount: { amount, currency },
        use: useOf(attempt),
        state: state === 'refused' && resolvedAt ? ('closed' as const) : states[state],
      })),
    isTried: tries.length > 0,
    isOpen: tries.some(
      ({ state, lastAnswer }) => state === 'pending' || (state === 'failed' && lastAnswer === givenUp),
    ),
  }
}

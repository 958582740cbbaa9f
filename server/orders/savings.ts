import { and, eq, inArray } from 'drizzle-orm'
import type { MembershipSavings } from '#contract/membership.ts'
import { sum } from '#contract/sum.ts'
import { shopCurrency } from '#server/catalogue/catalogue.ts'
import { memberIdOf } from '#server/members/members.ts'
import type { Context } from '#server/platform/context.ts'
import { memberSaved, roundedShare } from '#server/pricing/pricing.ts'
import { orders } from './tables.ts'

/**
 * How much memberships have saved the member on paid orders. The saving of a partly refunded order is reduced in
 * proportion.
 */
export async function savings(ctx: Context): Promise<MembershipSavings> {
  const memberId = memberIdOf(ctx)
  const { lines, parts, total, refunded, refunding, creditReturned } = orders
  const [rows, currency] = await Promise.all([
    ctx.db
      .select({ lines, parts, total, refunded, refunding, creditReturned })
      .from(orders)
      .where(
        and(
          eq(orders.memberId, memberId),
          eq(orders.status, 'NEW'),
          inArray(orders.paymentStatus, ['PAID_ONLINE', 'PAID_AT_STORE']),
        ),
      ),
    shopCurrency(ctx),
  ])
  const saved = rows.map(remainingSaving).filter((amount) => amount > 0)
  return { saved: { amount: sum(saved), currency }, orders: saved.length }
}

type PaidOrder = Pick<
  typeof orders.$inferSelect,
  'lines' | 'parts' | 'total' | 'refunded' | 'refunding' | 'creditReturned'
>

function remainingSaving(order: PaidOrder): number {
  const { total, refunded, refunding, creditReturned } = order
  const saved = memberSaved(order)
  const remaining = Math.max(0, total - refunded - refunding - creditReturned)
  return total === 0 ? saved : roundedShare(saved, remaining, total)
}

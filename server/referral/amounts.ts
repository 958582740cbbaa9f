import { sum } from '#contract/sum.ts'
import type { OrderRow } from '#server/orders/orders.ts'
import { roundedShare } from '#server/pricing/pricing.ts'
import type { Terms } from './tables.ts'

/**
 * The price of an order's goods after the coupon and before taxes, in minor units. For an old order without parts,
 * returns the subtotal.
 */
export function goodsOf({ parts, subtotal }: Pick<OrderRow, 'parts' | 'subtotal'>): number {
  const lines = parts.filter(({ kind }) => kind === 'line')
  return lines.length > 0 ? sum(lines.map(({ amount }) => amount)) : subtotal
}

/** The reward for goods of this price, before any refund. */
export function rewardFor({ reward }: Terms, goods: number): number {
  if ('amount' in reward) return reward.amount
  return Math.min(roundedShare(goods, reward.percent, 100), reward.most ?? goods)
}

/**
 * The reward for an order's goods at their current price and after refunds. It is never more than `full`, the reward
 * when the order was counted. A group-buy that reaches a lower price also lowers the reward.
 */
export function currentReward({ full, terms }: { full: number; terms: Terms }, order: OrderRow): number {
  return remainingReward(Math.min(full, rewardFor(terms, goodsOf(order))), order)
}

/** What is left of a reward after proportional reductions for refunds of its order; 0 for a cancelled order. */
export function remainingReward(
  full: number,
  { status, total, refunded, creditReturned }: Pick<OrderRow, 'status' | 'total' | 'refunded' | 'creditReturned'>,
): number {
  if (status !== 'NEW') return 0
  const retained = Math.max(0, total - refunded - creditReturned)
  return total === 0 ? full : roundedShare(full, retained, total)
}

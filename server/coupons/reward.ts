import type { Text } from '#contract/shapes.ts'
import { sum } from '#contract/sum.ts'
import type { Discount } from '#server/pricing/pricing.ts'
import { roundedShare } from '#server/pricing/pricing.ts'
import type { Reward } from './tables.ts'

/** The properties of a cart line that coupons need. Amounts are in minor units. */
export interface CouponLine {
  key: string
  sku: string
  productId: string
  quantity: number
  /** The price of all pieces. After a member's discount, it may be no multiple of `quantity`. */
  total: number
}

/**
 * The discount that a coupon gives on `lines`, at most their price. `lines` has only the lines to which the coupon
 * applies; for a gift, it has all lines of the cart.
 */
export function discountOf(reward: Reward, lines: CouponLine[], label: Text): Discount {
  const weights = Object.fromEntries(lines.map(({ key, total }) => [key, total]))
  const total = sum(lines.map(({ total }) => total))
  switch (reward.kind) {
    case 'amount':
      return { label, weights, amount: Math.min(reward.amount, total) }
    case 'percent':
      return { label, weights, amount: Math.min(roundedShare(total, reward.percent, 100), reward.cap ?? total) }
    case 'free_delivery':
      return { label, weights: {}, amount: 0, delivery: 'free' }
    case 'gift':
      return discountOn(label, cheapest(piecesOf(lines.filter(({ sku }) => sku === reward.sku)), reward.quantity), 100)
    case 'buy_x_get_y':
      return discountOn(label, reducedPieces(piecesOf(lines), reward), reward.percent)
  }
}

/**
 * How many more pieces a `buy_x_get_y` coupon needs in the cart before it gives a discount. 0 if the cart has enough
 * pieces, and for all other rewards.
 */
export function missingPieces(reward: Reward, lines: CouponLine[]): number {
  if (reward.kind !== 'buy_x_get_y') return 0
  return Math.max(0, reward.buy + reward.get - sum(lines.map(({ quantity }) => quantity)))
}

/** A number of pieces of one cart line, all at the same price. */
interface Pieces {
  line: CouponLine
  count: number
}

function piecesOf(lines: CouponLine[]): Pieces[] {
  return lines.map((line) => ({ line, count: line.quantity }))
}

/** Sorts pieces by price, cheapest first. */
const byPrice = ({ line: one }: Pieces, { line: other }: Pieces) =>
  one.total / one.quantity - other.total / other.quantity

function cheapest(pieces: Pieces[], maxCount: number): Pieces[] {
  let remaining = maxCount
  return pieces.toSorted(byPrice).map((piece) => {
    const count = Math.min(piece.count, remaining)
    remaining -= count
    return { ...piece, count }
  })
}

/**
 * Sorts pieces, most expensive first, and divides them into groups of `buy + get`. Returns the last `get` pieces of
 * each group, which the coupon reduces. Within a group, no reduced piece costs more than a paid one.
 */
function reducedPieces(pieces: Pieces[], { buy, get }: { buy: number; get: number }): Pieces[] {
  const group = buy + get
  const groupedCount = Math.floor(sum(pieces.map(({ count }) => count)) / group) * group
  let counted = 0
  return pieces
    .toSorted((one, other) => byPrice(other, one))
    .map((piece) => {
      const before = countReduced(Math.min(counted, groupedCount), buy, group)
      counted += piece.count
      return { ...piece, count: countReduced(Math.min(counted, groupedCount), buy, group) - before }
    })
}

/** How many pieces the coupon reduces among the first `pieces`, sorted as in `reducedPieces`. */
function countReduced(pieces: number, buy: number, group: number): number {
  return Math.floor(pieces / group) * (group - buy) + Math.max(0, (pieces % group) - buy)
}

function discountOn(label: Text, pieces: Pieces[], percent: number): Discount {
  const amounts = pieces
    .filter(({ count }) => count > 0)
    .map(({ line: { key, total, quantity }, count }) => {
      const price = Math.floor((total * count) / quantity)
      return [key, roundedShare(price, percent, 100)] as const
    })
  return { label, weights: Object.fromEntries(amounts), amount: sum(amounts.map(([, amount]) => amount)) }
}

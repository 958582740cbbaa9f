import type { Text } from '#contract/shapes.ts'
import type { Discount } from '#server/pricing/pricing.ts'
import { roundedShare, sum } from '#server/pricing/pricing.ts'
import type { Reward } from './tables.ts'

/** The properties of a cart line that coupons need. Amounts are in minor units. */
export interface CouponLine {
  key: string
  sku: string
  productId: string
  quantity: number
  unitPrice: number
}

/**
 * The discount that a coupon gives on `lines`, at most their price. `lines` has only the lines to which the coupon
 * applies.
 */
export function discountOf(reward: Reward, lines: CouponLine[], label: Text): Discount {
  const weights = Object.fromEntries(lines.map((line) => [line.key, worth(line)]))
  const total = sum(lines.map(worth))
  switch (reward.kind) {
    case 'amount':
      return { label, weights, amount: Math.min(reward.amount, total) }
    case 'percent':
      return { label, weights, amount: Math.min(roundedShare(total, reward.percent, 100), reward.cap ?? total) }
    case 'free_delivery':
      return { label, weights: {}, amount: 0, delivery: 'free' }
    case 'gift':
      return ofPieces(label, cheapest(piecesOf(lines.filter(({ sku }) => sku === reward.sku)), reward.quantity), 100)
    case 'buy_x_get_y':
      return ofPieces(label, reduced(piecesOf(lines), reward), reward.percent)
  }
}

/** How many more pieces the cart needs before the coupon gives a discount; 0 if none. */
export function missingPieces(reward: Reward, lines: CouponLine[]): number {
  if (reward.kind !== 'buy_x_get_y') return 0
  return Math.max(0, reward.buy + reward.get - sum(lines.map(({ quantity }) => quantity)))
}

export function worth({ quantity, unitPrice }: CouponLine): number {
  return quantity * unitPrice
}

/** A number of pieces in one cart line, all at the same price. */
interface Pieces {
  key: string
  unitPrice: number
  count: number
}

function piecesOf(lines: CouponLine[]): Pieces[] {
  return lines.map(({ key, unitPrice, quantity }) => ({ key, unitPrice, count: quantity }))
}

function cheapest(pieces: Pieces[], wanted: number): Pieces[] {
  let left = wanted
  return pieces
    .toSorted((one, other) => one.unitPrice - other.unitPrice)
    .map((piece) => {
      const count = Math.min(piece.count, left)
      left -= count
      return { ...piece, count }
    })
}

/**
 * Sorts pieces, most expensive first, and divides them into groups of `buy + get`. Returns the last `get` pieces of
 * each group, which the coupon reduces. Within a group, no reduced piece costs more than a paid one.
 */
function reduced(pieces: Pieces[], { buy, get }: { buy: number; get: number }): Pieces[] {
  const group = buy + get
  const whole = Math.floor(sum(pieces.map(({ count }) => count)) / group) * group
  let seen = 0
  return pieces
    .toSorted((one, other) => other.unitPrice - one.unitPrice)
    .map((piece) => {
      const before = givenOf(Math.min(seen, whole), buy, group)
      seen += piece.count
      return { ...piece, count: givenOf(Math.min(seen, whole), buy, group) - before }
    })
}

/** How many pieces the coupon reduces among the first `pieces`, sorted as in `reduced`. */
function givenOf(pieces: number, buy: number, group: number): number {
  return Math.floor(pieces / group) * (group - buy) + Math.max(0, (pieces % group) - buy)
}

function ofPieces(label: Text, pieces: Pieces[], percent: number): Discount {
  const given = pieces
    .filter(({ count }) => count > 0)
    .map(({ key, count, unitPrice }) => [key, roundedShare(count * unitPrice, percent, 100)] as const)
  return { label, weights: Object.fromEntries(given), amount: sum(given.map(([, amount]) => amount)) }
}

import type { Line } from '#contract/cart.ts'
import type { Part } from '#contract/checkout.ts'
import type { Text } from '#contract/shapes.ts'
import { sum } from '#contract/sum.ts'
import type { Goods } from './goods.ts'
import { roundedShare } from './rounding.ts'

/** The price benefits of a buyer's membership. */
export interface MemberBenefits {
  /** The name of the tier, for the bill. */
  name: Text
  memberPrices: boolean
  /** The percentage off the usual price of a line, 0 for none. A lower sale or member price takes precedence. */
  percent: number
  /** The minimum value of the goods for free delivery, in minor units. Null if the tier has no free delivery. */
  freeDeliveryFrom: number | null
}

/**
 * The membership's discount for each line, in the order of the lines. The percentage applies to the usual price and is
 * not combined with a sale or member price: the buyer pays the lowest of them. Memberships themselves get no discount.
 */
export function memberDiscounts(goods: Goods[], benefits: MemberBenefits | null | undefined): number[] {
  const percent = benefits?.percent ?? 0
  return goods.map(({ total, usual = total, isMembership }) => {
    if (percent === 0 || isMembership) return 0
    return Math.max(0, total - (usual - roundedShare(usual, percent, 100)))
  })
}

/** Whether the membership makes delivery free. */
export function isDeliveryFree(goods: Goods[], benefits: MemberBenefits | null | undefined): boolean {
  return missingToFreeDelivery(goods, benefits) === 0
}

/**
 * How much more the goods must cost for free delivery by the membership; null if the membership has no free delivery.
 * The goods without memberships must be worth at least `freeDeliveryFrom`, after the membership's discount and before
 * the coupon. Assumes that the membership's percentage also applies to the missing goods.
 */
export function missingToFreeDelivery(goods: Goods[], benefits: MemberBenefits | null | undefined): number | null {
  const from = benefits?.freeDeliveryFrom ?? null
  if (from === null) return null
  const discounts = memberDiscounts(goods, benefits)
  const deliveredAmounts = goods.map(({ total, isMembership }, index) =>
    isMembership ? 0 : total - (discounts[index] ?? 0),
  )
  const missing = Math.max(0, from - sum(deliveredAmounts))
  const paidPercent = 100 - (benefits?.percent ?? 0)
  if (missing === 0) return 0
  return paidPercent > 0 ? Math.ceil((missing * 100) / paidPercent) : null
}

/**
 * How much a membership saved on an order, in minor units: the savings by member prices plus the membership's
 * discounts.
 */
export function memberSaved({ lines, parts }: { lines: Line[]; parts: Part[] }): number {
  const byMemberPrice = lines.map(({ memberSaving, quantity }) => (memberSaving?.amount ?? 0) * quantity)
  return sum(byMemberPrice) + sum(parts.map(({ member = 0 }) => member))
}

import type { Line } from '#contract/cart.ts'
import type { Part } from '#contract/checkout.ts'
import type { Text } from '#contract/shapes.ts'
import type { Goods } from './goods.ts'
import { sum } from './lines.ts'
import { roundedShare } from './rounding.ts'

/** What the membership of a buyer brings in prices. Minor units. */
export interface MemberBenefits {
  /** What the tier is called, for the bill. */
  name: Text
  memberPrices: boolean
  /** Off what a line usually costs; where it costs less already, the lower price counts. 0 for none. */
  percent: number
  /** Delivery is free from goods of so much on; null: it is not. */
  freeDeliveryFrom: number | null
}

/**
 * What a tier's percent takes off each line, in their order. Counted of the usual price and never together with a sale
 * or member price: the lowest of them is what is paid. Nothing of a membership itself.
 */
export function memberOff(goods: Goods[], benefits: MemberBenefits | null | undefined): number[] {
  const percent = benefits?.percent ?? 0
  return goods.map(({ total, usual = total, isMembership }) => {
    if (percent === 0 || isMembership) return 0
    return Math.max(0, total - (usual - roundedShare(usual, percent, 100)))
  })
}

/** Whether goods of this much are brought for nothing: what is bought before the coupon counts, memberships do not. */
export function isBroughtFree(goods: Goods[], benefits: MemberBenefits | null | undefined): boolean {
  const from = benefits?.freeDeliveryFrom ?? null
  if (from === null) return false
  const off = memberOff(goods, benefits)
  const carried = goods.map(({ total, isMembership }, at) => (isMembership ? 0 : total - (off[at] ?? 0)))
  return sum(carried) >= from
}

/** What a membership made an order cheaper: member prices by line, and what it took off its parts. Minor units. */
export function memberSaved({ lines, parts }: { lines: Line[]; parts: Part[] }): number {
  const byPrice = lines.map(({ memberSaving, quantity }) => (memberSaving?.amount ?? 0) * quantity)
  return sum(byPrice) + sum(parts.map(({ member = 0 }) => member))
}

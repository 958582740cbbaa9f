import type { Benefit } from '#contract/membership.ts'
import type { Text } from '#contract/shapes.ts'
import { both, moneyText, reductionText } from '#server/platform/bilingual.ts'
import type { membershipTiers } from './tables.ts'

export type Tier = typeof membershipTiers.$inferSelect

/** The benefits of a tier, one sentence each, in both languages. */
export function benefitsInWords(tier: Tier, currency: string): Benefit[] {
  const { memberPrices, percent, freeDeliveryFrom, coupon } = tier
  const told: [Benefit['kind'], Text | null][] = [
    ['member_prices', memberPrices ? both('membership.benefit_member_prices') : null],
    ['percent', percent > 0 ? both('membership.benefit_percent', { reduction: reductionText(percent) }) : null],
    ['free_delivery', deliveryWords(freeDeliveryFrom, currency)],
    ['coupons', coupon ? both('membership.benefit_coupons', { coupon: coupon.name }) : null],
  ]
  return told.flatMap(([kind, text]) => (text ? [{ kind, text }] : []))
}

function deliveryWords(from: number | null, currency: string): Text | null {
  if (from === null) return null
  if (from === 0) return both('membership.benefit_free_delivery_always')
  return both('membership.benefit_free_delivery', { amount: moneyText(from, currency) })
}

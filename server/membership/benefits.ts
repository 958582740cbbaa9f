import type { Benefit } from '#contract/membership.ts'
import type { Text } from '#contract/shapes.ts'
import { bilingualText, moneyText, reductionText } from '#server/platform/bilingual.ts'
import type { membershipTiers } from './tables.ts'

export type Tier = typeof membershipTiers.$inferSelect

/** The benefits of a tier, one sentence each, in both languages. */
export function describeBenefits(tier: Tier, currency: string): Benefit[] {
  const { memberPrices, percent, freeDeliveryFrom, coupon } = tier
  const texts: [Benefit['kind'], Text | null][] = [
    ['member_prices', memberPrices ? bilingualText('membership.benefit_member_prices') : null],
    [
      'percent',
      percent > 0 ? bilingualText('membership.benefit_percent', { reduction: reductionText(percent) }) : null,
    ],
    ['free_delivery', deliveryText(freeDeliveryFrom, currency)],
    ['coupons', coupon ? bilingualText('membership.benefit_coupons', { coupon: coupon.name }) : null],
  ]
  return texts.flatMap(([kind, text]) => (text ? [{ kind, text }] : []))
}

function deliveryText(from: number | null, currency: string): Text | null {
  if (from === null) return null
  if (from === 0) return bilingualText('membership.benefit_free_delivery_always')
  return bilingualText('membership.benefit_free_delivery', { amount: moneyText(from, currency) })
}

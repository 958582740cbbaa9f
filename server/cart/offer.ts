import type { Buyable } from '#server/catalogue/catalogue.ts'
import type { LocationRow } from '#server/locations/locations.ts'
import type { MemberBenefits } from '#server/pricing/pricing.ts'

/** What the shop offers of some SKUs at the visitor's store. */
export interface Offer {
  currency: string
  location: LocationRow
  buyables: Map<string, Buyable>
  /** What the visitor's membership brings; null without one. */
  benefits: MemberBenefits | null
  hasMemberPrices: boolean
  /** What is cheaper is so for everybody who buys together. */
  isCampaign?: boolean
}

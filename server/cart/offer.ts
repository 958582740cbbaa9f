import type { Buyable } from '#server/catalogue/catalogue.ts'
import type { LocationRow } from '#server/locations/locations.ts'
import type { MemberBenefits } from '#server/pricing/pricing.ts'

/** The shop's offer for some SKUs at the visitor's store. */
export interface Offer {
  currency: string
  location: LocationRow
  buyables: Map<string, Buyable>
  /** Benefits of the visitor's membership; null without one. */
  benefits: MemberBenefits | null
  hasMemberPrices: boolean
  /** A campaign's offer: a lower price applies to all participants. */
  isCampaign?: boolean
}

import type { Buyable } from '#server/catalogue/catalogue.ts'
import type { LocationRow } from '#server/locations/locations.ts'
import type { MemberBenefits } from '#server/pricing/pricing.ts'

/** The shop's offer for some SKUs at the visitor's store. */
export interface Offer {
  currency: string
  location: LocationRow
  buyables: Map<string, Buyable>
  /** The benefits of the visitor's membership; null if they have none. */
  benefits: MemberBenefits | null
  hasMemberPrices: boolean
  /**
   * Whether this is the offer of a campaign. If so, the campaign is the reason of a lower price, and no product can
   * ship across a border.
   */
  isCampaign?: boolean
}

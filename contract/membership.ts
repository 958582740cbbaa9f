import { z } from 'zod'
import { shopCall, specificationCall, staffCall } from './call.ts'
import { image, instant, money, noInput, text } from './shapes.ts'

/** One benefit of a membership, as a sentence. */
export const benefit = z.object({
  kind: z.enum(['member_prices', 'percent', 'free_delivery', 'coupons']),
  text,
})
export type Benefit = z.infer<typeof benefit>

/** A purchasable plan of a tier: a variant of a product of type MEMBERSHIP, with its length in months. */
export const membershipPlan = z.object({
  sku: z.string(),
  productId: z.string(),
  name: text,
  months: z.int(),
  price: money,
  perMonth: money.nullable().describe('Price per month of a longer plan, rounded.'),
})
export type MembershipPlan = z.infer<typeof membershipPlan>

export const membershipTier = z.object({
  id: z.string(),
  name: text,
  summary: text,
  image: image.nullable(),
  benefits: z.array(benefit),
  plans: z.array(membershipPlan).describe('Shortest first.'),
})
export type MembershipTier = z.infer<typeof membershipTier>

/** Tiers for sale, lowest rank first. */
const offer = z.object({ tiers: z.array(membershipTier) })
export type MembershipOffer = z.infer<typeof offer>

const period = z.object({ tier: z.object({ id: z.string(), name: text }), from: instant, until: instant })

/** `ending` means that the membership ends within 14 days. Memberships never renew automatically. */
export const membershipState = z.enum(['none', 'active', 'ending', 'ended'])

const own = z.object({
  state: membershipState,
  tier: period.shape.tier.nullable().describe('The current tier, or the last one that ended.'),
  benefits: z.array(benefit),
  from: instant.nullable(),
  until: instant.nullable().describe('The first moment without the membership.'),
  daysLeft: z.int().nullable(),
  later: z.array(period).describe('Later periods.'),
  coupons: z
    .array(z.object({ code: z.string(), name: text, until: instant }))
    .describe('Coupons of the membership that are still usable.'),
})
export type OwnMembership = z.infer<typeof own>

/** The member's savings through the membership, after refunds. */
const savings = z.object({ saved: money, orders: z.int() })
export type MembershipSavings = z.infer<typeof savings>

export const membership = {
  products: specificationCall('GET /admin/userManagement/membershipProducts', {
    access: 'member',
    description: 'Membership products for sale, for a member to compare.',
    input: noInput,
    output: offer,
  }),
  own: specificationCall('GET /admin/userManagement/membershipDetail', {
    access: 'member',
    description: "The member's own membership: tier, benefits, from, until.",
    input: noInput,
    output: own,
  }),
  offer: shopCall('GET /membership/offer', {
    description: 'The same as `membership.products`, for every visitor: for pages that describe memberships.',
    input: noInput,
    output: offer,
  }),
  savings: shopCall('GET /membership/savings', {
    access: 'member',
    description: 'What the member has saved so far.',
    input: noInput,
    output: savings,
  }),
}

const staffMembership = z.object({
  email: z.string(),
  periods: z.array(period),
  timeZone: z.string().describe("The shop's time zone."),
})
export type StaffMembership = z.infer<typeof staffMembership>
const email = z.string().trim().min(3).max(254)
const note = z.string().trim().max(500).default('')

export const staffMembershipCalls = {
  giveMembership: staffCall('POST /memberships/give', {
    right: 'offers.write',
    place: 'shop',
    description: 'Gives a member some months of a tier, as if bought. `staff.unknown` for an unknown member or tier.',
    refusals: ['staff.unknown'],
    input: z.strictObject({ email, tier: z.string().trim().min(1).max(64), months: z.int().min(1).max(120), note }),
    output: staffMembership,
  }),
  endMembership: staffCall('POST /memberships/end', {
    right: 'offers.write',
    place: 'shop',
    description: 'Ends all memberships of a member at once; does nothing without one.',
    input: z.strictObject({ email, note }),
    output: staffMembership,
  }),
}

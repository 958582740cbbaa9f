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
  perMonth: money.nullable().describe('The price for one month, where the plan runs for more, rounded.'),
})
export type MembershipPlan = z.infer<typeof membershipPlan>

export const membershipTier = z.object({
  id: z.string(),
  name: text,
  summary: text,
  image: image.nullable(),
  benefits: z.array(benefit),
  plans: z.array(membershipPlan).describe('The shortest first.'),
})
export type MembershipTier = z.infer<typeof membershipTier>

/** Tiers on sale, smallest first. */
const offer = z.object({ tiers: z.array(membershipTier) })
export type MembershipOffer = z.infer<typeof offer>

const period = z.object({ tier: z.object({ id: z.string(), name: text }), from: instant, until: instant })

/** `ending`: within the next 14 days. Memberships never renew by themselves. */
export const membershipState = z.enum(['none', 'active', 'ending', 'ended'])

const own = z.object({
  state: membershipState,
  tier: period.shape.tier.nullable().describe('The tier that counts now, or the one that ended last.'),
  benefits: z.array(benefit),
  from: instant.nullable(),
  until: instant.nullable().describe('The first moment at which it no longer counts.'),
  daysLeft: z.int().nullable(),
  later: z.array(period).describe('What counts after it.'),
  coupons: z
    .array(z.object({ code: z.string(), name: text, until: instant }))
    .describe('Coupons of the membership that can still be used.'),
})
export type OwnMembership = z.infer<typeof own>

/** What the member saved through the membership, refunds deducted. */
const savings = z.object({ saved: money, orders: z.int() })
export type MembershipSavings = z.infer<typeof savings>

export const membership = {
  products: specificationCall('GET /admin/userManagement/membershipProducts', {
    access: 'member',
    description: 'Membership products on sale, for a member to compare.',
    input: noInput,
    output: offer,
  }),
  own: specificationCall('GET /admin/userManagement/membershipDetail', {
    access: 'member',
    description: 'Own membership: tier, benefits, from, until.',
    input: noInput,
    output: own,
  }),
  offer: shopCall('GET /membership/offer', {
    description: 'The same as `products` for everybody, for pages that tell what a membership is.',
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
  timeZone: z.string().describe("Of the shop's own clock."),
})
export type StaffMembership = z.infer<typeof staffMembership>
const email = z.string().trim().min(3).max(254)
const note = z.string().trim().max(500).default('')

export const staffMembershipCalls = {
  giveMembership: staffCall('POST /staff/memberships/give', {
    right: 'offers.write',
    place: 'shop',
    description:
      'Gives a member so many months of a tier, as if bought. `staff.unknown` where there is no such member or ' +
      'tier.',
    refusals: ['staff.unknown'],
    input: z.strictObject({ email, tier: z.string().trim().min(1).max(64), months: z.int().min(1).max(120), note }),
    output: staffMembership,
  }),
  endMembership: staffCall('POST /staff/memberships/end', {
    right: 'offers.write',
    place: 'shop',
    description: 'Ends all that a member has, at once. Without one nothing happens.',
    input: z.strictObject({ email, note }),
    output: staffMembership,
  }),
}

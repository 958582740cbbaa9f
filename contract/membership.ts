import { z } from 'zod'
import { image, instant, money, noInput, text } from './shapes.ts'

/** One thing that a membership brings, in a sentence. */
export const benefit = z.object({
  kind: z.enum(['member_prices', 'percent', 'free_delivery', 'coupons']),
  text,
})
export type Benefit = z.infer<typeof benefit>

/** What can be bought of a tier: a variant of a product of type MEMBERSHIP that runs for so many months. */
export const membershipPlan = z.object({
  sku: z.string(),
  productId: z.string(),
  name: text,
  months: z.int(),
  price: money,
  /** The price for one month, where the plan runs for more, rounded. */
  perMonth: money.nullable(),
})
export type MembershipPlan = z.infer<typeof membershipPlan>

export const membershipTier = z.object({
  id: z.string(),
  name: text,
  summary: text,
  image: image.nullable(),
  benefits: z.array(benefit),
  /** The shortest first. */
  plans: z.array(membershipPlan),
})
export type MembershipTier = z.infer<typeof membershipTier>

/** The tiers that are on sale, the smaller one first. */
const offer = z.object({ tiers: z.array(membershipTier) })
export type MembershipOffer = z.infer<typeof offer>

const period = z.object({ tier: z.object({ id: z.string(), name: text }), from: instant, until: instant })

/** `ending`: within the next 14 days. Nothing renews by itself. */
export const membershipState = z.enum(['none', 'active', 'ending', 'ended'])

const own = z.object({
  state: membershipState,
  /** The tier that counts now, or the one that ended last. */
  tier: period.shape.tier.nullable(),
  benefits: z.array(benefit),
  from: instant.nullable(),
  /** The first moment at which it no longer counts. */
  until: instant.nullable(),
  daysLeft: z.int().nullable(),
  /** What counts after it. */
  later: z.array(period),
  /** Coupons of the membership that can still be used. */
  coupons: z.array(z.object({ code: z.string(), name: text, until: instant })),
})
export type OwnMembership = z.infer<typeof own>

/** What the member's orders cost less through the membership, what went back left out. */
const savings = z.object({ saved: money, orders: z.int() })
export type MembershipSavings = z.infer<typeof savings>

export const membership = {
  /** Membership products on sale, for a member to compare. */
  products: { input: noInput, output: offer },
  /** Own membership: tier, benefits, from, until. */
  own: { input: noInput, output: own },
  /** The same as `products` for everybody, for pages that tell what a membership is. */
  offer: { input: noInput, output: offer },
  /** What the member has saved so far. */
  savings: { input: noInput, output: savings },
}

const staffMembership = z.object({
  email: z.string(),
  periods: z.array(period),
  /** Of the shop's own clock. */
  timeZone: z.string(),
})
export type StaffMembership = z.infer<typeof staffMembership>
const email = z.string().trim().min(3).max(254)
const note = z.string().trim().max(500).default('')

export const staffMembershipCalls = {
  /** Gives a member so many months of a tier, as if bought. `staff.unknown` where there is no such member or tier. */
  giveMembership: {
    input: z.strictObject({ email, tier: z.string().trim().min(1).max(64), months: z.int().min(1).max(120), note }),
    output: staffMembership,
  },
  /** Ends all that a member has, at once. Without one nothing happens. */
  endMembership: { input: z.strictObject({ email, note }), output: staffMembership },
}

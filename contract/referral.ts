import { z } from 'zod'
import { shopCall, specificationCall } from './call.ts'
import { id, instant, money, noInput, queryInteger, text } from './shapes.ts'

/** What the visitor's browser stores about a referral. Calls that may bind a referral send these hints. */
export const heldReferral = { referId: z.string().max(100).optional(), referGroup: z.string().max(100).optional() }
export interface HeldReferral {
  referId?: string | undefined
  referGroup?: string | undefined
}

/** A gift for an order: an amount, or a percentage of its goods up to `most`. */
export const referralTerms = z
  .object({
    as: z.enum(['credit', 'coupon']),
    words: text.describe('What that is, in words.'),
    amount: money.nullable(),
    percent: z.int().nullable(),
    most: money.nullable(),
    days: z.int().nullable().describe('How many days it can be used; null: for ever.'),
    minimum: money.nullable().describe('The least that goods must come to where a coupon is used.'),
  })
  .meta({ id: 'ReferralTerms' })
export type ReferralTerms = z.infer<typeof referralTerms>

const conditions = {
  id: z.string(),
  name: text,
  text,
  /** The friend's gift; null for none. */
  friend: referralTerms.nullable(),
  /** The least price of an order's goods. */
  minimum: money,
  /** Days that a reward waits after payment, or after the hand-over if that is later. */
  returnDays: z.int(),
}

/** A group that members join to recommend the shop, with its terms. */
export const referralGroup = z.object({
  ...conditions,
  referrer: referralTerms,
  ordersEach: z
    .int()
    .nullable()
    .describe('How many orders of a friend count; null: all within `windowDays` of when they came.'),
  windowDays: z.int(),
  monthlyOrders: z.int().nullable().describe('How many orders of friends count in a month; null: any number.'),
  joinedAt: instant.nullable().describe('When this member joined.'),
})
export type ReferralGroup = z.infer<typeof referralGroup>

/**
 * `waiting`: in the return period. `review`: the shop decides. `given`. `taken_back`: the order was refunded.
 * `refused`: by the shop, or over the limit.
 */
export const rewardStates = ['waiting', 'review', 'given', 'taken_back', 'refused'] as const

const reward = z.object({
  as: z.enum(['credit', 'coupon']),
  state: z.enum(rewardStates),
  amount: money.describe('What it comes to after what went back.'),
  at: instant.describe('When it is given, or was.'),
  coupon: z.object({ code: z.string(), endsAt: instant.nullable() }).nullable(),
})
export type ReferralReward = z.infer<typeof reward>

/**
 * Whether an order counts for a reward; else below the minimum, beyond the orders per friend, or beyond those per
 * month.
 */
export const orderOutcomes = ['counts', 'below_minimum', 'enough', 'over_limit'] as const

const paging = z.object({
  startingPosition: queryInteger(0, 1_000_000).default(0),
  numberToLoad: queryInteger(1, 50).default(10),
})
const paged = { total: z.int(), hasMore: z.boolean() }

/** Days, weeks (from Monday) and months, in the store's time zone. */
export const referralPeriods = ['day', 'week', 'month'] as const
const period = z.object({ period: z.enum(referralPeriods).default('day') })
const summed = { period: z.enum(referralPeriods), timeZone: z.string(), total: z.int() }

export const referral = {
  overview: specificationCall('GET /admin/trackingManagement/referrer/userTracking/GeneralInfo/', {
    access: 'referrer',
    description: "The member's own link and group, and what came of it.",
    input: noInput,
    output: z.object({
      referId: z.string(),
      group: referralGroup.describe('The group whose terms hold for who comes by the link.'),
      link: z.url(),
      shareText: text.describe('The link with a sentence about what a friend gets, to be sent as it is.'),
      clicks: z.int().describe("How often the member's links were followed, by one visitor once a day."),
      friends: z.int(),
      orders: z.int(),
      waiting: money,
      review: money,
      given: money,
      takenBack: money,
      countedThisMonth: z.int().describe('Orders of friends that counted this month.'),
    }),
  }),
  members: specificationCall('GET /admin/trackingManagement/referrer/userTracking/usersIntroduced', {
    access: 'referrer',
    description: 'Who came by recommendation, the newest first, their names covered.',
    input: paging,
    output: z.object({
      friends: z.array(
        z.object({
          name: z.string(),
          via: z.enum(['registration', 'order']),
          at: instant,
          orders: z.int(),
          given: money,
        }),
      ),
      ...paged,
    }),
  }),
  orders: specificationCall('GET /admin/trackingManagement/referrer/userTracking/orderIntroduced', {
    access: 'referrer',
    description: 'Their paid orders, the newest first, with what each brings, or why it brings nothing.',
    input: paging,
    output: z.object({
      orders: z.array(
        z.object({ name: z.string(), placedAt: instant, outcome: z.enum(orderOutcomes), reward: reward.nullable() }),
      ),
      ...paged,
    }),
  }),
  memberSummary: specificationCall('GET /admin/trackingManagement/referrer/summary/user', {
    access: 'referrer',
    description: 'How many came in each of the last 30 days, 12 weeks or 12 months, the oldest first.',
    input: period,
    output: z.object({ ...summed, points: z.array(z.object({ start: z.iso.date(), members: z.int() })) }),
  }),
  orderSummary: specificationCall('GET /admin/trackingManagement/referrer/summary/order', {
    access: 'referrer',
    description: 'The same of their orders, with what they bring.',
    input: period,
    output: z.object({
      ...summed,
      reward: money,
      points: z.array(z.object({ start: z.iso.date(), orders: z.int(), reward: money })),
    }),
  }),
  groups: specificationCall('GET /admin/userManagement/affiliatedReferralGoups', {
    access: 'member',
    description: 'The groups that are open to join, and those that the member has joined.',
    input: noInput,
    output: z.object({ groups: z.array(referralGroup) }),
  }),
  joinGroup: specificationCall('GET /admin/userManagement/joinAffiliatedReferralGoup/:id', {
    access: 'member',
    description:
      "Joins a group, whose terms hold for the member's link from then on; answers all. `not_found` for one " +
      'that is not open.',
    refusals: ['not_found'],
    limit: { points: 30, seconds: 60 },
    changesState: true,
    input: z.object({ id }),
    output: z.object({ groups: z.array(referralGroup) }),
  }),
  received: shopCall('GET /referral/rewards', {
    access: 'member',
    description: "What the member got, or will get, as somebody's friend, the newest first.",
    input: noInput,
    output: z.object({ rewards: z.array(reward) }),
  }),
  click: shopCall('POST /referral/clicks', {
    description:
      'Counts that somebody came by a link, and nothing of who. Robots, the member and browsers that decline do ' +
      'not count.',
    limit: { points: 60, seconds: 60 },
    input: z.strictObject({ referId: z.string().max(100), referGroup: z.string().max(100).nullish() }),
    output: z.object({ isCounted: z.boolean() }),
  }),
  invitation: shopCall('GET /referral/invitations/:id', {
    description: 'Who recommends the shop and what a friend gets; `not_found` where nobody does by this id.',
    refusals: ['not_found'],
    // Stops guessing of ids.
    limit: { points: 60, seconds: 600 },
    input: z.object({ id, referGroup: z.string().max(100).optional() }),
    output: z.object({ ...conditions, referrerName: z.string(), referId: z.string() }),
  }),
}

import { z } from 'zod'
import { shopCall, specificationCall } from './call.ts'
import { id, instant, money, noInput, queryInteger, text } from './shapes.ts'

/**
 * The referral that is stored in the visitor's browser. The browser sends it with each call that may link a shopper to
 * a referrer.
 */
export const heldReferral = { referId: z.string().max(100).optional(), referGroup: z.string().max(100).optional() }
export interface StoredReferral {
  referId?: string | undefined
  referGroup?: string | undefined
}

/** A gift for an order: a fixed amount, or a percentage of the price of its goods, up to `most`. */
export const referralTerms = z
  .object({
    as: z.enum(['credit', 'coupon']),
    words: text.describe('The gift in words.'),
    amount: money.nullable(),
    percent: z.int().nullable(),
    most: money.nullable(),
    days: z.int().nullable().describe('Days of validity; null: no limit.'),
    minimum: money.nullable().describe('Minimum price of the goods for a coupon.'),
  })
  .meta({ id: 'ReferralTerms' })
export type ReferralTerms = z.infer<typeof referralTerms>

const conditions = {
  id: z.string(),
  name: text,
  text,
  /** The friend's gift; null if the friend gets none. */
  friend: referralTerms.nullable(),
  /** The minimum price of the goods for an order to earn a reward. */
  minimum: money,
  /** The number of days from the payment, or from the hand-over if it is later, until the shop gives the reward. */
  returnDays: z.int(),
}

/** A group that members join to recommend the shop, with its terms. */
export const referralGroup = z.object({
  ...conditions,
  referrer: referralTerms,
  ordersEach: z
    .int()
    .nullable()
    .describe('Orders per friend that count; null: all within `windowDays` of the referral.'),
  windowDays: z.int(),
  monthlyOrders: z.int().nullable().describe("Friends' orders per month that count; null: no limit."),
  joinedAt: instant.nullable().describe('When this member joined.'),
})
export type ReferralGroup = z.infer<typeof referralGroup>

/**
 * The states of a reward. `waiting`: the return period is not over. `review`: staff have to decide. `taken_back`: the
 * shop refunded the order. `refused`: staff refused the reward, or before it was given, the member's account was closed
 * or the referral ended.
 */
export const rewardStates = ['waiting', 'review', 'given', 'taken_back', 'refused'] as const

const reward = z.object({
  as: z.enum(['credit', 'coupon']),
  state: z.enum(rewardStates),
  amount: money.describe('Amount after refunds.'),
  at: instant.describe('When the shop gives or gave the reward.'),
  coupon: z.object({ code: z.string(), endsAt: instant.nullable() }).nullable(),
})
export type ReferralReward = z.infer<typeof reward>

/**
 * Whether an order earns a reward (`counts`), or why not. `below_minimum`: its goods cost too little. `enough`: the
 * friend already has as many rewarded orders as the terms allow. `over_limit`: the limit of orders per month is
 * reached.
 */
export const orderOutcomes = ['counts', 'below_minimum', 'enough', 'over_limit'] as const

const paging = z.object({
  startingPosition: queryInteger(0, 1_000_000).default(0),
  numberToLoad: queryInteger(1, 50).default(10),
})
const paged = { total: z.int(), hasMore: z.boolean() }

/**
 * The periods by which a referrer's figures can be added up, in the time zone of the shop's first store. A week begins
 * on Monday.
 */
export const referralPeriods = ['day', 'week', 'month'] as const
const period = z.object({ period: z.enum(referralPeriods).default('day') })
const summed = { period: z.enum(referralPeriods), timeZone: z.string(), total: z.int() }

export const referral = {
  overview: specificationCall('GET /admin/trackingManagement/referrer/userTracking/GeneralInfo/', {
    access: 'referrer',
    description: "The member's own link and group, with its results.",
    input: noInput,
    output: z.object({
      referId: z.string(),
      group: referralGroup.describe('The group whose terms apply to friends who use the link.'),
      link: z.url(),
      shareText: text.describe("The link with a sentence about the friend's gift, ready to send."),
      clicks: z.int().describe("Clicks on the member's links; each visitor counts once a day."),
      friends: z.int(),
      orders: z.int(),
      waiting: money,
      review: money,
      given: money,
      takenBack: money,
      countedThisMonth: z.int().describe("Friends' orders that counted this month."),
    }),
  }),
  members: specificationCall('GET /admin/trackingManagement/referrer/userTracking/usersIntroduced', {
    access: 'referrer',
    description: 'Registered friends, newest first, with masked names.',
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
    description: "Friends' paid orders, newest first, each with its reward or the reason for none.",
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
    description: 'Registered friends in each of the last 30 days, 12 weeks or 12 months, oldest first.',
    input: period,
    output: z.object({ ...summed, points: z.array(z.object({ start: z.iso.date(), members: z.int() })) }),
  }),
  orderSummary: specificationCall('GET /admin/trackingManagement/referrer/summary/order', {
    access: 'referrer',
    description: "Friends' orders, with their rewards, in the same periods as `referral.memberSummary`.",
    input: period,
    output: z.object({
      ...summed,
      reward: money,
      points: z.array(z.object({ start: z.iso.date(), orders: z.int(), reward: money })),
    }),
  }),
  groups: specificationCall('GET /admin/userManagement/affiliatedReferralGoups', {
    access: 'member',
    description: 'The open groups, and those that the member has joined.',
    input: noInput,
    output: z.object({ groups: z.array(referralGroup) }),
  }),
  joinGroup: specificationCall('GET /admin/userManagement/joinAffiliatedReferralGoup/:id', {
    access: 'member',
    description:
      "Joins a group, whose terms then apply to the member's link. Returns all groups. `not_found` for a group that " +
      'is not open.',
    refusals: ['not_found'],
    limit: { points: 30, seconds: 60 },
    changesState: true,
    input: z.object({ id }),
    output: z.object({ groups: z.array(referralGroup) }),
  }),
  received: shopCall('GET /referral/rewards', {
    access: 'member',
    description: 'The gifts that the member received or will receive as a friend, newest first.',
    input: noInput,
    output: z.object({ rewards: z.array(reward) }),
  }),
  click: shopCall('POST /referral/clicks', {
    description:
      'Counts a click on a link, without personal data. Robots, the member and browsers that decline do not ' +
      'count.',
    limit: { points: 60, seconds: 60 },
    input: z.strictObject({ referId: z.string().max(100), referGroup: z.string().max(100).nullish() }),
    output: z.object({ isCounted: z.boolean() }),
  }),
  invitation: shopCall('GET /referral/invitations/:id', {
    description: "The referrer and the friend's gift; `not_found` for an unknown id.",
    refusals: ['not_found'],
    // The limit prevents callers from guessing ids.
    limit: { points: 60, seconds: 600 },
    input: z.object({ id, referGroup: z.string().max(100).optional() }),
    output: z.object({ ...conditions, referrerName: z.string(), referId: z.string() }),
  }),
}

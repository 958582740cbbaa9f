import { z } from 'zod'
import { id, instant, money, noInput, queryInteger, text } from './shapes.ts'

/** What the visitor's browser holds of who recommended the shop: hints, sent along where a referral may be bound. */
export const heldReferral = { referId: z.string().max(100).optional(), referGroup: z.string().max(100).optional() }
export interface HeldReferral {
  referId?: string | undefined
  referGroup?: string | undefined
}

/** What somebody gets for an order: so much, or so many percent of its goods, at most `most`. */
export const referralTerms = z.object({
  as: z.enum(['credit', 'coupon']),
  /** What that is, in words. */
  words: text,
  amount: money.nullable(),
  percent: z.int().nullable(),
  most: money.nullable(),
  /** How many days it can be used; null: for ever. */
  days: z.int().nullable(),
  /** The least that goods must come to where a coupon is used. */
  minimum: money.nullable(),
})
export type ReferralTerms = z.infer<typeof referralTerms>

const conditions = {
  id: z.string(),
  name: text,
  text,
  /** What the friend gets; null: nothing. */
  friend: referralTerms.nullable(),
  /** What the goods of an order must come to. */
  minimum: money,
  /** What is given waits so many days from when the order was paid or, where that is later, had. */
  returnDays: z.int(),
}

/** A group that members join to recommend the shop by its terms. */
export const referralGroup = z.object({
  ...conditions,
  referrer: referralTerms,
  /** How many orders of a friend count; null: all within `windowDays` of when they came. */
  ordersEach: z.int().nullable(),
  windowDays: z.int(),
  /** How many orders of friends count in a month; null: any number. */
  monthlyOrders: z.int().nullable(),
  /** When this member joined. */
  joinedAt: instant.nullable(),
})
export type ReferralGroup = z.infer<typeof referralGroup>

/**
 * `waiting` for the return period, `review` for the shop to look at, `given`, `taken_back` as the order was refunded,
 * `refused` by the shop or over the limit.
 */
export const rewardStates = ['waiting', 'review', 'given', 'taken_back', 'refused'] as const

const reward = z.object({
  as: z.enum(['credit', 'coupon']),
  state: z.enum(rewardStates),
  /** What it comes to after what went back. */
  amount: money,
  /** When it is given, or was. */
  at: instant,
  coupon: z.object({ code: z.string(), endsAt: instant.nullable() }).nullable(),
})
export type ReferralReward = z.infer<typeof reward>

/** Whether an order brings something: not below the least amount, beyond a friend's number of orders or the month's. */
export const orderOutcomes = ['counts', 'below_minimum', 'enough', 'over_limit'] as const

const paging = z.object({
  startingPosition: queryInteger(0, 1_000_000).default(0),
  numberToLoad: queryInteger(1, 50).default(10),
})
const paged = { total: z.int(), hasMore: z.boolean() }

/** Days, weeks (from Monday) and months, as they are in the store's own time. */
export const referralPeriods = ['day', 'week', 'month'] as const
const period = z.object({ period: z.enum(referralPeriods).default('day') })
const summed = { period: z.enum(referralPeriods), timeZone: z.string(), total: z.int() }

export const referral = {
  /** The member's own link and group, and what came of it. */
  overview: {
    input: noInput,
    output: z.object({
      referId: z.string(),
      /** The group whose terms hold for who comes by the link. */
      group: referralGroup,
      link: z.url(),
      /** The link with a sentence about what a friend gets, to be sent as it is. */
      shareText: text,
      /** How often the member's links were followed, by one visitor once a day. */
      clicks: z.int(),
      friends: z.int(),
      orders: z.int(),
      waiting: money,
      review: money,
      given: money,
      takenBack: money,
      /** Orders of friends that counted this month. */
      countedThisMonth: z.int(),
    }),
  },
  /** Who came by recommendation, the newest first, their names covered. */
  members: {
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
  },
  /** Their paid orders, the newest first, with what each brings, or why it brings nothing. */
  orders: {
    input: paging,
    output: z.object({
      orders: z.array(
        z.object({ name: z.string(), placedAt: instant, outcome: z.enum(orderOutcomes), reward: reward.nullable() }),
      ),
      ...paged,
    }),
  },
  /** How many came in each of the last 30 days, 12 weeks or 12 months, the oldest first. */
  memberSummary: {
    input: period,
    output: z.object({ ...summed, points: z.array(z.object({ start: z.iso.date(), members: z.int() })) }),
  },
  /** The same of their orders, with what they bring. */
  orderSummary: {
    input: period,
    output: z.object({
      ...summed,
      reward: money,
      points: z.array(z.object({ start: z.iso.date(), orders: z.int(), reward: money })),
    }),
  },
  /** The groups that are open to join, and those that the member has joined. */
  groups: { input: noInput, output: z.object({ groups: z.array(referralGroup) }) },
  /** Joins a group, whose terms hold for the member's link from then on; answers all. `not_found` for one that is not open. */
  joinGroup: { input: z.object({ id }), output: z.object({ groups: z.array(referralGroup) }) },
  /** What the member got, or will get, as somebody's friend, the newest first. */
  received: { input: noInput, output: z.object({ rewards: z.array(reward) }) },
  /** Counts that somebody came by a link, and nothing of who. Robots, the member and browsers that decline do not count. */
  click: {
    input: z.strictObject({ referId: z.string().max(100), referGroup: z.string().max(100).nullish() }),
    output: z.object({ isCounted: z.boolean() }),
  },
  /** Who recommends the shop and what a friend gets; `not_found` where nobody does by this id. */
  invitation: {
    input: z.object({ id, referGroup: z.string().max(100).optional() }),
    output: z.object({ ...conditions, referrerName: z.string(), referId: z.string() }),
  },
}

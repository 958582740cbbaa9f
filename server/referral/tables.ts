import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  boolean,
  char,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { Text } from '#contract/shapes.ts'
import { members } from '#server/members/tables.ts'
import { instant, oneLine } from '#server/platform/tables.ts'

/** The terms of a reward for an order. Amounts are in minor units of the shop's currency. */
export interface Terms {
  as: 'credit' | 'coupon'
  /** A fixed amount, or a percentage of the price of the goods up to `most`. */
  reward: { amount: number } | { percent: number; most?: number }
  /** How many days the reward is valid; for ever if missing. */
  days?: number
  /** The minimum price of the goods for which the coupon can be used. Applies only to rewards that are coupons. */
  minimum?: number
}

/** A programme that members join to become referrers on its terms. */
export const referralGroups = pgTable(
  'referral_groups',
  {
    id: text('id').primaryKey(),
    name: jsonb('name').notNull().$type<Text>(),
    text: jsonb('text').notNull().$type<Text>(),
    referrer: jsonb('referrer').notNull().$type<Terms>(),
    friend: jsonb('friend').$type<Terms>(),
    /** The minimum price of an order's goods for which the order earns a reward. */
    minimum: integer('minimum').notNull().default(0),
    returnDays: integer('return_days').notNull().default(14),
    /** How many of a friend's orders earn rewards, within `windowDays` of the referral; null for all. */
    ordersEach: integer('orders_each'),
    windowDays: integer('window_days').notNull().default(365),
    /** The maximum number of friends' orders per month that earn rewards for one referrer; null for any number. */
    monthlyOrders: integer('monthly_orders'),
    /** Whether staff review every reward, not only the suspicious ones. */
    reviewsAll: boolean('reviews_all').notNull().default(false),
    isOpen: boolean('is_open').notNull().default(true),
    position: integer('position').notNull().default(0),
  },
  (table) => [
    check(
      'referral_groups_numbers',
      oneLine(
        sql`${table.minimum} >= 0 and ${table.returnDays} >= 0 and ${table.windowDays} > 0`,
        sql`and ${table.ordersEach} > 0 and ${table.monthlyOrders} > 0`,
      ),
    ),
  ],
)

/** A member who is a referrer on a group's terms. */
export const referrers = pgTable(
  'referrers',
  {
    memberId: text('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    groupId: text('group_id')
      .notNull()
      .references(() => referralGroups.id),
    joinedAt: instant('joined_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.groupId] })],
)

/**
 * A referred friend. The friend is bound to a referrer once, at registration or at a first order. Only a merge or an
 * erasure of accounts changes the referrer or removes the friend.
 */
export const referrals = pgTable(
  'referrals',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    referrerId: text('referrer_id')
      .notNull()
      .references(() => members.id),
    groupId: text('group_id')
      .notNull()
      .references(() => referralGroups.id),
    /** The friend's account; null for a guest. */
    memberId: text('member_id').references(() => members.id),
    /**
     * Digests of the friend's email address and phone number, so that the shop recognises the friend. Null if missing
     * or erased.
     */
    email: text('email'),
    phone: text('phone'),
    via: text('via', { enum: ['registration', 'order'] }).notNull(),
    /**
     * The friend's first order, if that order bound the friend to the referrer; otherwise null. If a guest's first
     * order failed or was cancelled, the guest's next order takes its place.
     */
    orderId: text('order_id'),
    boundAt: instant('bound_at').notNull(),
    /** Only orders placed before this time can earn rewards. */
    endsAt: instant('ends_at').notNull(),
  },
  (table) => [
    uniqueIndex('referrals_member').on(table.memberId),
    uniqueIndex('referrals_email').on(table.email),
    uniqueIndex('referrals_phone').on(table.phone),
    uniqueIndex('referrals_order').on(table.orderId),
    index('referrals_referrer').on(table.referrerId, table.boundAt),
    index('referrals_end').on(table.endsAt),
    check('referrals_not_self', sql`${table.memberId} <> ${table.referrerId}`),
    check('referrals_via', sql`(${table.via} = 'order') = (${table.orderId} is not null)`),
  ],
)

/** The number of visits through a link on a day (UTC), without any data of visitors. */
export const referralClicks = pgTable(
  'referral_clicks',
  {
    referrerId: text('referrer_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    groupId: text('group_id')
      .notNull()
      .references(() => referralGroups.id),
    day: date('day').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.referrerId, table.groupId, table.day] })],
)

/** A friend's paid order, counted once. `outcome` is `counts` if the order earns rewards; else the reason why not. */
export const referralOrders = pgTable(
  'referral_orders',
  {
    orderId: text('order_id').primaryKey(),
    referralId: bigint('referral_id', { mode: 'number' })
      .notNull()
      .references(() => referrals.id),
    /** The referrer of the referral. Stored here too, because the index of a referrer's orders needs this column. */
    referrerId: text('referrer_id').notNull(),
    placedAt: instant('placed_at').notNull(),
    outcome: text('outcome', { enum: ['counts', 'below_minimum', 'enough', 'over_limit'] }).notNull(),
    countedAt: instant('counted_at').notNull(),
  },
  (table) => [
    index('referral_orders_referral').on(table.referralId),
    index('referral_orders_referrer').on(table.referrerId, table.placedAt),
  ],
)

/**
 * A member's reward for an order that a referred friend placed. Each order earns at most two rewards: one for the
 * referrer and one for the friend. Amounts are in minor units.
 */
export const referralRewards = pgTable(
  'referral_rewards',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    referralId: bigint('referral_id', { mode: 'number' })
      .notNull()
      .references(() => referrals.id),
    orderId: text('order_id')
      .notNull()
      .references(() => referralOrders.orderId),
    side: text('side', { enum: ['referrer', 'friend'] }).notNull(),
    /** The member who gets the reward. */
    memberId: text('member_id')
      .notNull()
      .references(() => members.id),
    /** The terms at the time when the order was counted. */
    terms: jsonb('terms').notNull().$type<Terms>(),
    currency: char('currency', { length: 3 }).notNull(),
    /** `full` is the amount of the reward before refunds. `amount` is the current amount. */
    full: integer('full').notNull(),
    amount: integer('amount').notNull(),
    /** The part of `full` - `amount` that the shop could not take back, because the member spent it. */
    lost: integer('lost').notNull().default(0),
    state: text('state', { enum: ['waiting', 'given', 'taken_back', 'refused'] }).notNull(),
    /**
     * Signs of abuse, or `every` if staff review all rewards of the group. Staff review a reward with flags before it
     * is paid.
     */
    flags: text('flags').array().notNull().default([]),
    approvedAt: instant('approved_at'),
    /** The note of the staff member who approved or refused the reward. */
    note: text('note').notNull().default(''),
    couponCode: text('coupon_code'),
    countedAt: instant('counted_at').notNull(),
    dueAt: instant('due_at').notNull(),
    settledAt: instant('settled_at'),
  },
  (table) => [
    uniqueIndex('referral_rewards_once').on(table.orderId, table.side),
    index('referral_rewards_referral').on(table.referralId, table.side),
    index('referral_rewards_member').on(table.memberId, table.side, table.countedAt),
    index('referral_rewards_due').on(table.dueAt).where(sql`${table.state} = 'waiting'`),
    check(
      'referral_rewards_money',
      oneLine(
        sql`${table.full} > 0 and ${table.amount} between 0 and ${table.full}`,
        sql`and ${table.lost} between 0 and ${table.full}`,
      ),
    ),
    check(
      'referral_rewards_state',
      oneLine(
        sql`(${table.state} = 'waiting') = (${table.settledAt} is null)`,
        sql`and (${table.state} <> 'given' or ${table.amount} > 0)`,
      ),
    ),
  ],
)

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
import { instant } from '#server/platform/tables.ts'

/** What somebody gets for an order. Amounts in minor units of the shop's currency. */
export interface Terms {
  as: 'credit' | 'coupon'
  /** A fixed amount, or a percentage of the goods, at most `most`. */
  reward: { amount: number } | { percent: number; most?: number }
  /** How many days it can be used; left out: for ever. */
  days?: number
  /** The least that goods must come to where a coupon is used. */
  minimum?: number
}

/** A programme that members join to recommend the shop by its terms. */
export const referralGroups = pgTable(
  'referral_groups',
  {
    id: text('id').primaryKey(),
    name: jsonb('name').notNull().$type<Text>(),
    text: jsonb('text').notNull().$type<Text>(),
    referrer: jsonb('referrer').notNull().$type<Terms>(),
    friend: jsonb('friend').$type<Terms>(),
    /** What the goods of an order must come to. */
    minimum: integer('minimum').notNull().default(0),
    returnDays: integer('return_days').notNull().default(14),
    /** How many orders of a friend count, within so many days of when they came; null: all. */
    ordersEach: integer('orders_each'),
    windowDays: integer('window_days').notNull().default(365),
    /** How many orders of friends count for one referrer in a month; null: any number. */
    monthlyOrders: integer('monthly_orders'),
    /** Every reward waits for a person, not only those that look odd. */
    reviewsAll: boolean('reviews_all').notNull().default(false),
    isOpen: boolean('is_open').notNull().default(true),
    position: integer('position').notNull().default(0),
  },
  (table) => [
    check(
      'referral_groups_numbers',
      sql`${table.minimum} >= 0 and ${table.returnDays} >= 0 and ${table.windowDays} > 0 and ${table.ordersEach} > 0 and ${table.monthlyOrders} > 0`,
    ),
  ],
)

/** A member who recommends the shop by the terms of a group. */
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

/** Somebody who came by a recommendation: bound once, at registration or at a first order, and never changed after. */
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
    /** By which a friend is known again: e-mail and phone as digests; null where they left none, or left. */
    email: text('email'),
    phone: text('phone'),
    via: text('via', { enum: ['registration', 'order'] }).notNull(),
    /** The first order, where that bound them. */
    orderId: text('order_id'),
    boundAt: instant('bound_at').notNull(),
    /** Orders before this time count. */
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

/** How often a link was followed on a day (of UTC): a number, and nothing of who followed it. */
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

/** A paid order of somebody who came by a recommendation, looked at once: whether anybody gets anything for it. */
export const referralOrders = pgTable(
  'referral_orders',
  {
    orderId: text('order_id').primaryKey(),
    referralId: bigint('referral_id', { mode: 'number' })
      .notNull()
      .references(() => referrals.id),
    /** Who recommended, for counting in a month. */
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

/** What one person gets for one order of a friend: at most one for each side. Minor units. */
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
    /** Who gets it. */
    memberId: text('member_id')
      .notNull()
      .references(() => members.id),
    /** As they were when the order was counted. */
    terms: jsonb('terms').notNull().$type<Terms>(),
    currency: char('currency', { length: 3 }).notNull(),
    /** What it would be had nothing gone back, and what it is. */
    full: integer('full').notNull(),
    amount: integer('amount').notNull(),
    /** Of `amount`: what could not be taken back, as it was spent. */
    lost: integer('lost').notNull().default(0),
    state: text('state', { enum: ['waiting', 'given', 'taken_back', 'refused'] }).notNull(),
    /** What looks odd; a person decides before anything is given. */
    flags: text('flags').array().notNull().default([]),
    approvedAt: instant('approved_at'),
    /** What staff said. */
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
      sql`${table.full} > 0 and ${table.amount} between 0 and ${table.full} and ${table.lost} between 0 and ${table.full}`,
    ),
    check(
      'referral_rewards_state',
      sql`(${table.state} = 'waiting') = (${table.settledAt} is null) and (${table.state} <> 'given' or ${table.amount} > 0)`,
    ),
  ],
)

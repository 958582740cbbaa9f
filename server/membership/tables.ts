import { sql } from 'drizzle-orm'
import {
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { Text } from '#contract/shapes.ts'
import { variants } from '#server/catalogue/tables.ts'
import type { CouponInput } from '#server/coupons/coupons.ts'
import { members } from '#server/members/tables.ts'
import { instant } from '#server/platform/tables.ts'

/** The coupon that a tier gives every month, each with a code of its own that can be used once within `validDays`. */
export type MonthlyCoupon = Pick<CouponInput, 'name' | 'reward' | 'conditions'> & { validDays: number }

/** A kind of membership and what it brings. */
export const membershipTiers = pgTable(
  'membership_tiers',
  {
    id: text('id').primaryKey(),
    name: jsonb('name').notNull().$type<Text>(),
    summary: jsonb('summary').notNull().default({ en: '', zh: '' }).$type<Text>(),
    /** Of two that a member has at once the higher one counts, and the lower one waits behind it. */
    rank: integer('rank').notNull(),
    memberPrices: boolean('member_prices').notNull().default(false),
    percent: integer('percent').notNull().default(0),
    /** Delivery is free from goods of so much on, in minor units; null: it is not. */
    freeDeliveryFrom: integer('free_delivery_from'),
    coupon: jsonb('coupon').$type<MonthlyCoupon>(),
  },
  (table) => [
    uniqueIndex('membership_tiers_rank').on(table.rank),
    check('membership_tiers_percent', sql`${table.percent} between 0 and 100`),
    check('membership_tiers_delivery', sql`${table.freeDeliveryFrom} is null or ${table.freeDeliveryFrom} >= 0`),
  ],
)

/** For how long a variant of a product of type MEMBERSHIP makes whoever buys it a member of a tier. */
export const membershipPlans = pgTable(
  'membership_plans',
  {
    sku: text('sku')
      .primaryKey()
      .references(() => variants.sku, { onDelete: 'cascade', onUpdate: 'cascade' }),
    tierId: text('tier_id')
      .notNull()
      .references(() => membershipTiers.id),
    months: integer('months').notNull(),
  },
  (table) => [
    index('membership_plans_tier').on(table.tierId),
    check('membership_plans_months', sql`${table.months} > 0`),
  ],
)

/** That a member has a tier, from when and until when; grants move its end. */
export const memberships = pgTable(
  'memberships',
  {
    memberId: text('member_id')
      .notNull()
      .references(() => members.id),
    tierId: text('tier_id')
      .notNull()
      .references(() => membershipTiers.id),
    from: instant('from').notNull(),
    until: instant('until').notNull(),
    /** So many days before this end the last reminder was written; null: none yet. */
    remindedDays: integer('reminded_days'),
  },
  (table) => [
    primaryKey({ columns: [table.memberId, table.tierId] }),
    index('memberships_until').on(table.until),
    check('memberships_period', sql`${table.until} >= ${table.from}`),
  ],
)

/** Time that a member was given: by a line of a paid order, once, or by the shop. Only `taken` ever changes. */
export const membershipGrants = pgTable(
  'membership_grants',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    memberId: text('member_id')
      .notNull()
      .references(() => members.id),
    tierId: text('tier_id')
      .notNull()
      .references(() => membershipTiers.id),
    orderId: text('order_id'),
    lineKey: text('line_key'),
    note: text('note').notNull().default(''),
    pieces: integer('pieces').notNull().default(1),
    /** Pieces whose time was taken back. */
    taken: integer('taken').notNull().default(0),
    from: instant('from').notNull(),
    until: instant('until').notNull(),
    grantedAt: instant('granted_at').notNull(),
  },
  (table) => [
    uniqueIndex('membership_grants_line').on(table.orderId, table.lineKey),
    index('membership_grants_member').on(table.memberId),
    check('membership_grants_taken', sql`${table.taken} between 0 and ${table.pieces}`),
  ],
)

/** The coupon that a member got in a month: one, however often the job runs. */
export const membershipCoupons = pgTable(
  'membership_coupons',
  {
    memberId: text('member_id')
      .notNull()
      .references(() => members.id),
    /** `2026-11`, by the shop's own clock. */
    month: text('month').notNull(),
    code: text('code').notNull(),
    until: instant('until').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.memberId, table.month] }),
    uniqueIndex('membership_coupons_code').on(table.code),
  ],
)

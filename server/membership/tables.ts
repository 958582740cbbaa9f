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
import { noText } from '#contract/languages.ts'
import type { Text } from '#contract/shapes.ts'
import { variants } from '#server/catalogue/tables.ts'
import type { CouponInput } from '#server/coupons/coupons.ts'
import { members } from '#server/members/tables.ts'
import { instant } from '#server/platform/tables.ts'

/** A tier's monthly coupon. Each member gets a code of their own, usable once within `validDays`. */
export type MonthlyCoupon = Pick<CouponInput, 'name' | 'reward' | 'conditions'> & { validDays: number }

/** A level of membership and its benefits. */
export const membershipTiers = pgTable(
  'membership_tiers',
  {
    id: text('id').primaryKey(),
    name: jsonb('name').notNull().$type<Text>(),
    summary: jsonb('summary').notNull().default(noText).$type<Text>(),
    /** If a member has two tiers, the higher one applies, and the lower one waits until the higher one ends. */
    rank: integer('rank').notNull(),
    memberPrices: boolean('member_prices').notNull().default(false),
    percent: integer('percent').notNull().default(0),
    /** Subtotal in minor units from which delivery is free; null if never. */
    freeDeliveryFrom: integer('free_delivery_from'),
    coupon: jsonb('coupon').$type<MonthlyCoupon>(),
  },
  (table) => [
    uniqueIndex('membership_tiers_rank').on(table.rank),
    check('membership_tiers_percent', sql`${table.percent} between 0 and 100`),
    check('membership_tiers_delivery', sql`${table.freeDeliveryFrom} is null or ${table.freeDeliveryFrom} >= 0`),
  ],
)

/** The tier and the months of membership that each variant of a MEMBERSHIP product gives to its buyer. */
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

/** The period in which a member has a tier. Each grant of the tier moves the end of the period. */
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
    /** How many days before the end the last reminder was sent; null if none was sent. */
    remindedDays: integer('reminded_days'),
  },
  (table) => [
    primaryKey({ columns: [table.memberId, table.tierId] }),
    index('memberships_until').on(table.until),
    check('memberships_period', sql`${table.until} >= ${table.from}`),
  ],
)

/**
 * Membership time that a member bought with an order line, or that the shop gave. Each order line gives time only once.
 * After the insert, only two columns change: `taken`, and `memberId` when two accounts are merged.
 */
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
    /** The number of pieces whose time was taken back. */
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

/** A member's coupon for a month. The primary key prevents a second coupon for the same month if the job runs again. */
export const membershipCoupons = pgTable(
  'membership_coupons',
  {
    memberId: text('member_id')
      .notNull()
      .references(() => members.id),
    /** The month, such as `2026-11`, in the shop's time zone. */
    month: text('month').notNull(),
    code: text('code').notNull(),
    until: instant('until').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.memberId, table.month] }),
    uniqueIndex('membership_coupons_code').on(table.code),
  ],
)

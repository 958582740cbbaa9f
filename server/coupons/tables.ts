import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { Method } from '#contract/checkout.ts'
import type { Text } from '#contract/shapes.ts'
import { instant } from '#server/platform/tables.ts'

/** What a coupon gives. Amounts in minor units of the shop's currency. */
export type Reward =
  | { kind: 'amount'; amount: number }
  /** At most `cap`, where there is one. */
  | { kind: 'percent'; percent: number; cap?: number }
  | { kind: 'free_delivery' }
  /** So many pieces of this variant for nothing. */
  | { kind: 'gift'; sku: string; name: Text; quantity: number }
  /** Of every `buy + get` pieces the `get` cheapest cost so many percent less. */
  | { kind: 'buy_x_get_y'; buy: number; get: number; percent: number }

/** What must be so for a coupon to count; what is not named does not matter. */
export interface Conditions {
  /** The least that the goods it counts for must come to. */
  minimum?: number
  /** It counts for these only: product ids, category ids. */
  products?: string[]
  categories?: string[]
  exceptProducts?: string[]
  locations?: string[]
  methods?: Method[]
  firstOrder?: boolean
  membersOnly?: boolean
  /** It is one member's own: nobody else can use it. */
  member?: string
  /** Days and hours by the store's own clock: 0 is Sunday, `until` is not part of it. */
  weekdays?: number[]
  hours?: { from: string; until: string }
}

/** The member whose own a coupon is. */
export const ownerOf = sql`(conditions->>'member')`

/** A promise of the shop to whoever knows its code. */
export const coupons = pgTable(
  'coupons',
  {
    /** In capitals, as it is compared. */
    code: text('code').primaryKey(),
    name: jsonb('name').notNull().$type<Text>(),
    /** What the shop says about it beside what follows from its conditions. */
    note: jsonb('note').notNull().default({ en: '', zh: '' }).$type<Text>(),
    reward: jsonb('reward').notNull().$type<Reward>(),
    conditions: jsonb('conditions').notNull().default({}).$type<Conditions>(),
    startsAt: instant('starts_at'),
    endsAt: instant('ends_at'),
    /** When the member whose own it is is reminded of its end; null: not, or not any more. */
    remindAt: instant('remind_at'),
    /** How often it may be used in all and by one person; null: any number of times. */
    maxUses: integer('max_uses'),
    maxUsesEach: integer('max_uses_each'),
    /** How often it is used, orders that wait for their payment included. */
    used: integer('used').notNull().default(0),
    active: boolean('active').notNull().default(true),
    /** Shown to everybody among the shop's coupons. */
    listed: boolean('listed').notNull().default(false),
  },
  (table) => [
    index('coupons_own').on(ownerOf).where(sql`${ownerOf} is not null`),
    index('coupons_reminders').on(table.remindAt).where(sql`${table.remindAt} is not null`),
    check('coupons_code', sql`${table.code} = upper(${table.code}) and ${table.code} <> ''`),
    check(
      'coupons_never_over',
      sql`${table.used} >= 0 and (${table.maxUses} is null or ${table.used} <= ${table.maxUses})`,
    ),
  ],
)

/** The use of a coupon by an order; given back when the order is. */
export const couponUses = pgTable(
  'coupon_uses',
  {
    orderId: text('order_id').primaryKey(),
    code: text('code')
      .notNull()
      .references(() => coupons.code, { onUpdate: 'cascade' }),
    /** By which the person is known again: member, e-mail, phone; as digests. */
    persons: text('persons').array().notNull(),
    usedAt: instant('used_at').notNull(),
    returnedAt: instant('returned_at'),
  },
  (table) => [index('coupon_uses_code').on(table.code)],
)

/** How often one person uses a coupon that is limited for each. */
export const couponPersons = pgTable(
  'coupon_persons',
  {
    code: text('code')
      .notNull()
      .references(() => coupons.code, { onUpdate: 'cascade' }),
    person: text('person').notNull(),
    used: integer('used').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.code, table.person] }),
    check('coupon_persons_used', sql`${table.used} >= 0`),
  ],
)

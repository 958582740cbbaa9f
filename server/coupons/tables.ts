import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { Method } from '#contract/checkout.ts'
import { noText } from '#contract/languages.ts'
import type { Text } from '#contract/shapes.ts'
import { instant } from '#server/platform/tables.ts'

/** The reward of a coupon. Amounts are in minor units of the shop's currency. */
export type Reward =
  | { kind: 'amount'; amount: number }
  /** A percentage of the price, at most `cap` if given. */
  | { kind: 'percent'; percent: number; cap?: number }
  | { kind: 'free_delivery' }
  /** `quantity` free pieces of this variant. */
  | { kind: 'gift'; sku: string; name: Text; quantity: number }
  /** Reduces the cheapest `get` of every `buy + get` pieces by `percent`. */
  | { kind: 'buy_x_get_y'; buy: number; get: number; percent: number }

/** The conditions of a coupon. A missing field sets no condition. */
export interface Conditions {
  /** The minimum sum of the goods to which the coupon applies, in minor units. */
  minimum?: number
  /** The ids of the products and categories to which the coupon is limited, without `exceptProducts`. */
  products?: string[]
  categories?: string[]
  exceptProducts?: string[]
  locations?: string[]
  methods?: Method[]
  firstOrder?: boolean
  membersOnly?: boolean
  /** The only member who can use the coupon. */
  member?: string
  /** When the coupon can be used, in the store's time zone. Weekday 0 is Sunday, and `until` is exclusive. */
  weekdays?: number[]
  hours?: { from: string; until: string }
}

/** The member who owns a personal coupon. */
export const ownerOf = sql`(conditions->>'member')`

/** A coupon. Everybody who knows its code can use it, unless its conditions exclude them. */
export const coupons = pgTable(
  'coupons',
  {
    /** In upper case, as `normaliseCode` returns it. */
    code: text('code').primaryKey(),
    name: jsonb('name').notNull().$type<Text>(),
    /** A note for shoppers, shown in addition to the conditions. */
    note: jsonb('note').notNull().default(noText).$type<Text>(),
    reward: jsonb('reward').notNull().$type<Reward>(),
    conditions: jsonb('conditions').notNull().default({}).$type<Conditions>(),
    startsAt: instant('starts_at'),
    endsAt: instant('ends_at'),
    /** When to remind the member of the coupon's end; null if no reminder is due, or after the reminder. */
    remindAt: instant('remind_at'),
    /** The maximum number of uses, in total and per person; null if unlimited. */
    maxUses: integer('max_uses'),
    maxUsesEach: integer('max_uses_each'),
    /** Uses so far, including uses by orders that await payment. */
    used: integer('used').notNull().default(0),
    active: boolean('active').notNull().default(true),
    /** Whether the shop lists the coupon for everybody. */
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

/** An order's use of a coupon. If the order is cancelled, the use is given back. */
export const couponUses = pgTable(
  'coupon_uses',
  {
    orderId: text('order_id').primaryKey(),
    code: text('code')
      .notNull()
      .references(() => coupons.code, { onUpdate: 'cascade' }),
    /** Digests of the buyer's identities: member, email address and phone number. */
    persons: text('persons').array().notNull(),
    usedAt: instant('used_at').notNull(),
    returnedAt: instant('returned_at'),
  },
  (table) => [index('coupon_uses_code').on(table.code)],
)

/**
 * How often a buyer with this identity has used a coupon. `person` is a digest of the identity (`persons.ts`). Stored
 * only for coupons that limit the uses per person.
 */
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

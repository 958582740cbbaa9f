import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Country } from '#contract/addresses.ts'
import type { Method } from '#contract/checkout.ts'
import { defaultLocale, locales } from '#contract/languages.ts'
import type { Location } from '#contract/locations.ts'
import type { ShippingDays, TaxClass, Text } from '#contract/shapes.ts'

/** The rules of one method that differ from the store's. */
export interface MethodRules {
  hours?: Location['hours']
  exceptions?: Location['exceptions']
  leadMinutes?: number
  slotMinutes?: number
  daysAhead?: number
  slotCapacity?: number
  /** The last moment to order for a day: `{ daysBefore: 1, time: '18:00' }` is the evening before. */
  lastOrder?: { daysBefore: number; time: string }
  /** The store stops taking orders this many minutes before an opening ends. */
  lastOrderMinutes?: number
}

/** A point on earth in degrees. */
export type Point = [latitude: number, longitude: number]

/** The area of a zone: beginnings of postal codes, a circle around the store, or a polygon on the map. */
export type ZoneArea =
  | { kind: 'postal'; prefixes: string[] }
  | { kind: 'radius'; km: number }
  | { kind: 'polygon'; corners: Point[] }

/** A store. Each store has its own stock, pickup and tables. Shoppers cannot choose a hidden or virtual store. */
export const locations = pgTable(
  'locations',
  {
    id: text('id').primaryKey(),
    /**
     * The prefix of the store's order numbers: MK in MK-1124-037. If null, `store-codes.ts` derives it from the store's
     * name.
     */
    code: text('code'),
    position: integer('position').notNull().default(0),
    name: jsonb('name').notNull().$type<Text>(),
    display: boolean('display').notNull().default(true),
    virtual: boolean('virtual').notNull().default(false),
    street: text('street').notNull(),
    city: text('city').notNull(),
    province: text('province').notNull(),
    postCode: text('post_code').notNull(),
    phone: text('phone').notNull().default(''),
    mapUrl: text('map_url').notNull().default(''),
    timeZone: text('time_zone').notNull(),
    hours: jsonb('hours').notNull().$type<Location['hours']>(),
    exceptions: jsonb('exceptions').notNull().default([]).$type<Location['exceptions']>(),
    methods: jsonb('methods').notNull().$type<Location['methods']>(),
    /**
     * The minutes of preparation, the minutes that a slot lasts, and the number of days that shoppers can order ahead.
     */
    leadMinutes: integer('lead_minutes').notNull().default(20),
    slotMinutes: integer('slot_minutes').notNull().default(15),
    daysAhead: integer('days_ahead').notNull().default(7),
    /** The maximum number of orders in one slot. */
    slotCapacity: integer('slot_capacity').notNull().default(8),
    /**
     * Shoppers can cancel until this many minutes before their slot, unless staff accepted the order; null if never.
     */
    cancelMinutes: integer('cancel_minutes').default(30),
    /** For each paused method, the end of the pause; null if the pause lasts until staff resume orders. */
    pauses: jsonb('pauses').notNull().default({}).$type<Partial<Record<Method, string | null>>>(),
    /** During a rush, how many extra minutes every order takes, and when the rush ends; null if there is no rush. */
    slower: jsonb('slower').$type<{ minutes: number; until: string }>(),
    /** For each method, the rules that differ from the store's. */
    methodRules: jsonb('method_rules').notNull().default({}).$type<Partial<Record<Method, MethodRules>>>(),
    /** Which zone applies if several contain an address: the first in order or the cheapest. */
    zoneChoice: text('zone_choice', { enum: ['first', 'cheapest'] })
      .notNull()
      .default('first'),
    /** Who opens a table: the first guest during opening hours, or the staff. */
    tablesOpenedBy: text('tables_opened_by', { enum: ['guests', 'staff'] })
      .notNull()
      .default('guests'),
    /**
     * The store's address for emails about new orders, comments, cancellations and cancel requests, and about payments
     * that need a decision. Empty if the store has no address.
     */
    orderEmail: text('order_email').notNull().default(''),
    orderEmailLocale: text('order_email_locale', { enum: locales }).notNull().default(defaultLocale),
    isOrderEmailOn: boolean('is_order_email_on').notNull().default(true),
    /**
     * Incremented by each change of the store's form, its hours or its table service, but not by pauses and order-email
     * settings. A save with an outdated version fails, so that nobody overwrites another person's change.
     */
    version: integer('version').notNull().default(1),
    country: text('country').notNull().default('CA').$type<Country>(),
    latitude: doublePrecision('latitude'),
    longitude: doublePrecision('longitude'),
  },
  (table) => [uniqueIndex('locations_code').on(table.code)],
)

/** For each slot of a store: its capacity in orders, and the number of places that orders and held carts have taken. */
export const slotUse = pgTable(
  'slot_use',
  {
    locationId: text('location_id')
      .notNull()
      .references(() => locations.id),
    method: text('method').notNull(),
    startsAt: timestamp('starts_at', { withTimezone: true }).notNull(),
    taken: integer('taken').notNull(),
    capacity: integer('capacity').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.locationId, table.method, table.startsAt] }),
    check('slot_use_within', sql`${table.taken} >= 0 and ${table.taken} <= ${table.capacity}`),
  ],
)

/** A store's delivery area and its prices, in minor units. */
export const deliveryZones = pgTable(
  'delivery_zones',
  {
    id: text('id').primaryKey(),
    locationId: text('location_id')
      .notNull()
      .references(() => locations.id),
    /**
     * The position of the zone in the sequence that the owner chose. If `zoneChoice` is `first` and several zones
     * contain an address, the zone with the lowest position applies.
     */
    position: integer('position').notNull().default(0),
    name: jsonb('name').notNull().$type<Text>(),
    area: jsonb('area').notNull().$type<ZoneArea>(),
    /**
     * The fee by subtotal. Of the entries whose `from` is at most the subtotal, the one with the highest `from`
     * applies. Below all entries, the one with the lowest `from` applies.
     */
    fees: jsonb('fees').notNull().$type<{ from: number; fee: number }[]>(),
    /**
     * The surcharge by distance. Of the entries whose `upToKm` is at least the distance, the one with the lowest
     * `upToKm` applies. The store does not deliver beyond the highest `upToKm`.
     */
    distanceFees: jsonb('distance_fees').notNull().default([]).$type<{ upToKm: number; fee: number }[]>(),
    minimum: integer('minimum').notNull().default(0),
    /** Delivery hours within the store's hours; empty if the zone has delivery during all of the store's hours. */
    hours: jsonb('hours').notNull().default([]).$type<Location['hours']>(),
    /** Minutes of travel, added to the lead time. */
    extraMinutes: integer('extra_minutes').notNull().default(0),
    /** The tax class of the fee; `as_goods` taxes the fee like the goods. */
    taxClass: text('tax_class').notNull().default('as_goods').$type<TaxClass | 'as_goods'>(),
    active: boolean('active').notNull().default(true),
    /** Incremented by each change, so that nobody overwrites another person's change. */
    version: integer('version').notNull().default(1),
  },
  (table) => [
    index('delivery_zones_location').on(table.locationId, table.position),
    check('delivery_zones_minimum', sql`${table.minimum} >= 0`),
  ],
)

/** The price of parcels to some countries, in minor units. A store offers SHIPPING while it has an active rate. */
export const shippingRates = pgTable(
  'shipping_rates',
  {
    id: text('id').primaryKey(),
    locationId: text('location_id')
      .notNull()
      .references(() => locations.id, { onDelete: 'cascade' }),
    /** If several rates cover the country and allow the weight, the one with the lowest position applies. */
    position: integer('position').notNull().default(0),
    name: jsonb('name').notNull().$type<Text>(),
    countries: jsonb('countries').notNull().$type<Country[]>(),
    /**
     * The fees by the order's weight. The entry with the lowest `upToGrams` that is at least the weight applies. The
     * highest `upToGrams` is the weight limit.
     */
    weightFees: jsonb('weight_fees').notNull().$type<{ upToGrams: number; fee: number }[]>(),
    /** The subtotal from which shipping is free; null if never. */
    freeFrom: integer('free_from'),
    minimum: integer('minimum').notNull().default(0),
    days: jsonb('days').notNull().$type<ShippingDays>(),
    /** The tax class of the fee; `as_goods` taxes the fee like the goods. */
    taxClass: text('tax_class').notNull().default('as_goods').$type<TaxClass | 'as_goods'>(),
    active: boolean('active').notNull().default(true),
  },
  (table) => [
    index('shipping_rates_location').on(table.locationId, table.position),
    check('shipping_rates_minimum', sql`${table.minimum} >= 0`),
  ],
)

/**
 * The centre of the postal codes that begin with `prefix`, which may be a whole code. For a postal code, the row with
 * the longest matching `prefix` applies.
 */
export const postalPoints = pgTable(
  'postal_points',
  {
    country: text('country').notNull(),
    /** Without spaces: `M5T`, `M5T1L4`. */
    prefix: text('prefix').notNull(),
    latitude: doublePrecision('latitude').notNull(),
    longitude: doublePrecision('longitude').notNull(),
  },
  (table) => [primaryKey({ columns: [table.country, table.prefix] })],
)

/** A table for guests. Its code contains location, number and version: a new version makes older codes invalid. */
export const diningTables = pgTable(
  'dining_tables',
  {
    locationId: text('location_id')
      .notNull()
      .references(() => locations.id),
    number: text('number').notNull(),
    /** Unused, because tables are listed by number. */
    position: integer('position').notNull().default(0),
    version: integer('version').notNull().default(1),
    /**
     * Whether the table still exists. The row of a removed table keeps its version, so that its old codes stay invalid.
     */
    active: boolean('active').notNull().default(true),
  },
  (table) => [primaryKey({ columns: [table.locationId, table.number] })],
)

/**
 * One party at one table. It begins with the first guest, or when staff open the table, and ends when the party leaves.
 */
export const tableSessions = pgTable(
  'table_sessions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    locationId: text('location_id').notNull(),
    tableNumber: text('table_number').notNull(),
    openedBy: text('opened_by', { enum: ['guests', 'staff'] }).notNull(),
    openedAt: timestamp('opened_at', { withTimezone: true }).notNull(),
    /** When a guest of the party last sat down, ordered or loaded the table, or when staff opened the table. */
    lastSeenAt: timestamp('last_seen_at', { withTimezone: true }).notNull(),
    closedAt: timestamp('closed_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('table_sessions_one_open')
      .on(table.locationId, table.tableNumber)
      .where(sql`${table.closedAt} is null`),
  ],
)

/** The visitors at tables. Each visitor is at one table at most. */
export const tableGuests = pgTable(
  'table_guests',
  {
    sessionId: uuid('session_id').primaryKey(),
    tableSessionId: uuid('table_session_id')
      .notNull()
      .references(() => tableSessions.id, { onDelete: 'cascade' }),
    joinedAt: timestamp('joined_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('table_guests_table').on(table.tableSessionId)],
)

import { sql } from 'drizzle-orm'
import { boolean, check, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import type { Location } from '#contract/locations.ts'
import type { Text } from '#contract/shapes.ts'

/** A store: where things are kept, picked up and eaten. Hidden and virtual ones cannot be chosen. */
export const locations = pgTable('locations', {
  id: text('id').primaryKey(),
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
  /** Minutes that preparing takes, slots last, and days one may order ahead. */
  leadMinutes: integer('lead_minutes').notNull().default(20),
  slotMinutes: integer('slot_minutes').notNull().default(15),
  daysAhead: integer('days_ahead').notNull().default(7),
  /** Orders that one slot takes. */
  slotCapacity: integer('slot_capacity').notNull().default(8),
  /** Shoppers may cancel until so many minutes before their slot, as long as nobody accepted; null: never. */
  cancelMinutes: integer('cancel_minutes').default(30),
})

/** Places taken in one slot of a store, by orders and by checkouts that are under way. */
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

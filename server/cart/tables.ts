import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Address } from '#contract/addresses.ts'
import type { Contact, Method, Slot, TipChoice } from '#contract/checkout.ts'
import { instant } from '#server/platform/tables.ts'

/**
 * What somebody is about to buy at one store, and what they chose for it at checkout. Closed once its order is paid.
 */
export const carts = pgTable(
  'carts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    sessionId: uuid('session_id').notNull(),
    memberId: text('member_id'),
    /** The group-buy campaign that it is for; '' for the shop's own. */
    campaignId: text('campaign_id').notNull().default(''),
    state: text('state', { enum: ['open', 'closed'] })
      .notNull()
      .default('open'),
    /** Counts changes of its lines. */
    version: integer('version').notNull().default(0),
    method: text('method').$type<Method>(),
    slot: jsonb('slot').$type<Slot>(),
    contact: jsonb('contact').$type<Contact>(),
    address: jsonb('address').$type<Address>(),
    /** Of a campaign: where it is fetched, in the window of `slot`. */
    pickupPointId: text('pickup_point_id'),
    /** Of a campaign: its shopper would rather not stand in the list with a name. */
    hidesName: boolean('hides_name').notNull().default(false),
    comment: text('comment').notNull().default(''),
    tip: jsonb('tip').$type<TipChoice>(),
    /** The code of the coupon that is to be used. */
    couponCode: text('coupon_code'),
    /** How much store credit is to be used, at most, and for what of the bill. */
    credit: jsonb('credit').$type<{ wanted: number; use: 'bill' | 'deposit' }>(),
    /** The verified contact that the buyer chose, for goods that need one. */
    verifiedContactId: text('verified_contact_id'),
    /** Until when stock and slot are held, where, and for which version. */
    heldUntil: instant('held_until'),
    heldVersion: integer('held_version'),
    heldSlot: jsonb('held_slot').$type<{ locationId: string; method: Method; startsAt: string }>(),
    /** When the current series of holds began, and when its last hold ends or ended. */
    holdBeganAt: instant('hold_began_at'),
    holdEndedAt: instant('hold_ended_at'),
    /** A digest of the network that the hold was asked from; '' where the shop itself asked. */
    holdNetwork: text('hold_network').notNull().default(''),
    /** When the holder's page last sent a request, to the half minute. */
    seenAt: instant('seen_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('carts_one_open_per_session').on(table.sessionId, table.campaignId).where(sql`${table.state} = 'open'`),
    uniqueIndex('carts_one_open_per_member')
      .on(table.memberId, table.campaignId)
      .where(sql`${table.state} = 'open' and ${table.memberId} is not null`),
    index('carts_held').on(table.heldUntil).where(sql`${table.heldUntil} is not null`),
  ],
)

/** One variant with modifiers and a note, and how many. */
export const cartLines = pgTable(
  'cart_lines',
  {
    cartId: uuid('cart_id')
      .notNull()
      .references(() => carts.id, { onDelete: 'cascade' }),
    /** Says what is in the line: the same choice has the same key. */
    key: text('key').notNull(),
    sku: text('sku').notNull(),
    modifiers: jsonb('modifiers').notNull().default([]).$type<{ id: string; quantity: number }[]>(),
    note: text('note').notNull().default(''),
    quantity: integer('quantity').notNull(),
    /** Price of a piece when the shopper last saw it, to tell what changed. */
    seenPrice: integer('seen_price').notNull(),
    addedAt: instant('added_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.cartId, table.key] }),
    check('cart_lines_quantity', sql`${table.quantity} between 1 and 999`),
  ],
)

/** Adds that were done, so that a double tap adds once. */
export const cartAdds = pgTable(
  'cart_adds',
  {
    cartId: uuid('cart_id')
      .notNull()
      .references(() => carts.id, { onDelete: 'cascade' }),
    idempotencyKey: text('idempotency_key').notNull(),
    /** Digest of what was added; null in rows of earlier versions. */
    request: text('request'),
    at: instant('at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.cartId, table.idempotencyKey] })],
)

export type CartRow = typeof carts.$inferSelect

export type LineRow = typeof cartLines.$inferSelect

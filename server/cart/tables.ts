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
 * A cart with its choices for checkout. The shop closes a cart whose order is paid, will be paid at the hand-over, or
 * waits for money from a bank. The shop also closes a guest's cart after some time without a change.
 */
export const carts = pgTable(
  'carts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    sessionId: uuid('session_id').notNull(),
    memberId: text('member_id'),
    /** The cart's group-buy campaign; '' for the shop's own cart. */
    campaignId: text('campaign_id').notNull().default(''),
    state: text('state', { enum: ['open', 'closed'] })
      .notNull()
      .default('open'),
    /** Incremented with each change of the lines. */
    version: integer('version').notNull().default(0),
    method: text('method').$type<Method>(),
    slot: jsonb('slot').$type<Slot>(),
    contact: jsonb('contact').$type<Contact>(),
    address: jsonb('address').$type<Address>(),
    /** The chosen pickup point of a campaign. With a pickup point, `slot` is the chosen window of this point. */
    pickupPointId: text('pickup_point_id'),
    /** Whether the campaign's list of participants omits the shopper's name. */
    hidesName: boolean('hides_name').notNull().default(false),
    comment: text('comment').notNull().default(''),
    tip: jsonb('tip').$type<TipChoice>(),
    couponCode: text('coupon_code'),
    /**
     * Codes of the coupons that the visitor claimed. If `couponCode` is null, the shop applies the best valid one of
     * these coupons.
     */
    claims: text('claims').array().notNull().default(sql`'{}'`),
    /** The store credit to use: the maximum amount, and whether it pays for the whole bill or the deposit. */
    credit: jsonb('credit').$type<{ wanted: number; use: 'bill' | 'deposit' }>(),
    /** The chosen verified contact, for goods that need one. */
    verifiedContactId: text('verified_contact_id'),
    /** The hold of stock and slot: its end, the version of the lines that it covers, and the slot. */
    heldUntil: instant('held_until'),
    heldVersion: integer('held_version'),
    heldSlot: jsonb('held_slot').$type<{ locationId: string; method: Method; startsAt: string }>(),
    /** When the current series of holds began, and when its last hold ends or ended. */
    holdBeganAt: instant('hold_began_at'),
    holdEndedAt: instant('hold_ended_at'),
    /** A digest of the IP network from which the hold was requested; '' if the shop itself made the hold. */
    holdNetwork: text('hold_network').notNull().default(''),
    /**
     * When a page that shows the cart last sent a request. Recorded only while the cart has a hold; requests update it
     * at most every 30 seconds.
     */
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

/** A line: one variant with modifiers and a note, and its quantity. */
export const cartLines = pgTable(
  'cart_lines',
  {
    cartId: uuid('cart_id')
      .notNull()
      .references(() => carts.id, { onDelete: 'cascade' }),
    /** Identifies the line's content: equal choices have equal keys. */
    key: text('key').notNull(),
    sku: text('sku').notNull(),
    modifiers: jsonb('modifiers').notNull().default([]).$type<{ id: string; quantity: number }[]>(),
    note: text('note').notNull().default(''),
    quantity: integer('quantity').notNull(),
    /** The unit price that the shopper last saw, for reporting price changes. */
    seenPrice: integer('seen_price').notNull(),
    addedAt: instant('added_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.cartId, table.key] }),
    check('cart_lines_quantity', sql`${table.quantity} between 1 and 999`),
  ],
)

/** Idempotency keys of requests that added pieces, so that a double tap adds the pieces only once. */
export const cartAdds = pgTable(
  'cart_adds',
  {
    cartId: uuid('cart_id')
      .notNull()
      .references(() => carts.id, { onDelete: 'cascade' }),
    idempotencyKey: text('idempotency_key').notNull(),
    /** Digest of the added line; null in rows that an earlier release wrote. */
    request: text('request'),
    at: instant('at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.cartId, table.idempotencyKey] })],
)

export type CartRow = typeof carts.$inferSelect

export type LineRow = typeof cartLines.$inferSelect

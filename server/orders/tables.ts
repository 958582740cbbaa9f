import { sql } from 'drizzle-orm'
import { boolean, char, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Address } from '#contract/addresses.ts'
import type { Line } from '#contract/cart.ts'
import type { Adjustment, Contact, Method, Part, Slot } from '#contract/checkout.ts'
import type { Order } from '#contract/orders.ts'
import { carts } from '#server/cart/tables.ts'
import { instant } from '#server/platform/tables.ts'

/** What was bought, as it was agreed: a snapshot that later changes of products don't touch. */
export const orders = pgTable(
  'orders',
  {
    /** 128 random bits in base 32; what providers receive and addresses carry. */
    id: text('id').primaryKey(),
    pickupCode: text('pickup_code').notNull(),
    cartId: uuid('cart_id')
      .notNull()
      .references(() => carts.id),
    sessionId: uuid('session_id').notNull(),
    memberId: text('member_id'),
    status: text('status', { enum: ['INTERIM', 'NEW', 'FAILED', 'CANCELLED'] }).notNull(),
    paymentStatus: text('payment_status', { enum: ['NOT_PAID', 'PAID_ONLINE', 'FAILED'] }).notNull(),
    payAtStore: boolean('pay_at_store').notNull().default(false),
    paymentOption: text('payment_option'),
    billHash: text('bill_hash').notNull(),
    locale: text('locale', { enum: ['en', 'zh'] }).notNull(),
    locationId: text('location_id').notNull(),
    location: jsonb('location').notNull().$type<Order['location']>(),
    timeZone: text('time_zone').notNull(),
    method: text('method').notNull().$type<Method>(),
    slot: jsonb('slot').$type<Slot>(),
    slotStartsAt: instant('slot_starts_at'),
    contact: jsonb('contact').notNull().$type<Contact>(),
    /** Where it is brought to, for DELIVERY; the table and its party, for EAT_IN. */
    address: jsonb('address').$type<Address>(),
    tableNumber: text('table_number'),
    tableSessionId: uuid('table_session_id'),
    /** The province whose taxes applied; orders of before had the store's. */
    placeOfSupply: text('place_of_supply').notNull().default(''),
    comment: text('comment').notNull().default(''),
    lines: jsonb('lines').notNull().$type<Line[]>(),
    adjustments: jsonb('adjustments').notNull().$type<Adjustment[]>(),
    currency: char('currency', { length: 3 }).notNull(),
    subtotal: integer('subtotal').notNull(),
    total: integer('total').notNull(),
    /** What each line, fee, the delivery and the tip cost in the end: what a refund of some of it is computed from. */
    parts: jsonb('parts').notNull().default([]).$type<Part[]>(),
    coupon: jsonb('coupon').$type<Order['coupon']>(),
    /** Of the total: paid with store credit, and to be paid later. */
    credit: integer('credit').notNull().default(0),
    balance: integer('balance').notNull().default(0),
    placedAt: instant('placed_at').notNull(),
    paidAt: instant('paid_at'),
    expiresAt: instant('expires_at'),
    closedAt: instant('closed_at'),
  },
  (table) => [
    uniqueIndex('orders_one_live_per_cart').on(table.cartId).where(sql`${table.status} in ('INTERIM', 'NEW')`),
    index('orders_session').on(table.sessionId),
    index('orders_member').on(table.memberId, table.placedAt),
    index('orders_table_session').on(table.tableSessionId).where(sql`${table.tableSessionId} is not null`),
    index('orders_expiry').on(table.expiresAt).where(sql`${table.status} = 'INTERIM'`),
    check('orders_money', sql`${table.subtotal} >= 0 and ${table.total} >= 0`),
    check(
      'orders_paid_with',
      sql`${table.credit} >= 0 and ${table.balance} >= 0 and ${table.credit} + ${table.balance} <= ${table.total}`,
    ),
    check(
      'orders_states',
      sql`(${table.status}, ${table.paymentStatus}) in (('INTERIM','NOT_PAID'), ('NEW','PAID_ONLINE'), ('NEW','NOT_PAID'), ('FAILED','FAILED'), ('CANCELLED','NOT_PAID'), ('CANCELLED','FAILED'), ('CANCELLED','PAID_ONLINE'))`,
    ),
    check(
      'orders_unpaid_is_at_store',
      sql`not (${table.status} = 'NEW' and ${table.paymentStatus} = 'NOT_PAID' and not ${table.payAtStore})`,
    ),
  ],
)

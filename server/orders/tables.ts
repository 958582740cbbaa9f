import { sql } from 'drizzle-orm'
import {
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
  uuid,
} from 'drizzle-orm/pg-core'
import type { Address } from '#contract/addresses.ts'
import type { Line } from '#contract/cart.ts'
import type { Adjustment, CampaignPickup, Contact, Method, Part, Slot } from '#contract/checkout.ts'
import type { Place } from '#contract/fulfilment-methods.ts'
import { goesTo, methods } from '#contract/fulfilment-methods.ts'
import { locales } from '#contract/languages.ts'
import type { Arrival, Order, TimelineEntry, Tracking } from '#contract/orders.ts'
import { carts } from '#server/cart/tables.ts'
import { instant, oneLine } from '#server/platform/tables.ts'

export type OrderRow = typeof orders.$inferSelect

const methodsAt = (place: Place) =>
  sql.raw(
    methods
      .filter((method) => goesTo(method, place))
      .map((method) => `'${method}'`)
      .join(', '),
  )

/**
 * An order. The row is a snapshot of the goods and terms at the time of placing. Later changes of products do not
 * affect it.
 */
export const orders = pgTable(
  'orders',
  {
    /**
     * The id has 128 random bits, so that nobody can guess it. It is written in base 32, because it appears in URLs and
     * in references at providers.
     */
    id: text('id').primaryKey(),
    /**
     * The number that people see, such as `MK-1124-037`; see `insertOrder`. Null for old orders, which people identify
     * by the pickup code.
     */
    number: text('number'),
    /** The day to which the order number belongs, in the store's time zone. Numbers repeat every year. */
    numberedOn: date('numbered_on'),
    pickupCode: text('pickup_code').notNull(),
    cartId: uuid('cart_id')
      .notNull()
      .references(() => carts.id),
    sessionId: uuid('session_id').notNull(),
    memberId: text('member_id'),
    status: text('status', { enum: ['INTERIM', 'NEW', 'FAILED', 'CANCELLED'] }).notNull(),
    paymentStatus: text('payment_status', { enum: ['NOT_PAID', 'PAID_ONLINE', 'PAID_AT_STORE', 'FAILED'] }).notNull(),
    fulfilmentStatus: text('fulfilment_status').notNull().default('NONE').$type<Order['fulfilmentStatus']>(),
    cancelRequest: text('cancel_request').notNull().default('NONE').$type<Order['cancelRequest']>(),
    /** The time that the store promised, if it differs from the time of the slot. */
    promisedAt: instant('promised_at'),
    payAtStore: boolean('pay_at_store').notNull().default(false),
    paymentOption: text('payment_option'),
    billHash: text('bill_hash').notNull(),
    locale: text('locale', { enum: locales }).notNull(),
    locationId: text('location_id').notNull(),
    location: jsonb('location').notNull().$type<Order['location']>(),
    timeZone: text('time_zone').notNull(),
    method: text('method').notNull().$type<Method>(),
    slot: jsonb('slot').$type<Slot>(),
    slotStartsAt: instant('slot_starts_at'),
    /** When to remind the shopper; null after the reminder, and if the order needs none. */
    remindAt: instant('remind_at'),
    contact: jsonb('contact').notNull().$type<Contact>(),
    /** Whether the buyer had verified the contact's email address before placing the order. */
    isEmailProven: boolean('is_email_proven').notNull().default(false),
    /**
     * A digest of the buyer's IP network, to limit unpaid orders; '' if the shop itself placed the order, or after
     * erasure.
     */
    network: text('network').notNull().default(''),
    /**
     * The delivery address. For EAT_IN orders, `tableNumber` and `tableSessionId` identify the table and its party
     * instead.
     */
    address: jsonb('address').$type<Address>(),
    /** Set only for SHIPPING: the expected days of arrival, and the parcel's tracking data once the parcel is sent. */
    arrival: jsonb('arrival').$type<Arrival>(),
    tracking: jsonb('tracking').$type<Tracking>(),
    tableNumber: text('table_number'),
    tableSessionId: uuid('table_session_id'),
    /** The province whose taxes applied; '' for old orders, which used the store's province. */
    placeOfSupply: text('place_of_supply').notNull().default(''),
    /** The order's group-buy; '' if the order does not belong to one. */
    campaignId: text('campaign_id').notNull().default(''),
    campaign: jsonb('campaign').$type<CampaignPickup>(),
    comment: text('comment').notNull().default(''),
    lines: jsonb('lines').notNull().$type<Line[]>(),
    adjustments: jsonb('adjustments').notNull().$type<Adjustment[]>(),
    currency: char('currency', { length: 3 }).notNull(),
    subtotal: integer('subtotal').notNull(),
    total: integer('total').notNull(),
    /** The final cost of each line, fee, delivery and tip. Partial refunds are computed from these costs. */
    parts: jsonb('parts').notNull().default([]).$type<Part[]>(),
    coupon: jsonb('coupon').$type<Order['coupon']>(),
    /** Parts of the total: `credit` is paid with store credit, and `balance` is paid later. */
    credit: integer('credit').notNull().default(0),
    balance: integer('balance').notNull().default(0),
    /** The part of the balance that was paid online before hand-over. */
    balancePaid: integer('balance_paid').notNull().default(0),
    /**
     * The verified contact for customs. The contacts module stores the identity document and deletes it some time after
     * its last use.
     */
    verifiedContactId: text('verified_contact_id'),
    /**
     * Three amounts: refunded by the provider or at the store, being refunded by the provider, and returned as store
     * credit.
     */
    refunded: integer('refunded').notNull().default(0),
    refunding: integer('refunding').notNull().default(0),
    creditReturned: integer('credit_returned').notNull().default(0),
    /**
     * Whether to erase the contact once the order no longer needs it. Set if the owner of the contact's email address
     * deletes their account while the order is open, or while the shop owes a refund.
     */
    eraseWhenOver: boolean('erase_when_over').notNull().default(false),
    placedAt: instant('placed_at').notNull(),
    paidAt: instant('paid_at'),
    expiresAt: instant('expires_at'),
    closedAt: instant('closed_at'),
  },
  (table) => [
    uniqueIndex('orders_one_live_per_cart').on(table.cartId).where(sql`${table.status} in ('INTERIM', 'NEW')`),
    index('orders_cart').on(table.cartId),
    index('orders_session').on(table.sessionId),
    index('orders_member').on(table.memberId, table.placedAt),
    index('orders_campaign').on(table.campaignId).where(sql`${table.campaignId} <> ''`),
    index('orders_table_session').on(table.tableSessionId).where(sql`${table.tableSessionId} is not null`),
    index('orders_expiry').on(table.expiresAt).where(sql`${table.status} = 'INTERIM'`),
    index('orders_network')
      .on(table.network, table.placedAt)
      .where(sql`${table.network} <> '' and ${table.paymentStatus} in ('NOT_PAID', 'FAILED')`),
    index('orders_remind').on(table.remindAt).where(sql`${table.remindAt} is not null`),
    index('orders_cancel_asked').on(table.placedAt).where(sql`${table.cancelRequest} = 'ASKED'`),
    index('orders_erase').on(table.id).where(sql`${table.eraseWhenOver}`),
    // Numbers repeat every year, so the unique index also has the day. Staff searches by the beginning of a number use
    // this index too.
    uniqueIndex('orders_number').on(table.number.op('text_pattern_ops'), table.numberedOn),
    // Indexes for staff searches: by the beginning of a code, the beginning of an id, and the last digits of a phone
    // number.
    index('orders_code_start').on(table.pickupCode.op('text_pattern_ops')),
    index('orders_id_start').on(table.id.op('text_pattern_ops')),
    index('orders_phone_end').on(sql`right(${table.contact}->>'phone', 4)`),
    // Indexes for the staff lists: one for open orders (small, because few orders are open), and one for all orders.
    index('orders_open')
      .on(table.placedAt)
      .where(sql`${table.fulfilmentStatus} in ('PLACED', 'ACCEPTED', 'PREPARING', 'OUT', 'READY')`),
    index('orders_placed').on(table.placedAt),
    // Indexes for bookkeeping: sales by the day of their payment, and paid orders by the day of their cancellation.
    index('orders_paid').on(table.paidAt).where(sql`${table.paymentStatus} = 'PAID_ONLINE'`),
    index('orders_cancelled')
      .on(table.closedAt)
      .where(sql`${table.status} = 'CANCELLED' and ${table.paymentStatus} = 'PAID_ONLINE'`),
    // Indexes to find a buyer's earlier orders by email address or phone number.
    index('orders_email').on(sql`lower(${table.contact}->>'email')`),
    index('orders_phone').on(sql`(${table.contact}->>'phone')`),
    check('orders_money', sql`${table.subtotal} >= 0 and ${table.total} >= 0`),
    check(
      'orders_paid_with',
      sql`${table.credit} >= 0 and ${table.balance} >= 0 and ${table.credit} + ${table.balance} <= ${table.total}`,
    ),
    check(
      'orders_states',
      oneLine(
        sql`(${table.status}, ${table.paymentStatus}) in (('INTERIM','NOT_PAID'), ('NEW','PAID_ONLINE'),`,
        sql`('NEW','NOT_PAID'), ('NEW','PAID_AT_STORE'), ('FAILED','FAILED'), ('CANCELLED','NOT_PAID'),`,
        sql`('CANCELLED','FAILED'), ('CANCELLED','PAID_ONLINE'))`,
      ),
    ),
    check(
      'orders_unpaid_is_at_store',
      sql`not (${table.status} = 'NEW' and ${table.paymentStatus} = 'NOT_PAID' and not ${table.payAtStore})`,
    ),
    check('orders_paid_at_store', sql`${table.paymentStatus} <> 'PAID_AT_STORE' or ${table.payAtStore}`),
    // Only a placed order has a stage of fulfilment. A cancelled order has `CANCELLED`, all others have `NONE`.
    check(
      'orders_fulfilment',
      oneLine(
        sql`case ${table.status} when 'NEW' then ${table.fulfilmentStatus} in`,
        sql`('PLACED','ACCEPTED','PREPARING','READY','OUT','PICKED_UP','DELIVERED','SERVED','NO_SHOW')`,
        sql`when 'CANCELLED' then ${table.fulfilmentStatus} = 'CANCELLED'`,
        sql`else ${table.fulfilmentStatus} = 'NONE' end`,
      ),
    ),
    check(
      'orders_fulfilment_method',
      oneLine(
        sql`case when ${table.fulfilmentStatus} in ('OUT', 'DELIVERED')`,
        sql`then ${table.method} in (${methodsAt('address')})`,
        sql`when ${table.fulfilmentStatus} = 'SERVED' then ${table.method} in (${methodsAt('table')})`,
        sql`when ${table.fulfilmentStatus} = 'PICKED_UP' then ${table.method} in (${methodsAt('store')}) else true end`,
      ),
    ),
    check(
      'orders_cancel_request',
      oneLine(
        sql`case ${table.cancelRequest} when 'ASKED' then ${table.fulfilmentStatus} in`,
        sql`('PLACED','ACCEPTED','PREPARING','READY','OUT') when 'GRANTED' then ${table.status} = 'CANCELLED'`,
        sql`else ${table.cancelRequest} in ('NONE','DECLINED') end`,
      ),
    ),
    check(
      'orders_refunds',
      oneLine(
        sql`${table.refunded} >= 0 and ${table.refunding} >= 0`,
        sql`and ${table.refunded} + ${table.refunding} <= ${table.total}`,
      ),
    ),
    check(
      'orders_balance_paid',
      oneLine(
        sql`${table.balancePaid} >= 0 and ${table.balancePaid} <= ${table.balance}`,
        sql`and (${table.balancePaid} = 0 or ${table.paymentStatus} = 'PAID_ONLINE')`,
      ),
    ),
    check('orders_credit_returned', sql`${table.creditReturned} >= 0 and ${table.creditReturned} <= ${table.credit}`),
  ],
)

/** How many orders have got a number so far, for each store code and local day. */
export const orderCounts = pgTable(
  'order_counts',
  { storeCode: text('store_code').notNull(), day: date('day').notNull(), last: integer('last').notNull() },
  (table) => [primaryKey({ columns: [table.storeCode, table.day] })],
)

/**
 * The events of an order after it was placed. The shop only adds rows. Erasure is the exception: it overwrites the
 * texts of shoppers, and the comments of shoppers and staff. The events of placing, payment and failure have no row,
 * because they come from the order's own columns.
 */
export const orderTimeline = pgTable(
  'order_timeline',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    at: instant('at').notNull(),
    kind: text('kind').notNull().$type<TimelineEntry['kind']>(),
    by: text('by', { enum: ['shopper', 'staff', 'shop'] }).notNull(),
    note: text('note').notNull().default(''),
    promisedAt: instant('promised_at'),
    amount: integer('amount'),
    /** The part of the refund that was returned as store credit. */
    credit: integer('credit'),
    /**
     * The refunded taxes, in the sequence of the order's tax adjustments; null if unknown. Negative in the entry of a
     * refund that the bank sent back.
     */
    taxes: integer('taxes').array(),
  },
  (table) => [
    index('order_timeline_order').on(table.orderId, table.id),
    // This index is for bookkeeping, which reads the hand-overs and refunds of a period.
    index('order_timeline_booked').on(table.kind, table.at).where(sql`${table.kind} in ('handed_over', 'refunded')`),
  ],
)

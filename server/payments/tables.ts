import { sql } from 'drizzle-orm'
import {
  bigserial,
  boolean,
  char,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { PaymentPlace } from '#contract/payment-methods.ts'
import type { RequestPayment } from '#contract/payments.ts'
import { orders } from '#server/orders/tables.ts'
import { bytes, instant, oneLine } from '#server/platform/tables.ts'
import type { RefundPart } from '#server/pricing/pricing.ts'

/** One attempt to pay an order with one provider. The shop writes it before it calls the provider. */
export const paymentAttempts = pgTable(
  'payment_attempts',
  {
    /** Our reference at the provider, never reused: order id, `-A`, number of the attempt. */
    reference: text('reference').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    /** What it pays: the order as placed, or later the balance of its deposit. */
    part: text('part', { enum: ['order', 'balance'] })
      .notNull()
      .default('order'),
    provider: text('provider').notNull(),
    /** The provider's channel, such as `h5pay/WECHATPAY`. */
    channel: text('channel').notNull(),
    state: text('state', { enum: ['pending', 'paid', 'failed', 'late_paid', 'mismatch'] }).notNull(),
    amount: integer('amount').notNull(),
    currency: char('currency', { length: 3 }).notNull(),
    providerReference: text('provider_reference'),
    /** The address of the payment page or, with `isQrCode`, the text of the code to scan. */
    paymentUrl: text('payment_url'),
    /** The parameters of a mini-program payment, which has no address. */
    handover: jsonb('handover').$type<RequestPayment>(),
    isQrCode: boolean('is_qr_code').notNull().default(false),
    startedAt: instant('started_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /**
     * When the job asks the provider next, and how often it has. It also asks about failed attempts, for late payments.
     */
    checkAt: instant('check_at'),
    checks: integer('checks').notNull().default(0),
    /** When the shop last asked the provider. This limits the rate for all pollers together. */
    askedAt: instant('asked_at'),
    /** Set once the shopper chooses another payment method. If a replaced attempt fails, the order does not fail. */
    replacedAt: instant('replaced_at'),
    settledAt: instant('settled_at'),
    lastAnswer: text('last_answer'),
    /** The money received, which may differ from the requested amount. Null: nothing, or the requested amount. */
    received: integer('received'),
    receivedCurrency: char('received_currency', { length: 3 }),
    /** How much of it was refunded or is on its way back. */
    refunded: integer('refunded').notNull().default(0),
    /** The decision by staff, or by the shop itself, about money that arrived late or with another amount. */
    resolution: text('resolution', { enum: ['refunded', 'honoured', 'dismissed'] }),
    resolvedAt: instant('resolved_at'),
    /** When the job compared the attempt with the provider's books, and the difference. */
    reconciledAt: instant('reconciled_at'),
    discrepancy: text('discrepancy'),
  },
  (table) => [
    uniqueIndex('payment_attempts_one_open').on(table.orderId).where(sql`${table.state} = 'pending'`),
    uniqueIndex('payment_attempts_one_paid').on(table.orderId, table.part).where(sql`${table.state} = 'paid'`),
    uniqueIndex('payment_attempts_provider_reference').on(table.provider, table.providerReference),
    index('payment_attempts_due').on(table.checkAt).where(sql`${table.checkAt} is not null`),
    index('payment_attempts_order').on(table.orderId),
    check('payment_attempts_amount', sql`${table.amount} > 0`),
    check(
      'payment_attempts_refunded',
      sql`${table.refunded} >= 0 and ${table.refunded} <= coalesce(${table.received}, ${table.amount})`,
    ),
  ],
)

/** Notifications by providers, verbatim, as received. */
export const paymentNotifications = pgTable(
  'payment_notifications',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    provider: text('provider').notNull(),
    /** A repeated notification has the same key. */
    eventKey: text('event_key').notNull(),
    reference: text('reference'),
    body: text('body').notNull(),
    headers: jsonb('headers').notNull().$type<Record<string, string>>(),
    verdict: text('verdict', { enum: ['accepted', 'rejected'] }).notNull(),
    reason: text('reason'),
    receivedAt: instant('received_at').notNull(),
  },
  (table) => [uniqueIndex('payment_notifications_once').on(table.provider, table.eventKey)],
)

/** A refund. The shop writes it before it calls the provider; `refundStates` has its history. */
export const refunds = pgTable(
  'refunds',
  {
    /** Our reference at the provider, the same for every call about it: order id, `-R`, number of the refund. */
    reference: text('reference').primaryKey(),
    /** The payment attempt that is refunded; null for store credit alone. */
    attempt: text('attempt').references(() => paymentAttempts.reference),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    /** A second wish with the same key answers this refund. */
    key: text('key').notNull(),
    /** The amount that the provider refunds, and the amount returned as store credit. */
    amount: integer('amount').notNull(),
    credit: integer('credit').notNull().default(0),
    currency: char('currency', { length: 3 }).notNull(),
    reason: text('reason').notNull(),
    /** The refunded parts of the order; none if the refund has no particular parts. */
    parts: jsonb('parts').notNull().default([]).$type<RefundPart[]>(),
    /** False for refunds of release 0.1.0, which took the pieces back at the request of the refund. */
    takesPieces: boolean('takes_pieces').notNull().default(false),
    state: text('state', { enum: ['requested', 'pending', 'refunded', 'refused'] }).notNull(),
    providerReference: text('provider_reference'),
    requestedAt: instant('requested_at').notNull(),
    settledAt: instant('settled_at'),
    /** Whether the refund may have reached the provider; see `delivery.ts`. */
    delivery: text('delivery', { enum: ['written', 'sent'] }),
    /** When staff decided that there is nothing more to do about it. */
    resolvedAt: instant('resolved_at'),
    /** When the job calls next, and how often it has. */
    checkAt: instant('check_at'),
    checks: integer('checks').notNull().default(0),
  },
  (table) => [
    uniqueIndex('refunds_key').on(table.key),
    index('refunds_order').on(table.orderId),
    index('refunds_due').on(table.checkAt).where(sql`${table.checkAt} is not null`),
    check(
      'refunds_amount',
      oneLine(
        sql`${table.amount} >= 0 and ${table.credit} >= 0 and ${table.amount} + ${table.credit} > 0`,
        sql`and (${table.amount} = 0 or ${table.attempt} is not null)`,
      ),
    ),
  ],
)

/** The history of a refund, one row for each answer; append-only. */
export const refundStates = pgTable(
  'refund_states',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    refund: text('refund')
      .notNull()
      .references(() => refunds.reference),
    state: text('state', { enum: ['requested', 'pending', 'refunded', 'refused', 'unknown'] }).notNull(),
    answer: text('answer').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [index('refund_states_refund').on(table.refund)],
)

/** Payments and refunds about which the store got an email, so that it gets one only once. */
export const paymentAlerts = pgTable(
  'payment_alerts',
  {
    reference: text('reference').notNull(),
    kind: text('kind').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.reference, table.kind] })],
)

/**
 * Payments at a provider that match no attempt. Either staff restored an old backup, or somebody else uses the account.
 * Staff decide about each.
 */
export const unmatchedPayments = pgTable(
  'unmatched_payments',
  {
    provider: text('provider').notNull(),
    /** Our reference as the provider names it, else the provider's own. */
    reference: text('reference').notNull(),
    providerReference: text('provider_reference'),
    /** The amount that the provider took; null while it gives no clear answer. */
    amount: integer('amount'),
    currency: char('currency', { length: 3 }),
    state: text('state', { enum: ['waiting', 'refunding', 'refunded', 'refused', 'dismissed'] }).notNull(),
    answer: text('answer').notNull(),
    /** The number of refunds started for it. Each has a number of its own. */
    refunds: integer('refunds').notNull().default(0),
    refundProviderReference: text('refund_provider_reference'),
    delivery: text('delivery', { enum: ['written', 'sent'] }),
    notifiedAt: instant('notified_at').notNull(),
    /** When the job calls about its refund next, and how often it has. */
    checkAt: instant('check_at'),
    checks: integer('checks').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.reference] }),
    index('unmatched_payments_due').on(table.checkAt).where(sql`${table.checkAt} is not null`),
  ],
)

/** The owner's settings of a payment provider. A provider without a row is used if the environment configures it. */
export const paymentProviders = pgTable('payment_providers', {
  name: text('name').primaryKey(),
  isOn: boolean('is_on').notNull(),
  mode: text('mode', { enum: ['live', 'test'] }).notNull(),
  /** The account's numbers that are no secrets, by field. */
  numbers: jsonb('numbers').notNull().$type<Record<string, string>>(),
  /** The account's secrets by field, as encrypted JSON; null: none. */
  secrets: bytes('secrets'),
  /** Where shoppers may use it; null: everywhere. */
  places: jsonb('places').$type<PaymentPlace[]>(),
  /** The bounds of one payment in minor units; null: those of the provider. */
  least: integer('least'),
  most: integer('most'),
  position: integer('position').notNull(),
  version: integer('version').notNull(),
})

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

/** One attempt to pay an order with one provider. The shop stores the attempt before it calls the provider. */
export const paymentAttempts = pgTable(
  'payment_attempts',
  {
    /** Our reference at the provider, which is never reused: the order id, `-A` and the attempt's number. */
    reference: text('reference').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    /** What the attempt pays: the amount due when the order was placed, or the balance that is due after a deposit. */
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
    /** The URL of the payment page or, with `isQrCode`, the text of the code to scan. */
    paymentUrl: text('payment_url'),
    /** The parameters of a mini-program payment, which has no URL. */
    handover: jsonb('handover').$type<RequestPayment>(),
    isQrCode: boolean('is_qr_code').notNull().default(false),
    startedAt: instant('started_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /**
     * When the job will next query the provider, and how many times it has done so. The job also queries failed
     * attempts, to find late payments.
     */
    checkAt: instant('check_at'),
    checks: integer('checks').notNull().default(0),
    /** When the shop last queried the provider. This limits the rate for all pollers together. */
    askedAt: instant('asked_at'),
    /** When to remind the shopper of an e-transfer; null after the reminder, and for other payments. */
    remindAt: instant('remind_at'),
    /** Set once the shopper chooses another payment method. If a replaced attempt fails, the order does not fail. */
    replacedAt: instant('replaced_at'),
    settledAt: instant('settled_at'),
    lastAnswer: text('last_answer'),
    /**
     * The money received, which may differ from the requested amount. If null, a paid attempt received the requested
     * amount and any other attempt received nothing.
     */
    received: integer('received'),
    receivedCurrency: char('received_currency', { length: 3 }),
    /** How much of the received money was refunded or is on its way back. */
    refunded: integer('refunded').notNull().default(0),
    /** The decision by staff, or by the shop itself, about money that arrived late or with another amount. */
    resolution: text('resolution', { enum: ['refunded', 'honoured', 'dismissed'] }),
    resolvedAt: instant('resolved_at'),
    /**
     * When the reconciliation job compared the attempt with the provider's records, and the difference that it found.
     */
    reconciledAt: instant('reconciled_at'),
    discrepancy: text('discrepancy'),
  },
  (table) => [
    uniqueIndex('payment_attempts_one_open').on(table.orderId).where(sql`${table.state} = 'pending'`),
    uniqueIndex('payment_attempts_one_paid').on(table.orderId, table.part).where(sql`${table.state} = 'paid'`),
    uniqueIndex('payment_attempts_provider_reference').on(table.provider, table.providerReference),
    index('payment_attempts_due').on(table.checkAt).where(sql`${table.checkAt} is not null`),
    index('payment_attempts_remind').on(table.remindAt).where(sql`${table.remindAt} is not null`),
    index('payment_attempts_order').on(table.orderId),
    index('payment_attempts_settled')
      .on(table.settledAt)
      .where(sql`${table.state} in ('paid', 'late_paid', 'mismatch')`),
    check('payment_attempts_amount', sql`${table.amount} > 0`),
    check(
      'payment_attempts_refunded',
      sql`${table.refunded} >= 0 and ${table.refunded} <= coalesce(${table.received}, ${table.amount})`,
    ),
  ],
)

/**
 * Notifications from providers, as received, but without private headers. A forged notification has no headers at all,
 * and its body is truncated.
 */
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

/** A refund. The shop stores the refund before it calls the provider; `refundStates` has its history. */
export const refunds = pgTable(
  'refunds',
  {
    /**
     * Our reference at the provider, the same for every call about this refund: the order id, `-R` and the refund's
     * number.
     */
    reference: text('reference').primaryKey(),
    /**
     * The payment attempt that is refunded. Null for store credit alone, and for money that staff gave back at the
     * store.
     */
    attempt: text('attempt').references(() => paymentAttempts.reference),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    /** A second request with the same key returns this refund. */
    key: text('key').notNull(),
    /** The amount refunded by the provider or at the store, and the amount returned as store credit. */
    amount: integer('amount').notNull(),
    credit: integer('credit').notNull().default(0),
    currency: char('currency', { length: 3 }).notNull(),
    reason: text('reason').notNull(),
    /** The parts of the order that are refunded, such as lines or fees; empty if the refund is only an amount. */
    parts: jsonb('parts').notNull().default([]).$type<RefundPart[]>(),
    /**
     * Whether the refund frees its pieces when it succeeds. False for refunds of release 0.1.0, which freed the pieces
     * when the refund was requested, and for their repetitions.
     */
    takesPieces: boolean('takes_pieces').notNull().default(false),
    state: text('state', { enum: ['requested', 'pending', 'refunded', 'refused'] }).notNull(),
    providerReference: text('provider_reference'),
    requestedAt: instant('requested_at').notNull(),
    settledAt: instant('settled_at'),
    /** Whether the refund may have reached the provider; see `sent-requests.ts`. */
    delivery: text('delivery', { enum: ['written', 'sent'] }),
    /** When staff decided that there is nothing more to do about the refund. */
    resolvedAt: instant('resolved_at'),
    /** When the job will next call the provider, and how many times it has done so. */
    checkAt: instant('check_at'),
    checks: integer('checks').notNull().default(0),
  },
  (table) => [
    uniqueIndex('refunds_key').on(table.key),
    index('refunds_order').on(table.orderId),
    index('refunds_due').on(table.checkAt).where(sql`${table.checkAt} is not null`),
    index('refunds_settled').on(table.settledAt).where(sql`${table.state} = 'refunded'`),
    check(
      'refunds_amount',
      oneLine(
        sql`${table.amount} >= 0 and ${table.credit} >= 0 and ${table.amount} + ${table.credit} > 0`,
        sql`and (${table.amount} = 0 or ${table.attempt} is not null or ${table.state} = 'refunded')`,
      ),
    ),
  ],
)

/** The history of a refund: one row for the request and one for each response. Append-only. */
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

/**
 * Records when the store was emailed about a payment or refund, or a shopper about an e-transfer, so that the email is
 * not repeated too soon.
 */
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
 * Payments at a provider that match no attempt, because staff restored an old backup or another system uses the
 * account. Staff decide about each payment.
 */
export const unmatchedPayments = pgTable(
  'unmatched_payments',
  {
    provider: text('provider').notNull(),
    /** Our reference as reported by the provider, or else the provider's own reference. */
    reference: text('reference').notNull(),
    providerReference: text('provider_reference'),
    /** The amount that the provider took; null while the provider gives no clear response. */
    amount: integer('amount'),
    currency: char('currency', { length: 3 }),
    state: text('state', { enum: ['waiting', 'refunding', 'refunded', 'refused', 'dismissed'] }).notNull(),
    answer: text('answer').notNull(),
    /** How many refunds of the payment were started. Each refund has a different number. */
    refunds: integer('refunds').notNull().default(0),
    refundProviderReference: text('refund_provider_reference'),
    delivery: text('delivery', { enum: ['written', 'sent'] }),
    notifiedAt: instant('notified_at').notNull(),
    /** When the job will next call the provider about the refund, and how many times it has done so. */
    checkAt: instant('check_at'),
    checks: integer('checks').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.reference] }),
    index('unmatched_payments_due').on(table.checkAt).where(sql`${table.checkAt} is not null`),
  ],
)

/** Disputes of payments, also called chargebacks. Staff answer them in the provider's dashboard. */
export const paymentDisputes = pgTable(
  'payment_disputes',
  {
    provider: text('provider').notNull(),
    /** The provider's number of the dispute. */
    reference: text('reference').notNull(),
    attempt: text('attempt')
      .notNull()
      .references(() => paymentAttempts.reference, { onDelete: 'cascade' }),
    state: text('state', { enum: ['open', 'won', 'lost'] }).notNull(),
    amount: integer('amount').notNull(),
    currency: char('currency', { length: 3 }).notNull(),
    /** The provider's code for the reason of the dispute, such as `fraudulent`. */
    reason: text('reason').notNull(),
    /** The deadline for staff to send evidence to the provider. */
    dueAt: instant('due_at'),
    changedAt: instant('changed_at').notNull(),
    /** When staff decided that there is nothing more to do about this state of the dispute. */
    resolvedAt: instant('resolved_at'),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.reference] }),
    index('payment_disputes_attempt').on(table.attempt),
  ],
)

/**
 * The owner's settings of a payment provider. A provider without a row is on if the environment configures it, except
 * for the simulator, which needs a row.
 */
export const paymentProviders = pgTable('payment_providers', {
  name: text('name').primaryKey(),
  isOn: boolean('is_on').notNull(),
  mode: text('mode', { enum: ['live', 'test'] }).notNull(),
  /** The account's values that are not secret, by field. */
  numbers: jsonb('numbers').notNull().$type<Record<string, string>>(),
  /** The account's secrets by field, as encrypted JSON; null if there are none. */
  secrets: bytes('secrets'),
  /** The kinds of app or device in which shoppers may use the provider; null for all. */
  places: jsonb('places').$type<PaymentPlace[]>(),
  /** The bounds of one payment in minor units; null for the provider's own bounds. */
  least: integer('least'),
  most: integer('most'),
  position: integer('position').notNull(),
  version: integer('version').notNull(),
})

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
import type { RequestPayment } from '#contract/payments.ts'
import { orders } from '#server/orders/tables.ts'
import { instant } from '#server/platform/tables.ts'
import type { RefundPart } from '#server/pricing/pricing.ts'

/** One try to pay an order with one provider. Written before the provider is called. */
export const paymentAttempts = pgTable(
  'payment_attempts',
  {
    /** Our reference at the provider, never used twice: order id, `-A`, number of the try. */
    reference: text('reference').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    /** What it pays: the order as it is placed, or later the rest of one with a deposit. */
    part: text('part', { enum: ['order', 'balance'] })
      .notNull()
      .default('order'),
    provider: text('provider').notNull(),
    /** The way within the provider: `h5pay/WECHATPAY`. */
    channel: text('channel').notNull(),
    state: text('state', { enum: ['pending', 'paid', 'failed', 'late_paid', 'mismatch'] }).notNull(),
    amount: integer('amount').notNull(),
    currency: char('currency', { length: 3 }).notNull(),
    providerReference: text('provider_reference'),
    /** Where the shopper is sent or, with `isQrCode`, what the code to scan says. */
    paymentUrl: text('payment_url'),
    /** What the mini-program pays with, where there is no address. */
    handover: jsonb('handover').$type<RequestPayment>(),
    isQrCode: boolean('is_qr_code').notNull().default(false),
    startedAt: instant('started_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /**
     * When the job asks the provider next (also about failed ones, for money that comes late), and how often it did.
     */
    checkAt: instant('check_at'),
    checks: integer('checks').notNull().default(0),
    /** When anyone last asked the provider: many pollers don't ask more often than one. */
    askedAt: instant('asked_at'),
    /** Set once the shopper wants to pay another way: its failing then doesn't fail the order. */
    replacedAt: instant('replaced_at'),
    settledAt: instant('settled_at'),
    lastAnswer: text('last_answer'),
    /** The money that came, which may differ from what was asked for; null: none, or as asked. */
    received: integer('received'),
    receivedCurrency: char('received_currency', { length: 3 }),
    /** How much of it was given back or is on its way. */
    refunded: integer('refunded').notNull().default(0),
    /** What a person, or the shop itself, made of money that came late or otherwise than agreed. */
    resolution: text('resolution', { enum: ['refunded', 'honoured', 'dismissed'] }),
    resolvedAt: instant('resolved_at'),
    /** When our books were compared with the provider's, and how they differ. */
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

/** What providers told us by themselves, word by word, before anything is made of it. */
export const paymentNotifications = pgTable(
  'payment_notifications',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    provider: text('provider').notNull(),
    /** The same notification again has the same key. */
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

/** Money that is given back. Written before the provider is called; its states follow one another in `refundStates`. */
export const refunds = pgTable(
  'refunds',
  {
    /** Our number of it at the provider, the same for every call about it: order id, `-R`, number of the refund. */
    reference: text('reference').primaryKey(),
    /** Whose money it is; null where store credit alone comes back. */
    attempt: text('attempt').references(() => paymentAttempts.reference),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    /** Whoever wishes the same again with the same key gets this one. */
    key: text('key').notNull(),
    /** What the provider sends back, and what came back as store credit with it. */
    amount: integer('amount').notNull(),
    credit: integer('credit').notNull().default(0),
    currency: char('currency', { length: 3 }).notNull(),
    reason: text('reason').notNull(),
    /** Of which parts of the order it is; none where it is of none in particular. */
    parts: jsonb('parts').notNull().default([]).$type<RefundPart[]>(),
    /** False for refunds of release 0.1.0, which took the pieces back when the refund was asked for. */
    takesPieces: boolean('takes_pieces').notNull().default(false),
    state: text('state', { enum: ['requested', 'pending', 'refunded', 'refused'] }).notNull(),
    providerReference: text('provider_reference'),
    requestedAt: instant('requested_at').notNull(),
    settledAt: instant('settled_at'),
    /** Whether the refund may have reached the provider; see `delivery.ts`. */
    delivery: text('delivery', { enum: ['written', 'sent'] }),
    /** When a person decided that there is nothing more to do about it. */
    resolvedAt: instant('resolved_at'),
    /** When the job calls next, and how often it did. */
    checkAt: instant('check_at'),
    checks: integer('checks').notNull().default(0),
  },
  (table) => [
    uniqueIndex('refunds_key').on(table.key),
    index('refunds_order').on(table.orderId),
    index('refunds_due').on(table.checkAt).where(sql`${table.checkAt} is not null`),
    check(
      'refunds_amount',
      sql`${table.amount} >= 0 and ${table.credit} >= 0 and ${table.amount} + ${table.credit} > 0 and (${table.amount} = 0 or ${table.attempt} is not null)`,
    ),
  ],
)

/** What happened to a refund, one row for each answer; never changed. */
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

/** Payments and refunds that the store was emailed about, so that each is announced once. */
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
 * Payments at a provider that no attempt of ours matches: an old copy of the database was put back, or somebody else
 * uses the account. A person decides about each.
 */
export const unmatchedPayments = pgTable(
  'unmatched_payments',
  {
    provider: text('provider').notNull(),
    /** Our reference as the provider names it, or the provider's own where it names none. */
    reference: text('reference').notNull(),
    providerReference: text('provider_reference'),
    /** What the provider says that it took; null while it gives no clear answer. */
    amount: integer('amount'),
    currency: char('currency', { length: 3 }),
    state: text('state', { enum: ['waiting', 'refunding', 'refunded', 'refused', 'dismissed'] }).notNull(),
    /** The provider's last word. */
    answer: text('answer').notNull(),
    /** How often a refund of it was begun: each has a number of its own. */
    refunds: integer('refunds').notNull().default(0),
    refundProviderReference: text('refund_provider_reference'),
    delivery: text('delivery', { enum: ['written', 'sent'] }),
    notifiedAt: instant('notified_at').notNull(),
    /** When the job calls about its refund next, and how often it did. */
    checkAt: instant('check_at'),
    checks: integer('checks').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.reference] }),
    index('unmatched_payments_due').on(table.checkAt).where(sql`${table.checkAt} is not null`),
  ],
)

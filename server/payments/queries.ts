import { and, eq, exists, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { carts } from '#server/cart/tables.ts'
import { orders as orderRows } from '#server/orders/tables.ts'
import type { Database } from '#server/platform/database/database.ts'
import {
  placeholders,
  prepared,
  preparedRows,
  typedPlaceholder,
  typedPlaceholders,
} from '#server/platform/database/prepared-queries.ts'
import { paymentAttempts, paymentNotifications } from './tables.ts'

export const insertAttempt = prepared((db) => db.insert(paymentAttempts).values(placeholders(paymentAttempts)))

export const selectAttempt = prepared((db) =>
  db
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.reference, sql.placeholder('reference'))),
)

export const selectOpenAttempt = prepared((db) =>
  db
    .select()
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.orderId, sql.placeholder('orderId')), eq(paymentAttempts.state, 'pending'))),
)

export const selectAttemptsOfOrder = prepared((db) =>
  db
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.orderId, sql.placeholder('orderId'))),
)

export const updateAttempt = prepared((db, ...names: string[]) =>
  db
    .update(paymentAttempts)
    .set(typedPlaceholders(paymentAttempts, names))
    .where(eq(paymentAttempts.reference, sql.placeholder('attempt'))),
)

export const updatePendingAttempt = prepared((db, ...names: string[]) =>
  db
    .update(paymentAttempts)
    .set(typedPlaceholders(paymentAttempts, names))
    .where(and(eq(paymentAttempts.reference, sql.placeholder('attempt')), eq(paymentAttempts.state, 'pending')))
    .returning(),
)

/**
 * Claims a payment attempt and returns it. Returns no row if the shop has queried the provider about the attempt since
 * `before`.
 */
export const claimQuery = prepared((db) =>
  db
    .update(paymentAttempts)
    .set({ askedAt: typedPlaceholder('now', paymentAttempts.askedAt) })
    .where(
      and(
        eq(paymentAttempts.reference, sql.placeholder('reference')),
        or(isNull(paymentAttempts.askedAt), lte(paymentAttempts.askedAt, sql.placeholder('before'))),
      ),
    )
    .returning(),
)

/**
 * The pending orders past their deadline, oldest first. Returns at most `limit` orders for each provider, so that a
 * provider that does not respond delays only its own orders. An order's provider is that of its pending payment
 * attempt. Leaves out an order if the shop queried the provider about this attempt later than `before`.
 */
export const selectExpiredOrders = preparedRows<{ id: string }>(
  () => sql`select id from (
      select o.id, o.expires_at, row_number() over (partition by p.provider order by o.expires_at) as turn
        from orders o left join payment_attempts p on p.order_id = o.id and p.state = 'pending'
        where o.status = 'INTERIM' and o.expires_at <= ${sql.placeholder('now')}::timestamptz
          and (p.asked_at is null or p.asked_at <= ${sql.placeholder('before')}::timestamptz)) expired
    where turn <= ${sql.placeholder('limit')}::bigint order by expires_at`,
)

/** Locks the cart first, then its order and the attempt, so that two transactions cannot deadlock. */
export const lockAttemptAndOrder = prepared((db) => {
  const other = alias(paymentAttempts, 'other')
  const ofOtherAttempt = and(
    eq(other.provider, paymentAttempts.provider),
    eq(other.providerReference, sql.placeholder('providerReference')),
    ne(other.reference, paymentAttempts.reference),
  )
  return db
    .select({
      attempt: paymentAttempts,
      order: orderRows,
      isTaken: exists(db.select({ reference: other.reference }).from(other).where(ofOtherAttempt)).mapWith(Boolean),
    })
    .from(carts)
    .innerJoin(orderRows, eq(orderRows.cartId, carts.id))
    .innerJoin(paymentAttempts, eq(paymentAttempts.orderId, orderRows.id))
    .where(eq(paymentAttempts.reference, sql.placeholder('reference')))
    .for('update')
})

/** Inserts a notification unless it is a repetition. */
const insertNewNotification = (db: Database) => {
  const { id: _, ...columns } = placeholders(paymentNotifications)
  return db
    .insert(paymentNotifications)
    .values(columns)
    .onConflictDoNothing()
    .returning({ id: paymentNotifications.id })
}

export const insertNotification = prepared(insertNewNotification)

/**
 * Inserts a notification and claims its attempt, so that the caller may query the provider. A new notification always
 * claims the attempt. A repeated notification claims it at most once per interval.
 */
export const insertNotificationAndClaim = prepared((db) => {
  const inserted = db.$with('kept').as(insertNewNotification(db))
  const latestAllowed = sql`case when exists (select from kept) then ${sql.placeholder('now')}::timestamptz
    else ${sql.placeholder('before')}::timestamptz end`
  const { reference, askedAt } = paymentAttempts
  // `coalesce` keeps this a single condition. With `asked_at is null or …`, PostgreSQL could lock the attempt before
  // it inserts the notification, and two transactions could deadlock.
  const lastAsked = sql`coalesce(${askedAt}, '-infinity')`
  return db
    .with(inserted)
    .update(paymentAttempts)
    .set({ askedAt: typedPlaceholder('now', askedAt) })
    .where(and(eq(reference, sql.placeholder('attempt')), lte(lastAsked, latestAllowed)))
    .returning()
})

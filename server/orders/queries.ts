import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { carts } from '#server/cart/tables.ts'
import { abortUnless } from '#server/platform/database/conflicts.ts'
import type { Database } from '#server/platform/database/database.ts'
import {
  placeholders,
  prepared,
  preparedRows,
  typedPlaceholder,
  typedPlaceholders,
} from '#server/platform/database/prepared-queries.ts'
import { openCondition } from './open-orders.ts'
import { orderCounts, orders, orderTimeline } from './tables.ts'

export const selectOrder = prepared((db) =>
  db
    .select()
    .from(orders)
    .where(eq(orders.id, sql.placeholder('id'))),
)

/** Locks the cart before its order, as the checkout does, so that two transactions cannot deadlock. */
export const lockOrder = prepared((db) =>
  db
    .select({ cartId: carts.id, order: orders })
    .from(carts)
    .innerJoin(orders, eq(orders.cartId, carts.id))
    .where(eq(orders.id, sql.placeholder('orderId')))
    .for('update'),
)

const updateState = (db: Database, names: string[]) =>
  db
    .update(orders)
    .set(typedPlaceholders(orders, names))
    .where(
      and(
        eq(orders.id, sql.placeholder('orderId')),
        eq(orders.status, sql.placeholder('before')),
        eq(orders.fulfilmentStatus, sql.placeholder('fulfilmentBefore')),
      ),
    )
    .returning({ id: orders.id })

/** Updates an order if its state has not changed since it was read; otherwise returns no row. */
export const updateStep = prepared((db, ...names: string[]) => updateState(db, names))

/**
 * Like `updateStep`, but sent together with the commit. If the order has changed, the statement aborts the transaction.
 */
export const updateStepOrAbort = prepared((db, ...names: string[]) => {
  const updated = db.$with('taken').as(updateState(db, names))
  return db
    .with(updated)
    .select({ isTaken: abortUnless(sql`count(*) > 0`, 'order') })
    .from(updated)
})

/**
 * Inserts an order with the next number of its store and day. The statement locks the day's order count until the
 * commit, and other orders of the store wait for this lock. So callers send the statement last, together with the
 * commit.
 */
export const insertOrder = prepared((db) => {
  const counted = db.$with('counted').as(
    db
      .insert(orderCounts)
      .values({ ...placeholders(orderCounts), last: 1 })
      .onConflictDoUpdate({
        target: [orderCounts.storeCode, orderCounts.day],
        set: { last: sql`${orderCounts.last} + 1` },
      })
      .returning({ storeCode: orderCounts.storeCode, day: orderCounts.day, last: orderCounts.last }),
  )
  // The number has three digits, and more digits once the day has 1000 orders.
  const number = sql<string>`(select store_code || '-' || to_char(day, 'MMDD') || '-'
    || lpad(last::text, greatest(3, length(last::text)), '0') from counted)`
  return db
    .with(counted)
    .insert(orders)
    .values({ ...placeholders(orders), number })
    .returning({ number: orders.number })
})

export const selectLiveOrder = prepared((db) =>
  db
    .select()
    .from(orders)
    .where(and(eq(orders.cartId, sql.placeholder('cartId')), inArray(orders.status, ['INTERIM', 'NEW']))),
)

export const updatePaymentOption = prepared((db) =>
  db
    .update(orders)
    .set({ paymentOption: typedPlaceholder('paymentOption', orders.paymentOption) })
    .where(and(eq(orders.id, sql.placeholder('orderId')), eq(orders.status, 'INTERIM')))
    .returning({ id: orders.id }),
)

export const selectTimeline = prepared((db) =>
  db
    .select()
    .from(orderTimeline)
    .where(eq(orderTimeline.orderId, sql.placeholder('orderId')))
    .orderBy(asc(orderTimeline.id)),
)

export const selectEarlierOrder = preparedRows<{ one: number }>(
  () => sql`select 1 as one from orders
    where status in ('NEW', 'INTERIM') and id <> ${sql.placeholder('except')} and (
      member_id = ${sql.placeholder('memberId')}
      or (lower(contact->>'email') = ${sql.placeholder('email')}
        and (is_email_proven or not ${sql.placeholder('isEmailProven')}::boolean))
      or (contact->>'phone' = ${sql.placeholder('phone')} and not ${sql.placeholder('isEmailProven')}::boolean))
    limit 1`,
)

export const selectLastPaymentOption = preparedRows<{ option: string }>(
  () => sql`select payment_option as option from orders
    where (session_id = ${sql.placeholder('sessionId')}::uuid or member_id = ${sql.placeholder('memberId')})
      and status = 'NEW' and payment_option <> 'store_credit'
    order by placed_at desc limit 1`,
)

/** The number of open unpaid orders of a person, and of recent unpaid orders from an IP network. */
export interface UnpaidCounts {
  byEmail: number
  byPhone: number
  bySession: number
  byNetwork: number
}

const value = sql.placeholder

/**
 * Matches orders that count as unpaid. A cancelled pay-at-store order still counts for one hour, because the shop has
 * sent two emails about it.
 */
const unpaidCondition = sql`id <> ${value('orderId')} and table_session_id is null and (
    payment_status = 'NOT_PAID' and ${openCondition(value('forgotten'))}
    or status = 'CANCELLED' and pay_at_store and closed_at > ${value('hourAgo')}::timestamptz)`

/**
 * Counts the buyer's unpaid orders. Many shoppers may share an IP network, so the query stops counting the orders of a
 * network at the limit. The exact number above the limit does not matter.
 */
const unpaidCount = () => sql`with found as (
    select
      (select count(*)::int from orders where lower(contact ->> 'email') = ${value('email')}
      and ${unpaidCondition}) as "byEmail",
      (select count(*)::int from orders where contact ->> 'phone' = ${value('phone')}
        and contact ->> 'phone' <> '' and ${unpaidCondition}) as "byPhone",
      (select count(*)::int from orders where session_id = ${value('sessionId')} and ${unpaidCondition}) as "bySession",
      (select count(*)::int from (
        select from orders where network = ${value('network')} and payment_status in ('NOT_PAID', 'FAILED')
          and id <> ${value('orderId')} and network <> '' and table_session_id is null
          and placed_at > ${value('hourAgo')}::timestamptz
        limit ${value('mostByNetwork')}::bigint) recent) as "byNetwork")`

export const selectUnpaidCount = preparedRows<UnpaidCounts>(() => sql`${unpaidCount()} select * from found`)

const belowLimits = sql`"byEmail" < ${value('mostByEmail')}::bigint and "byPhone" < ${value('mostByPhone')}::bigint
  and "bySession" < ${value('mostBySession')}::bigint and "byNetwork" < ${value('mostByNetwork')}::bigint
  and greatest("byEmail", "byPhone", "bySession") < ${value('mostOpen')}::bigint`

/** Aborts the transaction if a count has reached its limit. */
export const abortAtUnpaidLimit = preparedRows(
  () => sql`${unpaidCount()}
    select ${abortUnless(belowLimits, 'unpaid orders')} as few from found`,
)

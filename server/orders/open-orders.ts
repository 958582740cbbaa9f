import type { SQL, SQLWrapper } from 'drizzle-orm'
import { eq, sql } from 'drizzle-orm'
import { handedOverStatuses } from '#contract/balance.ts'
import { dayMs } from '#contract/durations.ts'
import type { FulfilmentStatus } from '#contract/orders.ts'
import { campaigns } from '#server/campaigns/tables.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { orders } from './tables.ts'

/** The statuses of orders that were handed over, or whose buyer did not come. */
export const doneStates: FulfilmentStatus[] = ['PICKED_UP', 'DELIVERED', 'SERVED', 'NO_SHOW']

/** An order that is overdue by this long counts as handed over, even if staff never recorded it. */
export const forgottenMs = 2 * dayMs

/**
 * The SQL condition that an order has one of these fulfilment statuses. The statuses are part of the query text. If
 * they were parameters, the planner would not know their values and could not use the partial index `orders_open`.
 */
export const stateCondition = (...states: FulfilmentStatus[]): SQL => {
  const list = states.map((state) => `'${state}'`).join(', ')
  return sql`${orders.fulfilmentStatus} in (${sql.raw(list)})`
}

/**
 * The SQL equivalent of FULL in `refundStatusOf`: all payments of the order were returned. Staff do not prepare such an
 * order, so it counts as done. An order that is still to be paid at the store is never wholly refunded, because a price
 * reduction can return all of its store credit.
 */
export const whollyRefundedCondition = sql<boolean>`(
  ${orders.refunding} = 0
  and not (${orders.status} = 'NEW' and ${orders.paymentStatus} = 'NOT_PAID'
    and ${orders.fulfilmentStatus} <> 'NO_SHOW')
  and ${orders.refunded} + ${orders.creditReturned} > 0
  and ${orders.refunded} + ${orders.creditReturned} >= case
    when ${orders.paymentStatus} in ('PAID_ONLINE', 'PAID_AT_STORE')
      then ${orders.total} - case when ${stateCondition(...handedOverStatuses)} then 0
        else ${orders.balance} - ${orders.balancePaid} end
    else ${orders.credit} end)`

/**
 * When an order is due: the promised time, else the start of its slot, else the time of placing. An order that takes no
 * place in a slot, such as a group-buy order, has no `slotStartsAt`. Its start comes from the `slot` column.
 */
export const dueAt = sql`coalesce(
  ${orders.promisedAt},
  ${orders.slotStartsAt},
  ((${orders.slot}->>'date') || ' ' || coalesce(${orders.slot}->>'time', '00:00'))::timestamp
    at time zone ${orders.timeZone},
  ${orders.placedAt})`

/** The end of the last day on which a parcel is expected to arrive; null for other orders. */
const arrivedBy = sql`(((${orders.arrival}->>'to')::date + 1)::timestamp at time zone ${orders.timeZone})`

/** When the goods of an order reach the buyer: its due time, or for a parcel the end of its expected arrival. */
export async function dueTimeOf(ctx: Context, orderId: string): Promise<Date> {
  const [row] = await ctx.db
    .select({ at: sql<Date>`greatest(${dueAt}, ${arrivedBy})`.mapWith(orders.placedAt) })
    .from(orders)
    .where(eq(orders.id, orderId))
  return row?.at ?? fail('not_found')
}

/** Whether an order is due after the time `forgotten`. A parcel is due when it is expected to have arrived. */
const recentlyDueCondition = (forgotten: SQLWrapper): SQL =>
  sql`greatest(${dueAt}, ${arrivedBy}) > ${forgotten}::timestamptz`

/**
 * Whether a placed order waits for preparation or hand-over. An order that was due before `forgotten` counts as handed
 * over, even if staff never recorded it.
 */
export const waitingCondition = (forgotten: SQLWrapper): SQL => sql`(
  ${stateCondition('PLACED', 'ACCEPTED', 'PREPARING', 'READY', 'OUT')}
  and not ${whollyRefundedCondition} and ${recentlyDueCondition(forgotten)})`

/** Whether the order is in a group-buy that is not settled. The shop may still refund or cancel such an order. */
const unsettledCondition = sql`exists (
  select from ${campaigns} where ${campaigns.id} = ${orders.campaignId} and ${campaigns.settledAt} is null)`

/**
 * Whether an order still waits for payment, preparation, hand-over or the end of its group-buy. An order that was due
 * before `forgotten` counts as handed over.
 */
export const openCondition = (forgotten: SQLWrapper): SQL<boolean> => sql<boolean>`(
  ${orders.status} = 'INTERIM'
  or ${orders.status} = 'NEW' and not ${whollyRefundedCondition} and (
    not ${stateCondition(...doneStates)} and ${recentlyDueCondition(forgotten)}
    or ${unsettledCondition}))`

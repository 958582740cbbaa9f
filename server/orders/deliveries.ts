import { and, asc, eq, inArray } from 'drizzle-orm'
import { goesTo, slotMethods } from '#contract/fulfilment-methods.ts'
import type { Order, OrderDetail } from '#contract/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { storesOf } from '#server/platform/http/office-access.ts'
import { toDetail } from './cancellation.ts'
import { handOver } from './fulfilment-steps.ts'
import { find, lock, stateText, toOrder } from './rows.ts'
import { dueAt } from './staff.ts'
import type { OrderRow } from './tables.ts'
import { orders } from './tables.ts'

/** The methods by which the store's own drivers deliver. Methods without slots use carriers. */
const broughtMethods = slotMethods.filter((method) => goesTo(method, 'address'))
const isBrought = ({ method }: OrderRow) => broughtMethods.some((brought) => brought === method)

/** The stages at which a driver sees a delivery. */
const carried: OrderRow['fulfilmentStatus'][] = ['READY', 'OUT']
const mostDeliveries = 200

/** Deliveries of the caller's stores that are ready or on their way, earliest due time first. */
export async function deliveries(ctx: Context): Promise<{ orders: Order[] }> {
  const stores = storesOf(ctx, 'orders.run')
  const rows = await ctx.db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.status, 'NEW'),
        inArray(orders.fulfilmentStatus, carried),
        inArray(orders.method, broughtMethods),
        stores === 'all' ? undefined : inArray(orders.locationId, stores),
      ),
    )
    .orderBy(asc(dueAt), asc(orders.placedAt), asc(orders.id))
    .limit(mostDeliveries)
  return { orders: rows.map(toOrder) }
}

/** One delivery that is ready or on its way. Fails with `not_found` for any other order. */
export async function delivery(ctx: Context, { order: id }: { order: string }): Promise<OrderDetail> {
  const order = await find(ctx, id)
  const isCarried = order?.status === 'NEW' && carried.includes(order.fulfilmentStatus) && isBrought(order)
  return isCarried ? toDetail(ctx, order) : fail('not_found')
}

/**
 * Marks a delivery that is on its way as handed over; a repeated call does nothing. Fails with `not_found` if the order
 * is not a delivery, and with `orders.step` if it is not on its way.
 */
export function deliver(ctx: Context, { order: id, note }: { order: string; note: string }): Promise<OrderDetail> {
  return transact(ctx, async (ctx) => {
    const order = await lock(ctx, id)
    if (!isBrought(order)) fail('not_found')
    const isOut = order.fulfilmentStatus === 'OUT' || order.fulfilmentStatus === 'DELIVERED'
    if (!isOut) fail('orders.step', { state: stateText(order) })
    return toDetail(ctx, await handOver(ctx, { id, note }))
  })
}

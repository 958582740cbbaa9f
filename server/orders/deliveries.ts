import { and, asc, eq, inArray, not, or } from 'drizzle-orm'
import { goesTo, slotMethods } from '#contract/fulfilment-methods.ts'
import type { Order, OrderDetail } from '#contract/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { accessibleStores } from '#server/platform/http/office-access.ts'
import { toDetail } from './cancellation.ts'
import { handOver } from './fulfilment-steps.ts'
import { dueAt, whollyRefundedCondition } from './open-orders.ts'
import { find, lock, stateText, toOrder } from './rows.ts'
import type { OrderRow } from './tables.ts'
import { orders } from './tables.ts'

/** The fulfilment methods that use the store's own drivers. Methods without slots use carriers. */
const driverMethods = slotMethods.filter((method) => goesTo(method, 'address'))
const isDriverDelivery = ({ method }: OrderRow) => driverMethods.some((driverMethod) => driverMethod === method)

/** The stages at which a driver sees a delivery. */
const deliveryStages: OrderRow['fulfilmentStatus'][] = ['READY', 'OUT']
const maxDeliveries = 200

/**
 * Deliveries of the caller's stores that are ready or on their way, earliest due time first. Leaves out ready orders
 * that were wholly refunded, because drivers must not deliver them.
 */
export async function deliveries(ctx: Context): Promise<{ orders: Order[] }> {
  const stores = accessibleStores(ctx, 'orders.run')
  const rows = await ctx.db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.status, 'NEW'),
        inArray(orders.fulfilmentStatus, deliveryStages),
        inArray(orders.method, driverMethods),
        or(eq(orders.fulfilmentStatus, 'OUT'), not(whollyRefundedCondition)),
        stores === 'all' ? undefined : inArray(orders.locationId, stores),
      ),
    )
    .orderBy(asc(dueAt), asc(orders.placedAt), asc(orders.id))
    .limit(maxDeliveries)
  return { orders: rows.map(toOrder) }
}

/** One delivery that is ready or on its way. Fails with `not_found` for any other order. */
export async function delivery(ctx: Context, { order: id }: { order: string }): Promise<OrderDetail> {
  const order = await find(ctx, id)
  const isVisible =
    order?.status === 'NEW' && deliveryStages.includes(order.fulfilmentStatus) && isDriverDelivery(order)
  return isVisible ? toDetail(ctx, order) : fail('not_found')
}

/**
 * Marks a delivery that is on its way as handed over; a repeated call does nothing. Fails with `not_found` if the order
 * is not a delivery, and with `orders.step` if it is not on its way.
 */
export function deliver(ctx: Context, { order: id, note }: { order: string; note: string }): Promise<OrderDetail> {
  return transact(ctx, async (ctx) => {
    const order = await lock(ctx, id)
    if (!isDriverDelivery(order)) fail('not_found')
    const isOut = order.fulfilmentStatus === 'OUT' || order.fulfilmentStatus === 'DELIVERED'
    if (!isOut) fail('orders.step', { state: stateText(order) })
    return toDetail(ctx, await handOver(ctx, { id, note }))
  })
}

import type { OrderDetail } from '#contract/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { emit } from '#server/platform/queue.ts'
import { cancelByStore, checkCancellation, toDetail } from './cancellation.ts'
import { applyStep, lock, lockOwned } from './rows.ts'
import { queueChangeEmail } from './store-emails.tsx'
import type { OrderRow } from './tables.ts'
import { addTimelineEntry } from './timeline.ts'

/**
 * Asks the store to cancel an order that the visitor can no longer cancel alone. The visitor must own the order or have
 * its emailed link. A repeated request changes nothing. Fails with `orders.ask_needless` if the visitor can still
 * cancel the order. Fails with `orders.declined` if the store has declined before. Fails with `orders.ended` if the
 * order is over.
 */
export function askToCancel(
  ctx: Context,
  { id, note: text, token }: { id: string; note: string; token?: string | undefined },
): Promise<OrderDetail> {
  return transact(ctx, async (ctx) => {
    const order = await lockOwned(ctx, id, token)
    if (order.cancelRequest === 'ASKED' || order.cancelRequest === 'GRANTED') return toDetail(ctx, order)
    if ((await checkCancellation(ctx, order)).isAllowed) fail('orders.ask_needless')
    const updated = await applyStep(ctx, order, { name: 'askToCancel' })
    if (!updated) fail(order.cancelRequest === 'DECLINED' ? 'orders.declined' : 'orders.ended')
    const entryId = await addTimelineEntry(ctx, id, { kind: 'cancel_asked', by: 'shopper', note: text })
    await queueChangeEmail(ctx, order, entryId)
    await emit(ctx, 'order.cancel_asked', { orderId: id, entryId })
    return toDetail(ctx, updated)
  })
}

/**
 * Cancels an order at its shopper's request, like `cancelByStore`. Fails with `orders.not_asked` without a request. A
 * repeated call changes nothing.
 */
export function grantCancel(ctx: Context, input: { id: string; note: string; restocks: boolean }): Promise<OrderRow> {
  return transact(ctx, async (ctx) => {
    const order = await lock(ctx, input.id)
    if (order.cancelRequest === 'GRANTED') return order
    return order.cancelRequest === 'ASKED' ? cancelByStore(ctx, input) : fail('orders.not_asked')
  })
}

/**
 * Declines a cancel request, with a note for the shopper. Fails with `orders.not_asked` without a request. A repeated
 * call changes nothing.
 */
export function declineCancel(ctx: Context, { id, note: text }: { id: string; note: string }): Promise<OrderRow> {
  return transact(ctx, async (ctx) => {
    const order = await lock(ctx, id)
    if (order.cancelRequest === 'DECLINED') return order
    const updated = (await applyStep(ctx, order, { name: 'declineCancel' })) ?? fail('orders.not_asked')
    const entryId = await addTimelineEntry(ctx, id, { kind: 'cancel_declined', by: 'staff', note: text })
    await emit(ctx, 'order.cancel_declined', { orderId: id, entryId })
    return updated
  })
}

import type { OrderDetail } from '#contract/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { emit } from '#server/platform/queue.ts'
import { cancelByStore, cancellation, toDetail } from './cancellation.ts'
import { lock, lockOwned, step } from './rows.ts'
import { announceChange } from './store-emails.tsx'
import type { OrderRow } from './tables.ts'
import { note } from './timeline.ts'

/**
 * Asks the store to cancel an order that the visitor can no longer cancel alone. The visitor must own the order or have
 * its emailed link. Fails with `orders.ask_needless` if the visitor can still cancel the order, with `orders.declined`
 * if the store has declined before, and with `orders.ended` if the order is over. A repeated request changes nothing.
 */
export function askToCancel(
  ctx: Context,
  { id, note: text, token }: { id: string; note: string; token?: string | undefined },
): Promise<OrderDetail> {
  return transact(ctx, async (ctx) => {
    const order = await lockOwned(ctx, id, token)
    if (order.cancelRequest === 'ASKED' || order.cancelRequest === 'GRANTED') return toDetail(ctx, order)
    if ((await cancellation(ctx, order)).isAllowed) fail('orders.ask_needless')
    const asked = await step(ctx, order, { name: 'askToCancel' })
    if (!asked) fail(order.cancelRequest === 'DECLINED' ? 'orders.declined' : 'orders.ended')
    const entryId = await note(ctx, id, { kind: 'cancel_asked', by: 'shopper', note: text })
    await announceChange(ctx, order, entryId)
    await emit(ctx, 'order.cancel_asked', { orderId: id, entryId })
    return toDetail(ctx, asked)
  })
}

/**
 * Cancels an order at its shopper's request, like `cancelByStore`. Fails with `orders.not_asked` without a request. A
 * repeated call changes nothing.
 */
export function grantCancel(ctx: Context, wish: { id: string; note: string; restocks: boolean }): Promise<OrderRow> {
  return transact(ctx, async (ctx) => {
    const order = await lock(ctx, wish.id)
    if (order.cancelRequest === 'GRANTED') return order
    return order.cancelRequest === 'ASKED' ? cancelByStore(ctx, wish) : fail('orders.not_asked')
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
    const kept = (await step(ctx, order, { name: 'declineCancel' })) ?? fail('orders.not_asked')
    const entryId = await note(ctx, id, { kind: 'cancel_declined', by: 'staff', note: text })
    await emit(ctx, 'order.cancel_declined', { orderId: id, entryId })
    return kept
  })
}

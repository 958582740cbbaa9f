import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/context.ts'
import { emit } from '#server/platform/queue.ts'
import { lock, write } from './rows.ts'
import { note } from './timeline.ts'

/**
 * Notes what becomes of money on its way back: `refunding` it was asked for, `refunded` it has gone, `refused` it stays.
 * Whoever sends it says each once; together never more than was paid, which the database holds.
 */
export function noteRefund(
  ctx: Context,
  {
    orderId,
    amount,
    outcome,
    note: text = '',
  }: { orderId: string; amount: number; outcome: 'refunding' | 'refunded' | 'refused'; note?: string },
): Promise<void> {
  return transact(ctx, async (ctx) => {
    const order = await lock(ctx, orderId)
    const refunding = Math.max(0, order.refunding + (outcome === 'refunding' ? amount : -amount))
    const refunded = order.refunded + (outcome === 'refunded' ? amount : 0)
    await write(ctx, orderId, { refunding, refunded })
    const kind = outcome === 'refused' ? 'refund_refused' : outcome
    const entryId = await note(ctx, orderId, { kind, by: 'shop', note: text, amount })
    if (outcome === 'refunded') await emit(ctx, 'order.refunded', { orderId, entryId })
  })
}

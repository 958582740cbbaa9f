import type { OrderDetail } from '#contract/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { emit } from '#server/platform/queue.ts'
import { toDetail } from './cancellation.ts'
import { lock, lockOwned, publishChange } from './rows.ts'
import { queueChangeEmail } from './store-emails.tsx'
import type { OrderRow } from './tables.ts'
import { addTimelineEntry, countEntries, isLastEntry } from './timeline.ts'

const maxComments = 50

/**
 * Adds a comment for the store to an order that the visitor owns or can open with an emailed link's token. Returns the
 * order with the comment. Ignores a comment that repeats the order's last timeline entry, because the shopper may have
 * sent the form twice. Fails with `orders.comments_full` if the order already has 50 comments.
 */
export function comment(
  ctx: Context,
  { id, comment, token }: { id: string; comment: string; token?: string | undefined },
): Promise<OrderDetail> {
  return transact(ctx, async (ctx) => {
    const order = await lockOwned(ctx, id, token)
    if (await isLastEntry(ctx, id, { kind: 'comment', by: 'shopper', note: comment })) return toDetail(ctx, order)
    if ((await countEntries(ctx, id, 'comment')) >= maxComments) fail('orders.comments_full')
    const entryId = await addTimelineEntry(ctx, id, { kind: 'comment', by: 'shopper', note: comment })
    await queueChangeEmail(ctx, order, entryId)
    await emit(ctx, 'order.comment_received', { orderId: id, entryId })
    publishChange(ctx, id)
    return toDetail(ctx, order)
  })
}

/** Replies to a shopper in the order's timeline and by email. */
export function reply(ctx: Context, { id, comment }: { id: string; comment: string }): Promise<OrderRow> {
  return transact(ctx, async (ctx) => {
    const order = await lock(ctx, id)
    const entryId = await addTimelineEntry(ctx, id, { kind: 'comment', by: 'staff', note: comment })
    publishChange(ctx, id)
    await emit(ctx, 'order.commented', { orderId: id, entryId })
    return order
  })
}

import type { Money } from '#contract/money.ts'
import * as credit from '#server/credit/credit.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { emit } from '#server/platform/queue.ts'
import { lock, updateOrder } from './rows.ts'
import type { OrderRow } from './tables.ts'
import { addTimelineEntry } from './timeline.ts'

type Outcome = 'refunding' | 'refunded' | 'refused'

/**
 * Records a step of a refund: `refunding` when it is requested, `refunded` when it is paid, or `refused` when the shop
 * keeps the money. A refund of store credit alone, or of money that staff gave back at the store, has one step:
 * `given_back`. The caller must report each step only once. The database refuses refunds above the payment.
 * - `credit`: the part returned as store credit. The timeline and an email show it even if the money is refused.
 * - `taxes`: each tax in the whole refund, or only in `credit` if the money is refused. The sequence is that of the
 *   order's taxes; null if unknown.
 * - `isOfExcess`: whether the refunded money exceeded the bill. The order's sums then do not change.
 */
export function recordRefund(
  ctx: Context,
  {
    orderId,
    amount,
    credit = 0,
    outcome,
    note: text = '',
    taxes = null,
    isOfExcess = false,
  }: {
    orderId: string
    amount: number
    credit?: number
    outcome: Outcome | 'given_back'
    note?: string
    taxes?: number[] | null
    isOfExcess?: boolean
  },
): Promise<void> {
  return transact(ctx, async (ctx) => {
    const order = await lock(ctx, orderId)
    const changes = { refunding: amount, given_back: 0, refunded: -amount, refused: -amount }
    const refunding = Math.max(0, order.refunding + changes[outcome])
    const isPaidBack = outcome === 'refunded' || outcome === 'given_back'
    const refunded = order.refunded + (isPaidBack ? amount : 0)
    if (!isOfExcess) await updateOrder(ctx, orderId, { refunding, refunded })
    const positiveOrNull = (value: number) => (value > 0 ? value : null)
    if (isPaidBack) {
      const amounts = { amount: positiveOrNull(amount), credit: positiveOrNull(credit), taxes }
      await notifyRefunded(ctx, orderId, { kind: 'refunded', note: text, ...amounts })
      return
    }
    if (outcome === 'refunding') {
      await addTimelineEntry(ctx, orderId, {
        kind: 'refunding',
        by: 'shop',
        note: text,
        amount,
        credit: positiveOrNull(credit),
      })
      return
    }
    await addTimelineEntry(ctx, orderId, { kind: 'refund_refused', by: 'shop', note: text, amount })
    if (credit > 0) await notifyRefunded(ctx, orderId, { kind: 'refunded', note: text, amount: null, credit, taxes })
  })
}

/**
 * Records that a refund failed after it had succeeded: the shop has the money again. `taxes` has the taxes in this
 * money, in the sequence of the order's taxes; null if unknown. The books subtract them from the refunded taxes.
 */
export async function recordReturnedRefund(
  ctx: Context,
  { order, amount, note, taxes }: { order: OrderRow; amount: number; note: string; taxes: number[] | null },
): Promise<void> {
  await updateOrder(ctx, order.id, { refunded: Math.max(0, order.refunded - amount) })
  const negative = taxes?.map((tax) => -tax) ?? null
  await addTimelineEntry(ctx, order.id, { kind: 'refund_refused', by: 'shop', note, amount, taxes: negative })
}

/**
 * Records a step of the refund of a payment that arrived late or with another amount. Such a payment never belonged to
 * the order, so the order's amounts do not change. The shopper gets an email when the refund starts, and another email
 * when the refund is paid, unless `isNotified` is set.
 */
export async function recordLateRefund(
  ctx: Context,
  {
    order,
    money,
    outcome,
    isNotified = false,
  }: { order: OrderRow; money: Money; outcome: Outcome; isNotified?: boolean },
): Promise<void> {
  // The timeline uses the order's currency, so an amount in another currency is left out. The shopper sees that amount
  // at the provider.
  const amount = money.currency === order.currency ? money.amount : null
  if (outcome === 'refused') await addTimelineEntry(ctx, order.id, { kind: 'refund_refused', by: 'shop', amount })
  else if (outcome === 'refunding') await notifyRefunded(ctx, order.id, { kind: 'late_refunding', amount })
  else if (isNotified) await addTimelineEntry(ctx, order.id, { kind: 'late_refunded', by: 'shop', amount })
  else await notifyRefunded(ctx, order.id, { kind: 'late_refunded', amount })
}

async function notifyRefunded(
  ctx: Context,
  orderId: string,
  entry: Omit<Parameters<typeof addTimelineEntry>[2], 'by'>,
) {
  const entryId = await addTimelineEntry(ctx, orderId, { ...entry, by: 'shop' })
  await emit(ctx, 'order.refunded', { orderId, entryId })
}

/**
 * Returns part of the store credit that paid a locked order. Throws if credit was already returned under this
 * `reference`.
 */
export async function returnCredit(
  ctx: Context,
  { order, reference, amount }: { order: OrderRow; reference: string; amount: number },
): Promise<void> {
  const returned = await credit.refund(ctx, { orderId: order.id, reference, amount })
  if (returned !== amount) throw new Error(`the credit of order ${order.id} was not given back`)
  await updateOrder(ctx, order.id, { creditReturned: order.creditReturned + amount })
}

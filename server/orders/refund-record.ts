import type { Money } from '#contract/money.ts'
import * as credit from '#server/credit/credit.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { emit } from '#server/platform/queue.ts'
import { lock, write } from './rows.ts'
import type { OrderRow } from './tables.ts'
import { note } from './timeline.ts'

type Outcome = 'refunding' | 'refunded' | 'refused'

/**
 * Records a step of a refund: `refunding` when it is requested, `refunded` when it is paid, or `refused` when the shop
 * keeps the money. The caller reports each step once; the database refuses refunds above the payment. `credit` is the
 * part returned as store credit, which the timeline and an email show even if the money is refused. `taxes` has each
 * tax in the whole refund, in the sequence of the order's taxes; null if unknown.
 */
export function noteRefund(
  ctx: Context,
  {
    orderId,
    amount,
    credit = 0,
    outcome,
    note: text = '',
    taxes = null,
  }: {
    orderId: string
    amount: number
    credit?: number
    outcome: Outcome
    note?: string
    taxes?: number[] | null
  },
): Promise<void> {
  return transact(ctx, async (ctx) => {
    const order = await lock(ctx, orderId)
    const refunding = Math.max(0, order.refunding + (outcome === 'refunding' ? amount : -amount))
    const refunded = order.refunded + (outcome === 'refunded' ? amount : 0)
    await write(ctx, orderId, { refunding, refunded })
    const part = (value: number) => (value > 0 ? value : null)
    if (outcome === 'refunded') {
      const back = { amount: part(amount), credit: part(credit), taxes }
      await tellRefunded(ctx, orderId, { kind: 'refunded', note: text, ...back })
      return
    }
    if (outcome === 'refunding') {
      await note(ctx, orderId, { kind: 'refunding', by: 'shop', note: text, amount, credit: part(credit) })
      return
    }
    await note(ctx, orderId, { kind: 'refund_refused', by: 'shop', note: text, amount })
    if (credit > 0) await tellRefunded(ctx, orderId, { kind: 'refunded', note: text, amount: null, credit, taxes })
  })
}

/**
 * Records a step of the refund of a payment that arrived late or with another amount. Such a payment never belonged to
 * the order, so the order's amounts do not change. The shopper gets an email when the refund starts, and another email
 * when the refund is paid, unless `isTold` is set.
 */
export async function noteLateRefund(
  ctx: Context,
  { order, money, outcome, isTold = false }: { order: OrderRow; money: Money; outcome: Outcome; isTold?: boolean },
): Promise<void> {
  // The timeline uses the order's currency, so an amount in another currency is left out. The shopper sees that amount
  // at the provider.
  const amount = money.currency === order.currency ? money.amount : null
  if (outcome === 'refused') await note(ctx, order.id, { kind: 'refund_refused', by: 'shop', amount })
  else if (outcome === 'refunding') await tellRefunded(ctx, order.id, { kind: 'late_refunding', amount })
  else if (isTold) await note(ctx, order.id, { kind: 'late_refunded', by: 'shop', amount })
  else await tellRefunded(ctx, order.id, { kind: 'late_refunded', amount })
}

async function tellRefunded(ctx: Context, orderId: string, entry: Omit<Parameters<typeof note>[2], 'by'>) {
  const entryId = await note(ctx, orderId, { ...entry, by: 'shop' })
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
  const given = await credit.giveBack(ctx, { orderId: order.id, reference, amount })
  if (given !== amount) throw new Error(`the credit of order ${order.id} was not given back`)
  await write(ctx, order.id, { creditReturned: order.creditReturned + amount })
}

import type { Ledger } from '#contract/ledger.ts'
import type { Order } from '#contract/orders.ts'
import { sum } from '#contract/sum.ts'
import type { Context } from '#server/platform/context.ts'
import { emit } from '#server/platform/queue.ts'
import { amountAtHandOver, isMissed, receivedAmount, refundStatusOf } from './money.ts'
import type { OrderRow } from './tables.ts'

/** The payments module's records of an order's money. */
export type OrderBooks = Pick<Ledger, 'payments' | 'refunds' | 'isTried' | 'isOpen'>

const emptyBooks: OrderBooks = { payments: [], refunds: [], isTried: false, isOpen: false }

async function loadBooks(ctx: Context, { id: orderId }: OrderRow): Promise<OrderBooks> {
  const [books] = (await emit(ctx, 'order.accounting', { orderId })) as OrderBooks[]
  return books ?? emptyBooks
}

/**
 * The part of the bill that was never paid, because staff accepted a smaller online payment. 0 if the order was not
 * paid online, or received nothing in its currency.
 */
export async function findUnreceived(ctx: Context, order: OrderRow): Promise<number> {
  if (order.paymentStatus !== 'PAID_ONLINE') return 0
  const { payments } = await loadBooks(ctx, order)
  const received = payments.filter(({ use, amount }) => use === 'counted' && amount.currency === order.currency)
  if (received.length === 0) return 0
  return Math.max(0, receivedAmount(order) - sum(received.map(({ amount }) => amount.amount)))
}

/**
 * The refund status of an order. If staff accepted a smaller payment, a cancelled order needs a refund of only the
 * money that arrived.
 */
export async function findRefundStatus(ctx: Context, order: OrderRow): Promise<Order['refundStatus']> {
  const refundStatus = refundStatusOf(order)
  const isUnclear = order.status === 'CANCELLED' && refundStatus === 'PENDING'
  return isUnclear ? refundStatusOf(order, await findUnreceived(ctx, order)) : refundStatus
}

/** All money of an order: provider payments and refunds, payment at the store, and store credit. */
export async function loadLedger(ctx: Context, order: OrderRow): Promise<Ledger> {
  const { currency, status, paymentStatus } = order
  const isCounted = paymentStatus === 'PAID_ONLINE' || paymentStatus === 'PAID_AT_STORE' || isMissed(order)
  return {
    ...(await loadBooks(ctx, order)),
    atStore: { amount: paymentStatus === 'PAID_AT_STORE' ? amountAtHandOver(order) : 0, currency },
    credit: { amount: isCounted ? order.credit : order.creditReturned, currency },
    creditReturned: { amount: order.creditReturned, currency },
    isEnded: status === 'FAILED' || status === 'CANCELLED',
  }
}

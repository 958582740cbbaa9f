import type { Ledger } from '#contract/ledger.ts'
import type { Order } from '#contract/orders.ts'
import { sum } from '#contract/sum.ts'
import type { Context } from '#server/platform/context.ts'
import { emit } from '#server/platform/queue.ts'
import { collectedAmount, isMissed, receivedOnline, refundableOnline, refundStatusOf } from './money.ts'
import type { OrderRow } from './tables.ts'

/** The payments module's records of an order's money. */
export interface OrderBooks extends Pick<Ledger, 'payments' | 'refunds' | 'isTried' | 'isOpen'> {
  /** The money that staff gave back at the store, in minor units. */
  givenBack: number
}

const emptyBooks: OrderBooks = { payments: [], refunds: [], givenBack: 0, isTried: false, isOpen: false }

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
  return unreceivedOf(order, await loadBooks(ctx, order))
}

function unreceivedOf(order: OrderRow, { payments }: OrderBooks): number {
  const received = payments.filter(({ use, amount }) => use === 'counted' && amount.currency === order.currency)
  if (received.length === 0) return 0
  return Math.max(0, receivedOnline(order) - sum(received.map(({ amount }) => amount.amount)))
}

/** The money of an order that a provider can still refund, and how much less than its bill the order received. */
export async function findOnlineMoney(ctx: Context, order: OrderRow): Promise<{ left: number; unreceived: number }> {
  if (order.paymentStatus !== 'PAID_ONLINE') return { left: 0, unreceived: 0 }
  const books = await loadBooks(ctx, order)
  const unreceived = unreceivedOf(order, books)
  return { left: Math.max(0, refundableOnline(order, books.givenBack) - unreceived), unreceived }
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
  const { givenBack, ...books } = await loadBooks(ctx, order)
  return {
    ...books,
    atStore: { amount: collectedAmount(order), currency },
    atStoreReturned: { amount: givenBack, currency },
    credit: { amount: isCounted ? order.credit : order.creditReturned, currency },
    creditReturned: { amount: order.creditReturned, currency },
    isEnded: status === 'FAILED' || status === 'CANCELLED',
  }
}

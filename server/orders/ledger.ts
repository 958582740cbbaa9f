import type { Ledger } from '#contract/ledger.ts'
import type { Context } from '#server/platform/context.ts'
import { emit } from '#server/platform/queue.ts'
import { takenAtHandOver } from './money.ts'
import type { OrderRow } from './tables.ts'

/** The payments module's records of an order's money. */
export type OrderBooks = Pick<Ledger, 'payments' | 'refunds' | 'isTried' | 'isOpen'>

const nothing: OrderBooks = { payments: [], refunds: [], isTried: false, isOpen: false }

/** All money of an order: provider payments and refunds, payment at the store, and store credit. */
export async function ledgerOf(ctx: Context, order: OrderRow): Promise<Ledger> {
  const [books] = (await emit(ctx, 'order.accounting', { orderId: order.id })) as OrderBooks[]
  const { currency, status, paymentStatus } = order
  const isCounted = paymentStatus === 'PAID_ONLINE' || paymentStatus === 'PAID_AT_STORE'
  return {
    ...(books ?? nothing),
    atStore: { amount: paymentStatus === 'PAID_AT_STORE' ? takenAtHandOver(order) : 0, currency },
    credit: { amount: isCounted ? order.credit : order.creditReturned, currency },
    creditReturned: { amount: order.creditReturned, currency },
    isEnded: status === 'FAILED' || status === 'CANCELLED',
  }
}

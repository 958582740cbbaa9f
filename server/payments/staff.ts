import type { OrderDetail } from '#contract/orders.ts'
import * as orders from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { staffKey } from './refund-rows.ts'
import { refund as refundOrder } from './refunds.ts'

export { bookOrders, books, exportBooks } from './book-sums.ts'
export { confirmRefund, confirmTransfer, expectedPayments } from './expected.ts'
export {
  paymentSetup,
  sortPaymentProviders,
  tryPaymentProvider,
  writePayAtStore,
  writePaymentProvider,
} from './provider-settings.ts'
export { review, stuck } from './review.ts'

/**
 * A refund that is repeated within this time is a double click or a retry, and is not sent again. After this time it is
 * a new refund.
 */
const repeatWindowMs = 10_000

interface RefundInput {
  order: string
  note: string
  amount?: number | undefined
  line?: number | undefined
  pieces?: number | undefined
}

/**
 * Refunds an order: pieces of one line, an amount, or all that is left. A repeated call within ten seconds does not
 * refund again. Fails with `payments.refund_too_much` if the refund exceeds what is left, with `payments.not_paid` if
 * nothing was paid, and with `staff.unknown` if there is no such order or line.
 */
export async function refund(
  ctx: Context,
  { order: reference, note, amount, line, pieces }: RefundInput,
): Promise<OrderDetail> {
  const { orderID, lines } = await orders.staff.order(ctx, { order: reference })
  const chosen = line === undefined ? undefined : (lines[line - 1] ?? fail('staff.unknown', { what: `#${line}` }))
  const wanted = chosen && { lines: { [chosen.key]: pieces ?? chosen.quantity } }
  const key = [staffKey, orderID, amount ?? 'all', line ?? '', pieces ?? ''].join(':')
  const reason = note || 'Refunded by the store'
  await refundOrder(ctx, { orderId: orderID, amount, wanted, reason, key, forMs: repeatWindowMs })
  return orders.staff.order(ctx, { order: orderID })
}

import type { RefundableLine } from '#contract/office/orders.ts'
import type { OrderDetail } from '#contract/orders.ts'
import * as orders from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { staffKey } from './refund-rows.ts'
import { findRefundableLines, refund as refundOrder } from './refunds.ts'

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
  lines?: { key: string; pieces: number }[] | undefined
  givenBack?: number | undefined
}

/**
 * Refunds an order: pieces of one or several lines, an amount, or all that is left. A repeated call within ten seconds
 * does not refund again. Fails with `payments.refund_too_much` if the refund exceeds what is left, with
 * `payments.not_paid` if nothing was paid, and with `staff.unknown` if there is no such order or line. Fails with
 * `payments.give_back` unless `givenBack` is what the refund takes from the money that was paid at the store.
 */
export async function refund(
  ctx: Context,
  { order: reference, note, amount, line, pieces, lines, givenBack = 0 }: RefundInput,
): Promise<OrderDetail> {
  const order = await orders.staff.order(ctx, { order: reference })
  const { orderID } = order
  const chosen = line === undefined ? lines : [chooseLine(order, line, pieces)]
  const unknown = chosen?.find(({ key }) => !order.lines.some((line) => line.key === key))
  if (unknown) fail('staff.unknown', { what: unknown.key })
  const wanted = chosen && { lines: Object.fromEntries(chosen.map(({ key, pieces }) => [key, pieces])) }
  const ofLines = Object.entries(wanted?.lines ?? {}).flat()
  // Two staff members who confirm the same amount have both given it back, so this is no repeated call.
  const ofStore = givenBack > 0 ? ['store', ctx.staff?.personId, givenBack] : []
  const key = [staffKey, orderID, amount ?? 'all', ...ofStore, ...ofLines].join(':')
  const reason = note || 'Refunded by the store'
  await refundOrder(ctx, { orderId: orderID, amount, wanted, givenBack, reason, key, forMs: repeatWindowMs })
  return orders.staff.order(ctx, { order: orderID })
}

/** Chooses pieces of the order's line at this position, counted from 1. Chooses all pieces by default. */
function chooseLine({ lines }: OrderDetail, number: number, pieces: number | undefined) {
  const line = lines[number - 1] ?? fail('staff.unknown', { what: `#${number}` })
  return { key: line.key, pieces: pieces ?? line.quantity }
}

/**
 * Returns the lines of an order that still have pieces to refund, with the refund of each possible number of pieces.
 */
export async function refundable(
  ctx: Context,
  { order: reference }: { order: string },
): Promise<{ lines: RefundableLine[] }> {
  const { orderID } = await orders.staff.order(ctx, { order: reference })
  const order = (await orders.find(ctx, orderID)) ?? fail('not_found')
  return { lines: await findRefundableLines(ctx, order) }
}

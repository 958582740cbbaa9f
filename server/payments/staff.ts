import type { OrderDetail } from '#contract/orders.ts'
import * as orders from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { refund as giveBack } from './refunds.ts'

export { review, stuck } from './review.ts'

/** Whoever says the same again so soon has pressed twice, or got no answer; later it is one more. */
const sameWithinMs = 10_000

interface Said {
  order: string
  note: string
  amount?: number | undefined
  line?: number | undefined
  pieces?: number | undefined
}

/**
 * Gives money of an order back: pieces of one of its lines, so much, or all that is left. Said twice within ten seconds
 * it is given once. `payments.refund_too_much`, `payments.not_paid`; `staff.unknown` for an order or line that is not
 * there.
 */
export async function refund(ctx: Context, { order: said, note, amount, line, pieces }: Said): Promise<OrderDetail> {
  const { orderID, lines } = await orders.staff.order(ctx, { order: said })
  const chosen = line === undefined ? undefined : (lines[line - 1] ?? fail('staff.unknown', { what: `#${line}` }))
  const wanted = chosen && { lines: { [chosen.key]: pieces ?? chosen.quantity } }
  const key = ['staff', orderID, amount ?? 'all', line ?? '', pieces ?? ''].join(':')
  const reason = note || 'Refunded by the store'
  await giveBack(ctx, { orderId: orderID, amount, wanted, reason, key, forMs: sameWithinMs })
  return orders.staff.order(ctx, { order: orderID })
}

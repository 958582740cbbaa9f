import * as cart from '#server/cart/cart.ts'
import * as orders from '#server/orders/orders.ts'
import * as payments from '#server/payments/payments.ts'
import type { Context } from '#server/platform/context.ts'
import type { EventHandlers } from '#server/platform/queue.ts'

/** What happens by itself when something happened. */
export const eventHandlers: EventHandlers = {
  'member.signed_in': { within: [cart.merge, orders.keepThroughSignIn] },
  'order.placed': { later: [mailReceipt] },
  'order.paid': { later: [mailReceipt, payments.closeOpen] },
  'order.failed': { later: [payments.closeOpen] },
  'order.cancelled': { later: [payments.closeOpen, payments.refundCancelled] },
}

function mailReceipt(ctx: Context, { orderId }: { orderId: string }) {
  return orders.mailReceipt(ctx, orderId)
}

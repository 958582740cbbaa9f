import * as campaigns from '#server/campaigns/campaigns.ts'
import * as cartBelonging from '#server/cart/belonging.ts'
import * as cart from '#server/cart/cart.ts'
import * as members from '#server/members/members.ts'
import * as ordersBelonging from '#server/orders/belonging.ts'
import * as orders from '#server/orders/orders.ts'
import * as payments from '#server/payments/payments.ts'
import type { Context } from '#server/platform/context.ts'
import type { EventHandlers } from '#server/platform/queue.ts'

/** What happens by itself when something happened. */
export const eventHandlers: EventHandlers = {
  'account.reset_asked': { later: [members.mailResetLink] },
  'account.code_asked': { later: [members.mailCode] },
  'member.password_changed': { later: [members.mailPasswordChanged] },
  'member.email_proven': { within: [ordersBelonging.claim] },
  'member.exporting': { within: [cartBelonging.exportOf, ordersBelonging.exportOf] },
  'member.leaving': { within: [cartBelonging.forget, ordersBelonging.forget, campaigns.forget] },
  'member.left': { later: [members.mailFarewell] },
  'member.signed_in': { within: [cart.merge, orders.keepThroughSignIn, campaigns.keepThroughSignIn] },
  'order.placed': { later: [mailReceipt] },
  'order.paid': { later: [mailReceipt, payments.closeOpen] },
  'order.failed': { later: [payments.closeOpen] },
  'order.cancelled': { later: [payments.closeOpen, payments.refundCancelled, orders.mailStep] },
  'order.accepted': { later: [orders.mailStep] },
  'order.delayed': { later: [orders.mailStep] },
  'order.ready': { later: [orders.mailStep] },
  'order.out': { later: [orders.mailStep] },
  'campaign.reached': { later: [orders.mailReached] },
  // The letter comes first: it tells what comes back.
  'campaign.order_succeeded': { later: [orders.mailSucceeded, payments.refundDifference, campaigns.noteSettled] },
  'campaign.order_failed': { later: [orders.cancelInCampaign, campaigns.noteSettled] },
  'order.refunded': { later: [orders.mailStep] },
  'order.commented': { later: [orders.mailStep] },
}

function mailReceipt(ctx: Context, { orderId }: { orderId: string }) {
  return orders.mailReceipt(ctx, orderId)
}

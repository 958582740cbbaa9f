import * as campaigns from '#server/campaigns/campaigns.ts'
import * as cart from '#server/cart/cart.ts'
import * as cartBelonging from '#server/cart/ownership.ts'
import * as contacts from '#server/contacts/contacts.ts'
import * as content from '#server/content/content.ts'
import { mailForm } from '#server/content/form-emails.ts'
import * as coupons from '#server/coupons/coupons.ts'
import * as couponsBelonging from '#server/coupons/ownership.ts'
import * as credit from '#server/credit/credit.ts'
import * as creditBelonging from '#server/credit/ownership.ts'
import * as influencers from '#server/influencers/influencers.ts'
import * as members from '#server/members/members.ts'
import * as membership from '#server/membership/membership.ts'
import * as ordersErasure from '#server/orders/erasure.ts'
import * as orders from '#server/orders/orders.ts'
import * as ordersBelonging from '#server/orders/ownership.ts'
import * as payments from '#server/payments/payments.ts'
import type { Context, EventHandlers } from '#server/platform/context.ts'
import type { EventPayloads } from '#server/platform/events.ts'
import * as referral from '#server/referral/referral.ts'

/** Handlers of each event: `within` its transaction, or `later` in a worker. */
export const eventHandlers: EventHandlers = {
  'account.opened': { later: [members.mailWelcome] },
  'account.reset_asked': { later: [members.mailResetLink] },
  'account.registration_started': { later: [members.mailRegistration] },
  'account.code_asked': { later: [members.mailCode] },
  'address.code_asked': { later: [members.mailAddressCode] },
  'member.password_changed': { later: [members.mailPasswordChanged] },
  'member.exporting': {
    within: [
      cartBelonging.exportData,
      ordersBelonging.exportData,
      creditBelonging.exportData,
      couponsBelonging.exportData,
      content.exportData,
      membership.exportData,
      referral.exportData,
      influencers.exportData,
      contacts.exportData,
    ],
  },
  'member.leaving': {
    within: [
      cartBelonging.erase,
      ordersErasure.erase,
      content.erase,
      membership.erase,
      referral.erase,
      influencers.erase,
      contacts.erase,
      campaigns.erase,
    ],
  },
  'member.registered': { within: [referral.bindRegistered] },
  'member.email_proven': { within: [ordersBelonging.claim, referral.adopt] },
  'member.merging': {
    within: [
      cartBelonging.transfer,
      ordersBelonging.transfer,
      creditBelonging.transfer,
      couponsBelonging.transfer,
      membership.transfer,
      referral.transfer,
      influencers.transfer,
      contacts.transfer,
      campaigns.transfer,
      content.transfer,
    ],
  },
  'member.merged': { later: [members.mailMerged] },
  'member.left': { later: [members.mailAccountDeleted] },
  'member.signed_in': {
    within: [cart.merge, orders.keepThroughSignIn, campaigns.keepThroughSignIn, referral.noteSignedIn],
  },
  'order.referred': { within: [referral.bindOrdered] },
  'content.form_sent': { later: [mailForm] },
  'location.selected': { within: [content.landingPage] },
  'member.introducing': { within: [membership.introduce] },
  'membership.ending': { later: [membership.mailEnding] },
  'membership.coupon_given': { later: [membership.mailCoupon] },
  'membership.given': { later: [membership.mailGiven] },
  'coupon.ending': { later: [coupons.mailEnding] },
  'credit.given': { later: [credit.mailGiven] },
  'credit.ending': { later: [credit.mailEnding] },
  'referral.given': { later: [referral.mailGiven] },
  'referral.taken': { later: [referral.mailTaken] },
  'influencer.decided': { later: [influencers.mailDecision] },
  'contact.decided': { later: [contacts.mailDecision] },
  'order.accounting': { within: [payments.booksOf] },
  'order.placed': { within: [orders.announceOrder], later: [mailReceipt] },
  'order.paid': { within: [grantMemberships, orders.announceOrder], later: [mailReceipt, payments.closeOpen] },
  'order.balance_paid': { later: [mailWhole] },
  'order.failed': { later: [payments.closeOpen, orders.mailFailed] },
  'order.refund_ended': { later: [payments.refundDifference] },
  'order.returned': { within: [membership.takeBack, orders.giveUpReturned] },
  'order.cancelled': {
    within: [takeMemberships],
    later: [payments.closeOpen, payments.refundCancelled, orders.mailStep, referral.revise],
  },
  'order.accepted': { later: [orders.mailStep] },
  'order.delayed': { later: [orders.mailStep] },
  'order.ready': { later: [orders.mailStep] },
  'order.out': { later: [orders.mailStep] },
  'order.handed_over': { later: [payments.closeOpen] },
  'order.mail_asked': { later: [orders.mailAgain] },
  'order.near': { later: [orders.mailReminder] },
  'campaign.reached': { later: [orders.mailReached] },
  'campaign.staged': { later: [orders.mailStage] },
  'campaign.changed': { later: [orders.mailChanged] },
  // The email goes first, because it names the refund.
  'campaign.order_succeeded': {
    later: [orders.mailSucceeded, payments.closeOpen, payments.refundDifference, campaigns.noteSettled],
  },
  'campaign.order_failed': { later: [orders.cancelInCampaign, campaigns.noteSettled] },
  'order.refunded': { later: [orders.mailStep, referral.revise] },
  'order.cancel_declined': { later: [orders.mailStep] },
  'order.commented': { later: [orders.mailStep] },
  // Separate events: if a store's mailbox refuses, a retry must not send the shopper's receipt again.
  'store.order_placed': { later: [orders.mailNewOrder] },
  'store.order_changed': { later: [orders.mailChange] },
  'store.payment_stuck': { later: [orders.mailStuckPayment] },
}

async function grantMemberships(ctx: Context, { orderId, memberships }: EventPayloads['order.paid']) {
  if (memberships) await membership.grantBought(ctx, { orderId, ...memberships })
}

function takeMemberships(ctx: Context, { orderId }: { orderId: string }) {
  return membership.takeBack(ctx, { orderId })
}

/** Sends the receipt again, now with both payments. */
function mailWhole(ctx: Context, { orderId }: { orderId: string }) {
  return orders.mailReceipt(ctx, orderId, '-whole')
}

function mailReceipt(ctx: Context, { orderId }: { orderId: string }) {
  return orders.mailReceipt(ctx, orderId)
}

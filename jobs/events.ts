import * as audit from '#server/audit/audit.ts'
import * as campaigns from '#server/campaigns/campaigns.ts'
import * as cart from '#server/cart/cart.ts'
import * as cartOwnership from '#server/cart/ownership.ts'
import { releaseHoldsOf } from '#server/checkout/checkout.ts'
import * as contacts from '#server/contacts/contacts.ts'
import * as contactEmails from '#server/contacts/emails.ts'
import * as content from '#server/content/content.ts'
import { mailForm, mailFormReceipt } from '#server/content/form-emails.ts'
import * as coupons from '#server/coupons/coupons.ts'
import * as couponsOwnership from '#server/coupons/ownership.ts'
import * as couponReminders from '#server/coupons/reminders.ts'
import * as creditEmails from '#server/credit/emails.ts'
import * as creditOwnership from '#server/credit/ownership.ts'
import * as influencerEmails from '#server/influencers/emails.ts'
import * as influencers from '#server/influencers/influencers.ts'
import { dining } from '#server/locations/locations.ts'
import * as accountDeletion from '#server/members/account-deletion.ts'
import * as accountMerge from '#server/members/account-merge.ts'
import * as addressCodes from '#server/members/address-codes.ts'
import * as signInCodes from '#server/members/codes.ts'
import * as identityLinks from '#server/members/identity-links.ts'
import * as members from '#server/members/members.ts'
import * as passwordChange from '#server/members/password-change.ts'
import * as registration from '#server/members/registration.ts'
import * as membership from '#server/membership/membership.ts'
import * as membershipReminders from '#server/membership/reminders.ts'
import * as campaignEmails from '#server/orders/campaign-emails.ts'
import * as orderErasure from '#server/orders/erasure.ts'
import * as orders from '#server/orders/orders.ts'
import * as ordersOwnership from '#server/orders/ownership.ts'
import * as pickupReminders from '#server/orders/pickup-reminders.ts'
import * as receiptEmails from '#server/orders/receipt-emails.ts'
import * as stepEmails from '#server/orders/step-emails.ts'
import * as storeEmails from '#server/orders/store-emails.tsx'
import * as payments from '#server/payments/payments.ts'
import type { Context, EventHandlers } from '#server/platform/context.ts'
import type { EventPayloads } from '#server/platform/events.ts'
import * as referralEmails from '#server/referral/emails.ts'
import * as referral from '#server/referral/referral.ts'
import * as staffEmails from '#server/staff/emails.ts'
import { takeOrderEmails } from '#server/staff/staff.ts'
import * as notices from './notices.ts'

/**
 * Maps each event to its handlers. `within` handlers run in the transaction that emits the event. `later` handlers run
 * in a worker. `mails` handlers send emails. The worker runs them apart from `later` handlers, so that a mail server
 * that is slow or refuses emails delays no other work.
 */
export const eventHandlers: EventHandlers = {
  'account.opened': { mails: [members.mailWelcome] },
  'account.reset_asked': { mails: [passwordChange.mailResetLink] },
  'account.registration_started': { mails: [registration.mailRegistration] },
  'account.code_asked': { mails: [signInCodes.mailCode] },
  'address.code_asked': { mails: [addressCodes.mailAddressCode] },
  'member.password_changed': { mails: [passwordChange.mailPasswordChanged] },
  'member.identity_linked': { mails: [identityLinks.mailIdentityLinked] },
  'staff.new_passkey': { mails: [staffEmails.mailNewPasskey] },
  'staff.access_changed': { mails: [staffEmails.mailAccessChanged] },
  'staff.pin_locked': { mails: [staffEmails.mailPinLocked] },
  'staff.new_device': { later: [notices.notifyOfNewDevice], mails: [staffEmails.mailNewDevice] },
  'member.exporting': {
    within: [
      cartOwnership.exportData,
      ordersOwnership.exportData,
      creditOwnership.exportData,
      couponsOwnership.exportData,
      content.exportData,
      membership.exportData,
      referral.exportData,
      influencers.exportData,
      contacts.exportData,
    ],
  },
  'member.leaving': {
    within: [
      cartOwnership.erase,
      orderErasure.erase,
      content.erase,
      membership.erase,
      referral.erase,
      influencers.erase,
      contacts.erase,
      campaigns.erase,
    ],
  },
  'member.registered': { within: [referral.bindRegistered] },
  'member.email_proven': { within: [ordersOwnership.claim, referral.linkGuestReferral] },
  'member.merging': {
    within: [
      cartOwnership.transfer,
      ordersOwnership.transfer,
      creditOwnership.transfer,
      couponsOwnership.transfer,
      membership.transfer,
      referral.transfer,
      influencers.transfer,
      contacts.transfer,
      campaigns.transfer,
      content.transfer,
    ],
  },
  'member.merged': { mails: [accountMerge.mailMerged] },
  'member.left': { mails: [accountDeletion.mailAccountDeleted] },
  'member.signed_in': {
    within: [
      cart.merge,
      orders.moveToSession,
      campaigns.moveToSession,
      dining.moveToSession,
      referral.rememberReferrer,
    ],
  },
  'order.referred': { within: [referral.bindOrdered] },
  'content.form_sent': { mails: [mailForm, mailFormReceipt] },
  'variants.removing': {
    within: [
      orders.findReferencedSkus,
      campaigns.findReferencedSkus,
      coupons.findReferencedSkus,
      membership.findReferencedSkus,
    ],
  },
  'location.added': { within: [takeOrderEmails] },
  'location.selected': { within: [content.landingPage] },
  'member.introducing': { within: [membership.introduce] },
  'membership.ending': { mails: [membershipReminders.mailEnding] },
  'membership.coupon_given': { mails: [membershipReminders.mailCoupon] },
  'membership.given': { mails: [membershipReminders.mailGiven] },
  'coupon.ending': { mails: [couponReminders.mailEnding] },
  'credit.given': { mails: [creditEmails.mailGiven] },
  'credit.ending': { mails: [creditEmails.mailEnding] },
  'referral.given': { mails: [referralEmails.mailGiven] },
  'referral.taken': { mails: [referralEmails.mailTaken] },
  'influencer.decided': { mails: [influencerEmails.mailDecision] },
  'contact.decided': { mails: [contactEmails.mailDecision] },
  'order.erasing': { within: [payments.findOwedOrders] },
  'order.accounting': { within: [payments.loadBooks] },
  'order.placed': { within: [orders.queueOrderEmail], later: [notices.notifyOfOrder], mails: [mailReceipt] },
  'order.paid': {
    within: [grantMemberships, orders.queueOrderEmail],
    later: [notices.notifyOfOrder, payments.closeOpenAttempt],
    mails: [mailReceipt],
  },
  'order.balance_paid': { mails: [mailWhole] },
  'order.failed': { later: [payments.closeOpenAttempt], mails: [stepEmails.mailFailed] },
  'order.transfer_awaited': { mails: [payments.mailTransfer] },
  'order.transfer_due': { mails: [payments.mailTransferDue] },
  'order.refund_ended': { later: [payments.refundDifference, payments.closeOpenAttempt] },
  'order.returned': { within: [membership.revoke, orders.removeReturnedPieces] },
  'order.cancelled': {
    within: [takeMemberships],
    later: [payments.closeOpenAttempt, payments.refundCancelled, referral.reduceRewards],
    mails: [stepEmails.mailStep],
  },
  'order.accepted': { mails: [stepEmails.mailStep] },
  'order.delayed': { mails: [stepEmails.mailStep] },
  'order.ready': { mails: [stepEmails.mailStep] },
  'order.out': { mails: [stepEmails.mailStep] },
  'order.handed_over': { later: [payments.closeOpenAttempt] },
  'order.mail_asked': { mails: [receiptEmails.resendMail] },
  'order.near': { mails: [pickupReminders.mailReminder] },
  'campaign.reached': { later: [notices.notifyOfGoalReached, campaignEmails.queueReached] },
  'campaign.staged': { later: [campaignEmails.queueStage] },
  'campaign.decided': { later: [notices.notifyOfCampaignEnd] },
  'campaign.changed': { later: [campaignEmails.queueChanged] },
  'campaign.order_news': { mails: [campaignEmails.mailNews] },
  'campaign.order_due': { later: [campaignEmails.markDue] },
  // The order of the handlers matters. `refundDifference` may lower the balance. `closeOpenAttempt` then closes an open
  // payment of the old balance.
  'campaign.order_succeeded': {
    later: [payments.refundDifference, payments.closeOpenAttempt, campaigns.markSettled],
    mails: [campaignEmails.mailSucceeded],
  },
  'campaign.ended': { later: [releaseHoldsOf] },
  'campaign.order_unpaid': { later: [payments.shortenDeadline] },
  'campaign.order_stopped': { later: [payments.stopUnpaid] },
  'campaign.order_failed': { later: [orders.cancelInCampaign, campaigns.markSettled] },
  'order.refunded': { later: [referral.reduceRewards], mails: [stepEmails.mailStep] },
  'order.cancel_asked': { later: [notices.notifyOfCancelRequest] },
  'order.comment_received': { later: [notices.notifyOfComment] },
  'order.cancel_declined': { mails: [stepEmails.mailStep] },
  'order.commented': { mails: [stepEmails.mailStep] },
  // Emails to a store have events of their own. If the store's mailbox refuses an email, the worker retries only the
  // store's event. A shared event would also send the shopper's receipt again.
  'store.order_placed': { mails: [storeEmails.mailNewOrder] },
  'store.order_changed': { mails: [storeEmails.mailChange] },
  'shop.audited': { mails: [audit.mailFindings] },
  'store.payment_stuck': { later: [notices.notifyOfStuckPayment], mails: [storeEmails.mailStuckPayment] },
  'event.set_aside': { later: [notices.notifyOfFailedTask] },
}

async function grantMemberships(ctx: Context, { orderId, memberships }: EventPayloads['order.paid']) {
  if (memberships) await membership.grantPurchased(ctx, { orderId, ...memberships })
}

function takeMemberships(ctx: Context, { orderId }: { orderId: string }) {
  return membership.revoke(ctx, { orderId })
}

/**
 * Sends the receipt again. It now contains both payments: the payment that was due with the order, and the payment of
 * the balance.
 */
function mailWhole(ctx: Context, { orderId }: { orderId: string }) {
  return receiptEmails.mailReceipt(ctx, orderId, '-whole')
}

function mailReceipt(ctx: Context, { orderId }: { orderId: string }) {
  return receiptEmails.mailReceipt(ctx, orderId)
}

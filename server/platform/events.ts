import type { Locale } from '#contract/languages.ts'
import type { StuckPayment } from '#contract/office/calls.ts'

/** All events with their payloads. */
export interface EventPayloads {
  /** An account was created. `referId` and `referGroup` come from the browser: they tell who recommended the shop. */
  'member.registered': {
    memberId: string
    email: string
    phone: string | null
    referId: string | null
    referGroup: string | null
  }
  'member.signed_in': { memberId: string; guestSessionId: string | null; sessionId: string }
  /** A visitor chose a store. A handler returns its landing page or null. */
  'location.selected': { locationId: string }
  /** A person registered an account. */
  'account.opened': { memberId: string }
  /** A person requested an email to an address that may or may not be a member's. */
  'account.reset_asked': { email: string }
  /** A registration waits for its email; `hash` identifies the registration. */
  'account.registration_started': { hash: string }
  'account.code_asked': { email: string; purpose: 'sign_in' | 'proof' }
  /** A guest must prove the email address of an order. */
  'address.code_asked': { codeId: number; locale: Locale }
  /** A member has proven this address. */
  'member.email_proven': { memberId: string; email: string }
  'member.password_changed': { memberId: string; at: string }
  /** A staff member's account was used on a device for the first time. */
  'staff.new_passkey': { personId: string; device: string; ip: string; at: string }
  /** How a staff member gets in was changed. `renewed`: a link gave the account a new password. */
  'staff.access_changed': {
    personId: string
    what: 'password' | 'authenticator' | 'pin' | 'renewed'
    device: string
    ip: string
    at: string
  }
  'staff.pin_locked': { personId: string; deviceId: string; at: string }
  'staff.new_device': { personId: string; device: string; ip: string; at: string }
  /** Each handler returns its module's data about the member, by subject. */
  'member.exporting': { memberId: string }
  /**
   * Each handler erases the person from its rows, or refuses. `provenEmail` is null unless the address is proven: only
   * a proven address owns rows.
   */
  'member.leaving': { memberId: string; provenEmail: string | null }
  /** Two accounts merge: each module transfers the rows of `fromId` to `intoId`, which owns the session. */
  'member.merging': { fromId: string; intoId: string; sessionId: string }
  /** Contact data of the account that is gone; `memberId` is the remaining account. */
  'member.merged': { memberId: string; email: string; name: string; locale: Locale }
  'member.left': { memberId: string; email: string; name: string; locale: Locale }
  'content.form_sent': { reference: string }
  /** An order is placed whose buyer's browser knows who recommended the shop. */
  'order.referred': {
    orderId: string
    memberId: string | null
    contact: { name: string; email: string; phone: string }
    referId: string
    referGroup: string | null
  }
  /** Each handler returns what its module adds to the member's data in the shell. */
  'member.introducing': { memberId: string }
  /** `until` is the end at the time of the event. */
  'membership.ending': { memberId: string; tierId: string; until: string; days: number }
  'membership.coupon_given': { memberId: string; code: string }
  /** A membership was given without an order. */
  'membership.given': { grantId: number }
  /** A member's own coupon expires soon, and is unused. */
  'coupon.ending': { code: string }
  /** Staff gave store credit. Refunds and rewards have events of their own. */
  'credit.given': { grantId: string }
  /** All credit that expires at this time. */
  'credit.ending': { memberId: string; currency: string; expiresAt: string }
  /** `amount` in minor units. */
  'referral.given': { rewardId: number; amount: number }
  /** The shop took back `amount` of a reward; `left` is the rest. Both in minor units. */
  'referral.taken': { rewardId: number; amount: number; left: number; isSpent: boolean }
  'influencer.decided': {
    influencerId: string
    decision: 'approve' | 'refuse' | 'pause' | 'resume'
    note: string
    at: string
  }
  'contact.decided': { contactId: string; version: number; decision: 'verify' | 'refuse'; note: string }
  /** Each handler returns its module's data about the order's money. */
  'order.accounting': { orderId: string }
  'order.placed': { orderId: string }
  /** `memberships`: memberships that the order bought. */
  'order.paid': {
    orderId: string
    memberships?: { memberId: string; lines: { key: string; sku: string; quantity: number }[] }
  }
  /** The balance after a deposit was paid online. */
  'order.balance_paid': { orderId: string }
  /** The payment for these pieces, by line key, was refunded. `isWhole`: the order has no payment left. */
  'order.returned': { orderId: string; pieces: Record<string, number>; isWhole: boolean }
  /** A refund of pieces in a group-buy ended: the pieces came back, or the order keeps them. */
  'order.refund_ended': { orderId: string }
  'order.failed': { orderId: string }
  /** `entryId` is the row in the order's timeline. */
  'order.accepted': { orderId: string; entryId: number }
  'order.delayed': { orderId: string; entryId: number }
  'order.ready': { orderId: string; entryId: number }
  'order.out': { orderId: string; entryId: number }
  /** The order's time is near, and its shopper wants a reminder. */
  'order.near': { orderId: string }
  /** Staff request an email about the order again. */
  'order.mail_asked': { orderId: string; mail: 'receipt' | 'last'; at: string }
  'order.handed_over': { orderId: string; entryId: number }
  /** Stock, slot, coupon and credit are released already; payments are not. */
  'order.cancelled': { orderId: string; entryId: number }
  /** The campaign reached its goal and continues. */
  'campaign.reached': { campaignId: string }
  /** The campaign ended with success; the event covers one of its orders. */
  'campaign.order_succeeded': { campaignId: string; orderId: string }
  /** The campaign failed; the event covers one of its orders, which must be cancelled. */
  'campaign.order_failed': { campaignId: string; orderId: string }
  /** The goods of the campaign are a stage further: ordered, arrived, in hand-over, or done. */
  'campaign.staged': { campaignId: string; stage: 'ordered' | 'arrived' | 'handing_out' | 'done' }
  /** The terms of the campaign changed: it closes later, or its goal is lower. */
  'campaign.changed': { campaignId: string; change: 'extended' | 'lowered' }
  /** The campaign ended with this outcome by itself. */
  'campaign.decided': { campaignId: string; isSuccess: boolean }
  'order.refunded': { orderId: string; entryId: number }
  /** A shopper asks the store to cancel. */
  'order.cancel_asked': { orderId: string; entryId: number }
  /** The store declines a shopper's request to cancel. */
  'order.cancel_declined': { orderId: string; entryId: number }
  'order.commented': { orderId: string; entryId: number }
  /** Emails to the store about a new order, and about a shopper's message, request or cancellation. */
  'store.order_placed': { orderId: string }
  'store.order_changed': { orderId: string; entryId: number }
  'store.payment_stuck': { payment: StuckPayment; at: string }
  /** An event failed for the last time. */
  'event.set_aside': { at: string }
}

export type EventName = keyof EventPayloads

type Handler<Ctx, Name extends EventName> = (ctx: Ctx, payload: EventPayloads[Name]) => Promise<unknown>

/**
 * `within` handlers run in the same transaction, before the response. A worker runs `later` handlers from the queue, at
 * least once, until they succeed or have failed 20 times.
 */
export type HandlersOf<Ctx> = {
  [Name in EventName]?: { within?: Handler<Ctx, Name>[]; later?: Handler<Ctx, Name>[] }
}

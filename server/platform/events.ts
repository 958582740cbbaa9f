import type { Locale } from '#contract/languages.ts'
import type { StuckPayment } from '#contract/staff.ts'

/** Everything that can happen and be acted on, with what is said of it. */
export interface EventPayloads {
  /** Somebody has an account now; with what their browser held of who recommended the shop. */
  'member.registered': {
    memberId: string
    email: string
    phone: string | null
    referId: string | null
    referGroup: string | null
  }
  'member.signed_in': { memberId: string; guestSessionId: string | null; sessionId: string }
  /** A visitor chose a store; the answer is its landing page, or null. */
  'location.selected': { locationId: string }
  /** Somebody made an account by themselves. */
  'account.opened': { memberId: string }
  /** Somebody asked for a mail to an address that may or may not be a member's. */
  'account.reset_asked': { email: string }
  /** Somebody registers and waits for an email; `hash` names the registration. */
  'account.registration_started': { hash: string }
  'account.code_asked': { email: string; purpose: 'sign_in' | 'proof' }
  /** A guest is to show that the address of an order is theirs. */
  'address.code_asked': { codeId: number; locale: Locale }
  /** It was shown that the address is the member's. */
  'member.email_proven': { memberId: string; email: string }
  'member.password_changed': { memberId: string; at: string }
  /** Each handler answers what its module knows of the member, by subject. */
  'member.exporting': { memberId: string }
  /** Each handler takes the person out of its rows, or refuses. Only a proven address owns rows; else it is null. */
  'member.leaving': { memberId: string; provenEmail: string | null }
  /**
   * Two accounts become one: each module makes what is one member's the other's, whose session this is. Its rows stay.
   */
  'member.merging': { fromId: string; intoId: string; sessionId: string }
  /** Of the one that is gone; `memberId` is the one that has all now. */
  'member.merged': { memberId: string; email: string; name: string; locale: Locale }
  'member.left': { memberId: string; email: string; name: string; locale: Locale }
  'content.form_sent': { reference: string }
  /** An order is being placed whose buyer's browser held who recommended the shop. */
  'order.referred': {
    orderId: string
    memberId: string | null
    contact: { name: string; email: string; phone: string }
    referId: string
    referGroup: string | null
  }
  /** Each handler answers what its module adds to what the shell tells of a member. */
  'member.introducing': { memberId: string }
  /** `until` is the end that was near when it was said. */
  'membership.ending': { memberId: string; tierId: string; until: string; days: number }
  'membership.coupon_given': { memberId: string; code: string }
  /** Without an order. */
  'membership.given': { grantId: number }
  /** A member's own coupon that was not used. */
  'coupon.ending': { code: string }
  /** Staff gave store credit. Refunds and rewards have events of their own. */
  'credit.given': { grantId: string }
  /** All that ends at one time. */
  'credit.ending': { memberId: string; currency: string; expiresAt: string }
  /** `amount` in minor units. */
  'referral.given': { rewardId: number; amount: number }
  /** So much of what was given, and what is left of it, in minor units. */
  'referral.taken': { rewardId: number; amount: number; left: number; isSpent: boolean }
  'influencer.decided': {
    influencerId: string
    decision: 'approve' | 'refuse' | 'pause' | 'resume'
    note: string
    at: string
  }
  'contact.decided': { contactId: string; version: number; decision: 'verify' | 'refuse'; note: string }
  /** Each handler answers what its module knows of the order's money. */
  'order.accounting': { orderId: string }
  'order.placed': { orderId: string }
  /** `memberships`: what of it a member bought that is no goods. */
  'order.paid': {
    orderId: string
    memberships?: { memberId: string; lines: { key: string; sku: string; quantity: number }[] }
  }
  /** The rest of its deposit came online. */
  'order.balance_paid': { orderId: string }
  /** Money of these pieces, by line key, went back. `isWhole`: nothing of what was paid is left. */
  'order.returned': { orderId: string; pieces: Record<string, number>; isWhole: boolean }
  /** A refund of pieces in a group-buy is under way no more: they came back, or the order keeps them. */
  'order.refund_ended': { orderId: string }
  'order.failed': { orderId: string }
  /** `entryId` is the row of the time line that says so. */
  'order.accepted': { orderId: string; entryId: number }
  'order.delayed': { orderId: string; entryId: number }
  'order.ready': { orderId: string; entryId: number }
  'order.out': { orderId: string; entryId: number }
  /** Its time is near and its shopper is to be reminded. */
  'order.near': { orderId: string }
  /** Staff want a mail about it sent once more. */
  'order.mail_asked': { orderId: string; mail: 'receipt' | 'last'; at: string }
  'order.handed_over': { orderId: string; entryId: number }
  /** Stock, slot, coupon and credit are given back already; money that was paid is not. */
  'order.cancelled': { orderId: string; entryId: number }
  /** It came to its goal and goes on. */
  'campaign.reached': { campaignId: string }
  /** It is over and takes place; each of its orders is handed on. */
  'campaign.order_succeeded': { campaignId: string; orderId: string }
  /** It does not take place: each of its orders is to be let go. */
  'campaign.order_failed': { campaignId: string; orderId: string }
  /** Its goods are a stage further: ordered, arrived, being handed out, all gone. */
  'campaign.staged': { campaignId: string; stage: 'ordered' | 'arrived' | 'handing_out' | 'done' }
  /** What it promises is another: it closes later, or asks for less. */
  'campaign.changed': { campaignId: string; change: 'extended' | 'lowered' }
  'order.refunded': { orderId: string; entryId: number }
  /** The store does not let go what the shopper asked it to. */
  'order.cancel_declined': { orderId: string; entryId: number }
  'order.commented': { orderId: string; entryId: number }
  /** Emails to the store: a new order, and what its shopper wrote, asked for or cancelled. */
  'store.order_placed': { orderId: string }
  'store.order_changed': { orderId: string; entryId: number }
  'store.payment_stuck': { payment: StuckPayment; at: string }
}

export type EventName = keyof EventPayloads

type Handler<Ctx, Name extends EventName> = (ctx: Ctx, payload: EventPayloads[Name]) => Promise<unknown>

/**
 * `within`: in the same transaction, before the answer. `later`: by a worker, from the queue, once or more often, until
 * it succeeds or has failed 20 times.
 */
export type HandlersOf<Ctx> = {
  [Name in EventName]?: { within?: Handler<Ctx, Name>[]; later?: Handler<Ctx, Name>[] }
}

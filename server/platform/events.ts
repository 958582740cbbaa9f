import type { IdentityProvider } from '#contract/identity.ts'
import type { Locale } from '#contract/languages.ts'
import type { AuditFinding } from '#contract/messages/audit.ts'
import type { StuckPayment } from '#contract/office/payment-problems.ts'

/** News of a group-buy that the shop emails to its buyers. Other events cover its outcome and the hand-out. */
export type CampaignNews = 'reached' | 'extended' | 'lowered' | 'ordered' | 'arrived'

/** All events with their payloads. */
export interface EventPayloads {
  /** An account was created. `referId` and `referGroup` come from the browser and identify who recommended the shop. */
  'member.registered': {
    memberId: string
    email: string
    phone: string | null
    referId: string | null
    referGroup: string | null
  }
  /**
   * `previousSessionId` is the browser's session before the sign-in. `guestSessionId` is the same session if it was a
   * guest's session, otherwise null.
   */
  'member.signed_in': {
    memberId: string
    guestSessionId: string | null
    previousSessionId: string | null
    sessionId: string
  }
  /** A visitor chose a store. A handler returns the path of the store's landing page, or null if there is none. */
  'location.selected': { locationId: string }
  /** A staff member added a store. */
  'location.added': { locationId: string }
  /** A visitor completed a registration with an emailed code. The shop then sends a welcome email. */
  'account.opened': { memberId: string }
  /** A visitor requested a password reset for this email address. Possibly no member has this address. */
  'account.reset_asked': { email: string }
  /** A registration was started, or its email was requested again. `hash` identifies the registration. */
  'account.registration_started': { hash: string }
  /**
   * Someone requested a code by email. `isKnownDevice` is whether the browser was signed in to the account before.
   */
  'account.code_asked': { email: string; purpose: 'sign_in' | 'proof'; isKnownDevice?: boolean }
  /** A guest must prove that they own the email address of their order. */
  'address.code_asked': { codeId: number; locale: Locale }
  /** A member has proven that they own this email address. */
  'member.email_proven': { memberId: string; email: string }
  /** `isReset` is set if the member forgot the old password. */
  'member.password_changed': { memberId: string; at: string; isReset?: boolean }
  /** A member linked an identity, which now signs in to the account. */
  'member.identity_linked': { memberId: string; provider: IdentityProvider; at: string }
  /** A staff member registered a passkey on this device. */
  'staff.new_passkey': { personId: string; device: string; ip: string; at: string }
  /** A sign-in method of a staff member was changed. `renewed` means that a link gave the account a new password. */
  'staff.access_changed': {
    personId: string
    what: 'password' | 'authenticator' | 'passkey_removed' | 'pin' | 'renewed'
    device: string
    ip: string
    at: string
  }
  'staff.pin_locked': { personId: string; deviceId: string; at: string }
  'staff.new_device': { personId: string; device: string; ip: string; at: string }
  /** A member exports their data. Each handler returns an object with its module's data about the member. */
  'member.exporting': { memberId: string }
  /**
   * A member deletes their account. Each handler erases the member from its module's rows, or refuses. `provenEmail` is
   * null unless the address is verified, because rows with an unverified address may belong to someone else.
   */
  'member.leaving': { memberId: string; provenEmail: string | null }
  /**
   * Two accounts merge. Each module transfers the rows of `fromId` to `intoId`. `sessionId` is the session of `intoId`.
   */
  'member.merging': { fromId: string; intoId: string; sessionId: string }
  /**
   * Two accounts were merged. The contact data belonged to the deleted account; `memberId` is the remaining account.
   */
  'member.merged': { memberId: string; email: string; name: string; locale: Locale }
  'member.left': { memberId: string; email: string; name: string; locale: Locale }
  /**
   * Variants are about to be deleted. Each handler returns the variants that its module refers to, so that they are
   * kept.
   */
  'variants.removing': { skus: string[] }
  'content.form_sent': { reference: string }
  /** An order was placed, and the buyer's browser had stored who recommended the shop. */
  'order.referred': {
    orderId: string
    memberId: string | null
    contact: { name: string; email: string; phone: string }
    referId: string
    referGroup: string | null
  }
  /** A page shell is about to show a member's data. Each handler returns its module's part of that data. */
  'member.introducing': { memberId: string }
  /** A membership ends within `days` days. `until` is the end that the membership had when the event was published. */
  'membership.ending': { memberId: string; tierId: string; until: string; days: number }
  'membership.coupon_given': { memberId: string; code: string }
  /** A membership was given without an order. */
  'membership.given': { grantId: number }
  /** A member's personal coupon expires soon and is unused. */
  'coupon.ending': { code: string }
  /** Staff gave store credit. Refunds and rewards have separate events. */
  'credit.given': { grantId: string }
  /** A member's credit expires soon. The event covers all credit that expires at `expiresAt`. */
  'credit.ending': { memberId: string; currency: string; expiresAt: string }
  /** The shop paid a reward. `amount` is in minor units. */
  'referral.given': { rewardId: number; amount: number }
  /** The shop took back `amount` of a reward, and the member keeps `left`. Both are in minor units. */
  'referral.taken': { rewardId: number; amount: number; left: number; isSpent: boolean }
  'influencer.decided': {
    influencerId: string
    decision: 'approve' | 'refuse' | 'pause' | 'resume'
    note: string
    at: string
  }
  'contact.decided': { contactId: string; version: number; decision: 'verify' | 'refuse'; note: string }
  /**
   * Personal data of these orders is about to be erased. Each handler returns the ids of the orders whose contact its
   * module still needs.
   */
  'order.erasing': { orderIds: string[] }
  /** Requests the records of an order's payments and refunds. A handler returns the records of its module. */
  'order.accounting': { orderId: string }
  'order.placed': { orderId: string }
  /** An order was paid. `memberships` contains the lines of the order that sell memberships. */
  'order.paid': {
    orderId: string
    memberships?: { memberId: string; lines: { key: string; sku: string; quantity: number }[] }
  }
  /** The buyer of an order with a deposit paid the remaining balance online. */
  'order.balance_paid': { orderId: string }
  /**
   * The payment for these pieces was refunded. `pieces` has quantities by line key. `isWhole` is whether the order is
   * now completely refunded.
   */
  'order.returned': { orderId: string; pieces: Record<string, number>; isWhole: boolean }
  /**
   * A refund for pieces of a group-buy order ended. If it succeeded, the pieces are returned. Otherwise the order keeps
   * them.
   */
  'order.refund_ended': { orderId: string }
  'order.failed': { orderId: string }
  /**
   * The shop waits for the e-transfer of a payment attempt: `transfer_awaited` from the start of the attempt,
   * `transfer_due` some time before its deadline.
   */
  'order.transfer_awaited': { reference: string }
  'order.transfer_due': { reference: string }
  /** In this and the following events, `entryId` is the id of an entry in the order's timeline. */
  'order.accepted': { orderId: string; entryId: number }
  'order.delayed': { orderId: string; entryId: number }
  'order.ready': { orderId: string; entryId: number }
  'order.out': { orderId: string; entryId: number }
  /** The order's pickup or delivery is near. The shop emails the shopper a reminder. */
  'order.near': { orderId: string }
  /** Staff requested that an email about the order be sent again. */
  'order.mail_asked': { orderId: string; mail: 'receipt' | 'last'; at: string }
  'order.handed_over': { orderId: string; entryId: number }
  /**
   * The `later` handlers run after the order's stock, slot, coupon and credit were released. The order's payments are
   * not refunded yet.
   */
  'order.cancelled': { orderId: string; entryId: number }
  /** The campaign reached its goal and continues. */
  'campaign.reached': { campaignId: string }
  /** The campaign ended with success; the event covers one of its orders. */
  'campaign.order_succeeded': { campaignId: string; orderId: string }
  /** The campaign failed; the event covers one of its orders, which must be cancelled. */
  'campaign.order_failed': { campaignId: string; orderId: string }
  /** Staff closed the campaign early; the event covers one of its unpaid orders. */
  'campaign.order_unpaid': { campaignId: string; orderId: string }
  /** Staff cancelled the campaign; the event covers one of its unpaid orders. */
  'campaign.order_stopped': { campaignId: string; orderId: string }
  /** The campaign ended: it was decided, or staff cancelled it. Carts no longer need to hold its pieces. */
  'campaign.ended': { campaignId: string }
  /** The campaign's goods reached the next stage: ordered, arrived, being handed over, or done. */
  'campaign.staged': { campaignId: string; stage: 'ordered' | 'arrived' | 'handing_out' | 'done' }
  /** The campaign's terms changed: it closes later, or its goal is lower. */
  'campaign.changed': { campaignId: string; change: 'extended' | 'lowered' }
  /** News of a campaign; the event covers one of its orders. */
  'campaign.order_news': { campaignId: string; orderId: string; news: CampaignNews }
  /** The hand-out of a campaign's goods began; the event covers one of its orders, which becomes ready. */
  'campaign.order_due': { campaignId: string; orderId: string }
  /** The campaign closed and its outcome was decided. Not published for a campaign that staff cancelled. */
  'campaign.decided': { campaignId: string; isSuccess: boolean }
  'order.refunded': { orderId: string; entryId: number }
  /** A shopper asks the store to cancel the order. */
  'order.cancel_asked': { orderId: string; entryId: number }
  /** A shopper sent the store a message about an order. */
  'order.comment_received': { orderId: string; entryId: number }
  /** The store declines a shopper's request to cancel. */
  'order.cancel_declined': { orderId: string; entryId: number }
  'order.commented': { orderId: string; entryId: number }
  /**
   * `store.order_placed` causes an email to the store about a new order. `store.order_changed` causes an email about a
   * shopper's message, request or cancellation.
   */
  'store.order_placed': { orderId: string }
  'store.order_changed': { orderId: string; entryId: number }
  /** The nightly audit on this date found contradictions in the shop's data. */
  'shop.audited': { findings: AuditFinding[]; date: string }
  'store.payment_stuck': { payment: StuckPayment; at: string }
  /** The last attempt to handle an event failed, so the worker set it aside. */
  'event.set_aside': { at: string }
}

export type EventName = keyof EventPayloads

type Handler<Ctx, Name extends EventName> = (ctx: Ctx, payload: EventPayloads[Name]) => Promise<unknown>

/**
 * `within` handlers run in the transaction that publishes the event, before the response. A worker runs `later`
 * handlers from the queue, at least once, until they succeed or have failed 20 times. `mails` handlers send emails. If
 * an event has `later` and `mails` handlers, the worker first tries the `later` handlers. After the first attempt, with
 * or without success, it queues the emails as another event. An event without `later` handlers may have two `mails`
 * handlers. The worker then runs the first one for the event itself, and queues the second one as another event.
 */
export type HandlersOf<Ctx> = {
  [Name in EventName]?: { within?: Handler<Ctx, Name>[]; later?: Handler<Ctx, Name>[]; mails?: Handler<Ctx, Name>[] }
}

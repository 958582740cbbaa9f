import { z } from 'zod'
import { blogStaffCalls } from './blog.ts'
import { campaignStaffSchemas } from './campaigns-staff.ts'
import { method } from './checkout.ts'
import { contentStaffCalls } from './content-staff.ts'
import { formStaffCalls } from './forms.ts'
import { measuringStaffCalls } from './measuring.ts'
import { staffMembershipCalls } from './membership.ts'
import { order, orderDetail, orderGroup } from './orders.ts'
import { ownerStaffCalls } from './owner-staff.ts'
import { reviewStaffSchemas } from './review-staff.ts'
import { id, instant, locale, money, queryBoolean, queryInteger, time } from './shapes.ts'
import { storeStaffCalls } from './store-staff.ts'

const orderRef = z.string().trim().min(1).max(64)
const note = z.string().trim().max(500).default('')
const step = { input: z.strictObject({ order: orderRef, note }), output: orderDetail }
const letGo = {
  input: z.strictObject({ order: orderRef, note, keepStock: z.boolean().default(false) }),
  output: orderDetail,
}
/** A time today (or on the day of the order's slot) in the store's own clock, or so many minutes from now. */
const promised = z.strictObject({
  order: orderRef,
  note,
  at: time.optional(),
  inMinutes: z.int().min(1).max(1440).optional(),
})
const amountOf = {
  sku: z.string().trim().min(1).max(200),
  quantity: z.int().min(1).max(100_000),
  /** The first store, where none is named. */
  location: id.optional(),
}
/** What is on the shelf then, and how much of it is kept for somebody. */
const shelf = z.object({ sku: z.string(), location: z.string(), onHand: z.int(), held: z.int() })
const tableNumber = z.string().trim().min(1).max(20)
const tables = z.object({
  location: z.string(),
  /** `code` is what is printed on the table. */
  tables: z.array(z.object({ number: z.string(), isTaken: z.boolean(), code: z.string() })),
})
const pauses = z.object({
  location: z.string(),
  timeZone: z.string(),
  pauses: z.array(z.object({ method, until: instant.nullable() })),
})

const stuckPayment = z.object({
  /** An attempt's number, a refund's, or what a notification about nothing of ours named. */
  reference: z.string(),
  orderId: z.string().nullable(),
  kind: z.enum([
    'late_paid',
    'mismatch',
    'unanswered',
    'discrepancy',
    'refund_refused',
    'refund_unanswered',
    'unmatched',
  ]),
  provider: z.string(),
  amount: z.int().nullable(),
  currency: z.string().nullable(),
  since: instant,
  /** The last that the provider said. */
  answer: z.string(),
})
/** Something about money that needs a person's eyes. */
export type StuckPayment = z.infer<typeof stuckPayment>

const pendingReward = z.object({
  reward: z.int(),
  /** Who would get it: the address of their account. */
  member: z.string(),
  side: z.enum(['referrer', 'friend']),
  as: z.enum(['credit', 'coupon']),
  amount: money,
  orderId: z.string(),
  /** What looks odd; `every`: the group's rewards are all looked at. */
  flags: z.array(z.enum(['same_browser', 'same_address', 'same_contact', 'every'])),
  isApproved: z.boolean(),
  dueAt: instant,
})
/** A reward for a recommendation that waits. */
export type PendingReward = z.infer<typeof pendingReward>
const pendingRewards = z.object({ rewards: z.array(pendingReward) })
const decision = z.strictObject({ reward: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER), note })

const mailedAgain = z.object({ orderID: z.string(), email: z.string() })
/** Where a mail about an order goes once more. */
export type MailedAgain = z.infer<typeof mailedAgain>

const customer = z.object({
  members: z.array(
    z.object({
      name: z.string(),
      email: z.string(),
      phone: z.string().nullable(),
      locale,
      since: instant,
      /** What they can spend of their store credit. */
      credit: money,
    }),
  ),
  /** How many orders there are, and the newest of them. */
  count: z.int(),
  orders: z.array(order),
})
/** Who has an e-mail address or number: members, and orders that were placed with it. */
export type Customer = z.infer<typeof customer>

/** Input and output of every staff call, by the names of `staff-calls.ts`. */
export const staffSchemas = {
  staff: {
    /** Orders by what is to be done, the one that is due first at the top; without a group all that are being made. */
    orders: {
      input: z.strictObject({
        group: orderGroup.optional(),
        location: id.optional(),
        limit: queryInteger(1, 200).default(50),
      }),
      output: z.object({ orders: z.array(order) }),
    },
    /** One order. `staff.unknown` where there is none, `staff.ambiguous` where several share the code. */
    order: { input: z.strictObject({ order: orderRef }), output: orderDetail },
    /** Takes an order on, with a time if it is another than the slot's. `orders.step` where it is not possible; so the others. */
    accept: { input: promised, output: orderDetail },
    prepare: step,
    /** Another time is promised: `at`, `inMinutes` from now, or `byMinutes` later than promised. */
    delay: { input: promised.extend({ byMinutes: z.int().min(1).max(1440).optional() }), output: orderDetail },
    ready: step,
    sendOut: step,
    handOver: step,
    noShow: step,
    /** Lets an order go; everything goes back. `keepStock`: its goods cannot be sold again. */
    cancel: letGo,
    /** Orders whose shoppers ask to cancel what the store has begun, what was placed first at the top. */
    cancelRequests: { input: z.strictObject({}), output: z.object({ orders: z.array(order) }) },
    /** Lets such an order go, as `cancel`; or keeps it and tells the shopper why. `orders.not_asked` where nobody waits. */
    grantCancel: letGo,
    declineCancel: step,
    /**
     * Money goes back: `pieces` of the order's `line` (the first is 1) with their taxes, so much in minor units, or all that
     * is left. `payments.not_paid`, `payments.refund_too_much`.
     */
    refund: {
      input: z.strictObject({
        order: orderRef,
        note,
        amount: z.int().min(1).max(100_000_000).optional(),
        line: z.int().min(1).max(200).optional(),
        pieces: amountOf.quantity.optional(),
      }),
      output: orderDetail,
    },
    /** Payments and refunds that wait for a person, the oldest first. */
    stuck: { input: z.strictObject({}), output: z.object({ stuck: z.array(stuckPayment) }) },
    /**
     * Decides about money that came late or otherwise than agreed: sends it back, stands by the order, or notes that there
     * is nothing to do. `payments.review` where nothing waits; `orders.step`, `cart.out_of_stock` where it is too late.
     */
    review: {
      input: z.strictObject({ reference: z.string().max(100), decision: z.enum(['refund', 'honour', 'dismiss']) }),
      output: z.object({ stuck: z.array(stuckPayment) }),
    },
    /** Answers the shopper. */
    reply: {
      input: z.strictObject({ order: orderRef, comment: z.string().trim().min(1).max(1000) }),
      output: orderDetail,
    },
    /** Mails the receipt of an order once more, or the last letter about it. `staff.unknown` where it has no address. */
    resendMail: {
      input: z.strictObject({ order: orderRef, mail: z.enum(['receipt', 'last']).default('receipt') }),
      output: mailedAgain,
    },
    /** Who has this e-mail address or telephone number. `staff.unknown` where it is nobody's. */
    customer: { input: z.strictObject({ who: z.string().trim().min(3).max(254) }), output: customer },
    /** The tables of a store, and at which somebody sits. */
    tables: { input: z.strictObject({ location: id }), output: tables },
    /** A new party; the one before is over. `tables.unknown`. */
    openTable: { input: z.strictObject({ location: id, number: tableNumber }), output: tables },
    /** The party has gone. */
    closeTable: { input: z.strictObject({ location: id, number: tableNumber }), output: tables },
    /** Pieces that arrived. `staff.unknown` for a SKU or store that is not there. */
    stockIn: { input: z.strictObject(amountOf), output: shelf },
    /** Pieces that are gone; all that nobody waits for, where no quantity is said. */
    stockOut: { input: z.strictObject({ ...amountOf, quantity: amountOf.quantity.optional() }), output: shelf },
    /** Rewards for recommendations that wait for a person, or all that wait; what is due first at the top. */
    referralRewards: { input: z.strictObject({ all: queryBoolean.default(false) }), output: pendingRewards },
    /** Lets a reward be given when it is due; answers what still waits for a person. `referral.decided`. */
    approveReferral: { input: decision, output: pendingRewards },
    /** Gives nothing. `referral.decided`. */
    refuseReferral: { input: decision, output: pendingRewards },
    /** Takes no orders, for these minutes or until it is resumed, by one method or any. */
    pause: {
      input: z.strictObject({
        location: id,
        method: method.optional(),
        minutes: z.int().min(1).max(10_080).optional(),
      }),
      output: pauses,
    },
    ...campaignStaffSchemas,
    ...staffMembershipCalls,
    resume: { input: z.strictObject({ location: id, method: method.optional() }), output: pauses },
    ...formStaffCalls,
    ...contentStaffCalls,
    ...reviewStaffSchemas,
    ...blogStaffCalls,
    ...measuringStaffCalls,
    ...ownerStaffCalls,
    ...storeStaffCalls,
  },
}
export type StaffSchemas = typeof staffSchemas

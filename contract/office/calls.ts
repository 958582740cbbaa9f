import { z } from 'zod'
import { measuringStaffCalls } from '../analytics.ts'
import { blogStaffCalls } from '../blog.ts'
import { staffCall } from '../call.ts'
import { listCalls } from '../calls.ts'
import { method } from '../checkout.ts'
import type { ErrorCode } from '../errors.ts'
import { formStaffCalls } from '../forms.ts'
import { staffMembershipCalls } from '../membership.ts'
import { order, orderDetail, orderGroup, tracking } from '../orders.ts'
import { date, id, instant, locale, money, noInput, queryBoolean, queryInteger, text, time } from '../shapes.ts'
import { campaignStaffCalls } from './campaigns.ts'
import { contentStaffCalls } from './content.ts'
import { deliveryStaffCalls } from './deliveries.ts'
import { deviceCalls } from './devices.ts'
import { expectedPaymentCalls } from './expected.ts'
import { noticeCalls } from './notices.ts'
import { ownerStaffCalls } from './owner.ts'
import { paymentStaffCalls } from './payments.ts'
import { peopleCalls } from './people.ts'
import { productStaffCalls } from './products.ts'
import { reviewStaffCalls } from './reviews.ts'
import { shopStaffCalls } from './shop.ts'
import { storeStaffCalls } from './stores.ts'
import { tableStaffCalls } from './tables.ts'

const orderRef = z.string().trim().min(1).max(64)
const note = z.string().trim().max(500).default('')
const step = { input: z.strictObject({ order: orderRef, note }), output: orderDetail }
const letGo = {
  input: z.strictObject({ order: orderRef, note, keepStock: z.boolean().default(false) }),
  output: orderDetail,
}
/** A time in the store's time zone, today or on the day of the order's slot; or minutes from now. */
const promised = z.strictObject({
  order: orderRef,
  note,
  at: time.optional(),
  inMinutes: z.int().min(1).max(1440).optional(),
})
const amountOf = {
  sku: z.string().trim().min(1).max(200),
  quantity: z.int().min(1).max(100_000),
  /** Default: the first store. */
  location: id.optional(),
}
/** Stock after the change: pieces on the shelf, and how many of them are held. */
const shelf = z.object({ sku: z.string(), location: z.string(), onHand: z.int(), held: z.int() })
const pauses = z.object({
  location: z.string(),
  timeZone: z.string(),
  pauses: z.array(z.object({ method, until: instant.nullable() })),
  slower: z
    .object({ minutes: z.int(), until: instant })
    .nullable()
    .describe('A rush: until `until`, every order takes these minutes longer.'),
})

const stuckPayment = z.object({
  reference: z
    .string()
    .describe('The number of an attempt or a refund, or the reference of an unmatched notification.'),
  orderId: z.string().nullable(),
  kind: z.enum([
    'late_paid',
    'mismatch',
    'unanswered',
    'discrepancy',
    'refund_refused',
    'refund_unanswered',
    'refund_to_send',
    'unmatched',
    'disputed',
    'dispute_won',
    'dispute_lost',
  ]),
  provider: z.string(),
  amount: z.int().nullable(),
  currency: z.string().nullable(),
  since: instant,
  answer: z.string().describe("The provider's last response."),
})
/** A payment problem that staff must look at. */
export type StuckPayment = z.infer<typeof stuckPayment>

const paymentCase = stuckPayment.extend({
  location: z.string().nullable().describe("The order's store; null without an order."),
})
/** A payment problem, and the store whose staff decide about it. */
export type PaymentCase = z.infer<typeof paymentCase>

const deadLetter = z.object({
  event: z.int().describe('The number of the event.'),
  name: z.string(),
  since: instant.describe('When the event happened.'),
  error: z.string().describe('The last error.'),
})
const deadLetters = z.object({ total: z.int(), events: z.array(deadLetter) })
/** Events that failed too often. The worker does not retry them by itself. */
export type DeadLetters = z.infer<typeof deadLetters>

const pendingReward = z.object({
  reward: z.int(),
  member: z.string().describe('Email address of the member who would get the reward.'),
  side: z.enum(['referrer', 'friend']),
  as: z.enum(['credit', 'coupon']),
  amount: money,
  orderId: z.string(),
  orderNumber: z.string(),
  flags: z
    .array(z.enum(['same_browser', 'same_address', 'same_contact', 'every']))
    .describe('Reasons for a review; `every`: staff review all rewards of the group.'),
  isApproved: z.boolean(),
  dueAt: instant,
})
/** A referral reward that has not been given yet. */
export type PendingReward = z.infer<typeof pendingReward>
const pendingRewards = z.object({ rewards: z.array(pendingReward) })
const decision = z.strictObject({ reward: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER), note })

const mailedAgain = z.object({ orderID: z.string(), email: z.string() })
/** The address that receives an order's email again. */
export type MailedAgain = z.infer<typeof mailedAgain>

const customer = z.object({
  members: z.array(
    z.object({
      name: z.string(),
      email: z.string(),
      phone: z.string().nullable(),
      locale,
      since: instant,
      credit: money.describe('Available store credit.'),
    }),
  ),
  count: z.int().describe('Number of orders, and the newest of them.'),
  orders: z.array(order),
})
/** Members and orders that have an email address or phone number. */
export type Customer = z.infer<typeof customer>

const stepRefusals: ErrorCode[] = ['orders.step', 'staff.unknown', 'staff.ambiguous']

/**
 * The staff calls, for the back office and `npm run shop`. They are not in `calls.ts`, so `routes.ts` and the API
 * description omit them. `order` is an order's id or number, or the code that the shopper gives to staff.
 */
export const staffCalls = {
  people: peopleCalls,
  devices: deviceCalls,
  notices: noticeCalls,
  staff: {
    orders: staffCall('GET /orders', {
      right: 'orders.see',
      place: 'mine',
      description:
        'Orders by task, soonest first; without a group all orders in progress. `find` searches all orders of the ' +
        'last 30 days and all open ones, newest first.',
      input: z.strictObject({
        group: orderGroup.optional(),
        location: id.optional(),
        find: z
          .string()
          .trim()
          .min(2)
          .max(40)
          .optional()
          .describe(
            'The beginning of a pickup code or order number, or at least the last four digits of a phone number.',
          ),
        limit: queryInteger(1, 200).default(50),
      }),
      output: z.object({ orders: z.array(order) }),
    }),
    order: staffCall('GET /orders/:order', {
      right: 'orders.see',
      place: 'order',
      description: 'One order. `staff.unknown` if there is none, `staff.ambiguous` if several share the code.',
      refusals: ['staff.unknown', 'staff.ambiguous'],
      input: z.strictObject({ order: orderRef }),
      output: orderDetail,
    }),
    accept: staffCall('POST /orders/:order/accept', {
      right: 'orders.work',
      place: 'order',
      description:
        "Accepts an order, optionally with a time other than the slot's. `orders.step` if the order is not at " +
        'that step.',
      refusals: stepRefusals,
      input: promised,
      output: orderDetail,
    }),
    prepare: staffCall('POST /orders/:order/prepare', {
      right: 'orders.work',
      place: 'order',
      description: 'Starts an order. `orders.step` if the order is not at that step.',
      refusals: stepRefusals,
      ...step,
    }),
    delay: staffCall('POST /orders/:order/delay', {
      right: 'orders.work',
      place: 'order',
      description: 'Promises another time: `at`, `inMinutes` from now, or `byMinutes` after the last promise.',
      input: promised.extend({ byMinutes: z.int().min(1).max(1440).optional() }),
      output: orderDetail,
    }),
    ready: staffCall('POST /orders/:order/ready', {
      right: 'orders.work',
      place: 'order',
      description:
        'Marks the order as ready to be picked up, delivered or served. `orders.step` if the order is not at that ' +
        'step.',
      refusals: stepRefusals,
      ...step,
    }),
    sendOut: staffCall('POST /orders/:order/send-out', {
      right: 'orders.run',
      place: 'order',
      description:
        'Marks the order as out for delivery, with its parcel at the carrier if there is one. A repetition with ' +
        'another parcel corrects the parcel. `orders.step` if the order is not at that step.',
      refusals: stepRefusals,
      input: step.input.extend({ tracking: tracking.optional() }),
      output: orderDetail,
    }),
    handOver: staffCall('POST /orders/:order/hand-over', {
      right: 'orders.work',
      place: 'order',
      description: 'Marks the order as handed over. `orders.step` if the order is not at that step.',
      refusals: stepRefusals,
      ...step,
    }),
    noShow: staffCall('POST /orders/:order/no-show', {
      right: 'orders.work',
      place: 'order',
      description: 'Marks the order as not picked up. `orders.step` if the order is not at that step.',
      refusals: stepRefusals,
      ...step,
    }),
    cancel: staffCall('POST /orders/:order/cancel', {
      right: 'orders.cancel',
      place: 'order',
      description: 'Cancels an order and refunds everything. With `keepStock`, its goods do not return to stock.',
      ...letGo,
    }),
    cancelRequests: staffCall('GET /cancel-requests', {
      right: 'orders.see',
      place: 'mine',
      description: 'Orders with open cancel requests, oldest order first.',
      input: z.strictObject({}),
      output: z.object({ orders: z.array(order) }),
    }),
    grantCancel: staffCall('POST /orders/:order/cancel-request/grant', {
      right: 'orders.cancel',
      place: 'order',
      description:
        "Cancels an order at its shopper's request, like `staff.cancel`. `orders.not_asked` without a request.",
      refusals: ['orders.not_asked'],
      ...letGo,
    }),
    declineCancel: staffCall('POST /orders/:order/cancel-request/decline', {
      right: 'orders.cancel',
      place: 'order',
      description: 'Declines a cancel request and tells the shopper why. `orders.not_asked` without a request.',
      refusals: ['orders.not_asked'],
      ...step,
    }),
    refund: staffCall('POST /orders/:order/refund', {
      right: 'money.refund',
      place: 'order',
      description:
        "Refunds `pieces` of the order's `line` (the first is 1) with their taxes, an amount in minor units, or " +
        'all that is left. `payments.not_paid`, `payments.refund_too_much`.',
      refusals: ['payments.not_paid', 'payments.refund_too_much'],
      logsItself: true,
      input: z.strictObject({
        order: orderRef,
        note,
        amount: z.int().min(1).max(100_000_000).optional(),
        line: z.int().min(1).max(200).optional(),
        pieces: amountOf.quantity.optional(),
      }),
      output: orderDetail,
    }),
    stuck: staffCall('GET /payments/stuck', {
      right: 'money.see',
      place: 'mine',
      description: 'Payments and refunds that need a decision, oldest first.',
      input: z.strictObject({}),
      output: z.object({ stuck: z.array(paymentCase) }),
    }),
    events: staffCall('GET /events', {
      right: 'health.see',
      place: 'shop',
      description: 'Events that failed 20 times and no longer retry, oldest first.',
      input: z.strictObject({}),
      output: deadLetters,
    }),
    retryEvents: staffCall('POST /events/retry', {
      right: 'health.see',
      place: 'shop',
      description:
        'Retries one failed event, or all of them, with a new count of attempts. `staff.unknown` for an event that ' +
        'still retries.',
      refusals: ['staff.unknown'],
      input: z.strictObject({ event: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional() }),
      output: deadLetters.extend({ retried: z.int() }),
    }),
    review: staffCall('POST /payments/:reference/review', {
      right: 'money.settle',
      place: 'payment',
      description:
        'Decides about late or unexpected money: refunds it, confirms the order, or closes the case. ' +
        '`payments.review` if no case is open; `orders.step`, `cart.out_of_stock` if it is too late.',
      refusals: ['payments.review', 'orders.step', 'cart.out_of_stock'],
      input: z.strictObject({ reference: z.string().max(100), decision: z.enum(['refund', 'honour', 'dismiss']) }),
      output: z.object({ stuck: z.array(paymentCase) }),
    }),
    ...expectedPaymentCalls,
    reply: staffCall('POST /orders/:order/reply', {
      right: 'messages.answer',
      place: 'order',
      description: 'Replies to the shopper.',
      input: z.strictObject({ order: orderRef, comment: z.string().trim().min(1).max(1000) }),
      output: orderDetail,
    }),
    resendMail: staffCall('POST /orders/:order/mail', {
      right: 'orders.work',
      place: 'order',
      description:
        'Emails the receipt of an order again, or the last email about it. `staff.unknown` without an address.',
      refusals: ['staff.unknown'],
      input: z.strictObject({ order: orderRef, mail: z.enum(['receipt', 'last']).default('receipt') }),
      output: mailedAgain,
    }),
    customer: staffCall('POST /customers', {
      right: 'customers.find',
      place: 'shop',
      description: 'The customer of this email address or phone number. `staff.unknown` if there is none.',
      refusals: ['staff.unknown'],
      input: z.strictObject({ who: z.string().trim().min(3).max(254) }),
      output: customer,
    }),
    stockIn: staffCall('POST /stock/in', {
      right: 'stock.work',
      place: 'location',
      description: 'Adds arrived pieces. `staff.unknown` for an unknown SKU or store.',
      refusals: ['staff.unknown'],
      input: z.strictObject(amountOf),
      output: shelf,
    }),
    stockOut: staffCall('POST /stock/out', {
      right: 'stock.work',
      place: 'location',
      description: 'Removes pieces; without a quantity, all that shoppers do not hold.',
      input: z.strictObject({ ...amountOf, quantity: amountOf.quantity.optional() }),
      output: shelf,
    }),
    referralRewards: staffCall('GET /referral/rewards', {
      right: 'offers.write',
      place: 'shop',
      description: 'Referral rewards that need a decision, or all open ones; soonest first.',
      input: z.strictObject({ all: queryBoolean.default(false) }),
      output: pendingRewards,
    }),
    approveReferral: staffCall('POST /referral/rewards/:reward/approve', {
      right: 'offers.write',
      place: 'shop',
      description:
        'Approves a reward, which the shop gives when it is due. Returns the rewards that still need a decision. ' +
        '`referral.decided`.',
      refusals: ['referral.decided'],
      input: decision,
      output: pendingRewards,
    }),
    refuseReferral: staffCall('POST /referral/rewards/:reward/refuse', {
      right: 'offers.write',
      place: 'shop',
      description: 'Refuses a reward. `referral.decided`.',
      refusals: ['referral.decided'],
      input: decision,
      output: pendingRewards,
    }),
    pauses: staffCall('GET /pauses', {
      right: 'store.pause',
      place: 'mine',
      description: "The caller's stores, each with its paused methods, and whether it is open.",
      input: noInput,
      output: z.object({
        stores: z.array(
          pauses.extend({
            name: text,
            isAllPaused: z.boolean(),
            methods: z.array(method),
            isHidden: z.boolean().describe('Shoppers cannot choose the store.'),
            openUntil: time.nullable().describe("The end of the current opening, by the store's clock."),
            opensNext: z
              .object({ date, time })
              .nullable()
              .describe('The next opening of a closed store; null if there is none within two weeks.'),
          }),
        ),
      }),
    }),
    pause: staffCall('POST /locations/:location/pause', {
      right: 'store.pause',
      place: 'location',
      description: 'Pauses orders, for these minutes or until resumed, for one method or all.',
      input: z.strictObject({
        location: id,
        method: method.optional(),
        minutes: z.int().min(1).max(10_080).optional(),
      }),
      output: pauses,
    }),
    closeEarly: staffCall('POST /locations/:location/close-early', {
      right: 'store.write',
      place: 'location',
      record: 'store',
      description:
        'Ends the current opening at this time, and cancels the later openings of its day. `staff.closed` without a ' +
        'current opening, `staff.close_outside` for a time before now or after the end.',
      refusals: ['staff.unknown', 'staff.closed', 'staff.close_outside'],
      input: z.strictObject({ location: id, time }),
      output: pauses,
    }),
    slower: staffCall('POST /locations/:location/slower', {
      right: 'store.pause',
      place: 'location',
      description: 'Makes every order take these minutes longer until the end of the day; 0 removes the delay.',
      refusals: ['staff.unknown'],
      input: z.strictObject({ location: id, minutes: z.int().min(0).max(240) }),
      output: pauses,
    }),
    ...deliveryStaffCalls,
    ...campaignStaffCalls,
    ...staffMembershipCalls,
    resume: staffCall('POST /locations/:location/resume', {
      right: 'store.pause',
      place: 'location',
      description: 'Ends a pause, so that the store takes orders again.',
      input: z.strictObject({ location: id, method: method.optional() }),
      output: pauses,
    }),
    ...formStaffCalls,
    ...contentStaffCalls,
    ...reviewStaffCalls,
    ...blogStaffCalls,
    ...measuringStaffCalls,
    ...ownerStaffCalls,
    ...storeStaffCalls,
    ...tableStaffCalls,
    ...shopStaffCalls,
    ...paymentStaffCalls,
    ...productStaffCalls,
  },
}
export type StaffCalls = typeof staffCalls

export const listStaffCalls = () => listCalls(staffCalls)

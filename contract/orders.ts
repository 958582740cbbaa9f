import { z } from 'zod'
import { address } from './addresses.ts'
import { shopCall, specificationCall } from './call.ts'
import { line } from './cart.ts'
import { adjustment, billCoupon, campaignPickup, contact, method, part, slot } from './checkout.ts'
import { cancelReasons, orderGroups, orderPageSize } from './constants.ts'
import type { ErrorCode } from './errors.ts'
import type { Ledger } from './ledger.ts'
import { date, id, instant, money, noInput, orderToken, queryBoolean, queryInteger, text } from './shapes.ts'

/**
 * The order's status, which is read together with the payment status. INTERIM + NOT_PAID: the payment is pending. NEW +
 * PAID_ONLINE: paid. NEW + NOT_PAID: payable at the store. NEW + PAID_AT_STORE: paid at the store. FAILED + FAILED:
 * failed. A CANCELLED order keeps its payment status.
 */
export const orderStatus = z.enum(['INTERIM', 'NEW', 'FAILED', 'CANCELLED'])
export const paymentStatus = z.enum(['NOT_PAID', 'PAID_ONLINE', 'PAID_AT_STORE', 'FAILED'])
/** NONE: the order is pending or has failed, so the store does not prepare it. OUT: it is on the way to the shopper. */
export const fulfilmentStatus = z.enum([
  'NONE',
  'PLACED',
  'ACCEPTED',
  'PREPARING',
  'READY',
  'OUT',
  'PICKED_UP',
  'DELIVERED',
  'SERVED',
  'NO_SHOW',
  'CANCELLED',
])
export type FulfilmentStatus = z.infer<typeof fulfilmentStatus>
/** State of the shopper's request to cancel the order. */
export const cancelRequest = z.enum(['NONE', 'ASKED', 'DECLINED', 'GRANTED'])
/** PENDING means that a refund is under way. */
export const refundStatus = z.enum(['NONE', 'PENDING', 'PARTIAL', 'FULL'])

/**
 * State of a deposit order's balance. DUE means payable online now, or at the hand-over. PENDING means that a payment
 * is under way; only the calls of `payments` return it. PAID means paid online. NONE means not payable yet, or no
 * longer payable.
 */
export const balanceStatus = z.enum(['NONE', 'DUE', 'PENDING', 'PAID'])

/** The order status result (specification, section 3). Only orders with a deposit have `balanceStatus`. */
export const statusResult = z.object({
  orderID: z.string(),
  qrCodeScan: z.boolean(),
  status: orderStatus,
  paymentStatus,
  balanceStatus: balanceStatus.optional(),
})
export type StatusResult = z.infer<typeof statusResult>

/** The first and the last day on which a parcel is expected, in the store's time zone. */
const arrival = z.object({ from: date, to: date }).meta({ id: 'Arrival' })
export type Arrival = z.infer<typeof arrival>

/** The tracking data of a parcel. */
export const tracking = z
  .object({
    carrier: z.string().trim().min(1).max(60),
    number: z.string().trim().min(1).max(60),
    url: z
      .url({ protocol: /^https$/ })
      .max(500)
      .optional()
      .describe("The parcel's page at the carrier."),
  })
  .meta({ id: 'Tracking' })
export type Tracking = z.infer<typeof tracking>

export const order = statusResult
  .extend({
    orderNumber: z
      .string()
      .describe(
        'The order number for people, such as MK-1124-037: store code, month and day, number on that day. Older ' +
          'orders have their pickup code instead. It grants no access.',
      ),
    pickupCode: z.string().describe('Easy to say at the counter; grants no access.'),
    payAtStore: z.boolean(),
    lines: z.array(line),
    subtotal: money,
    adjustments: z.array(adjustment),
    total: money.describe('The goods and all adjustments except `credit`.'),
    parts: z
      .array(part)
      .describe(
        'The final cost of each line and fee, the delivery and the tip; empty for orders older than this field.',
      ),
    memberSaved: money.describe('What a membership saved.'),
    isService: z.boolean().describe('The order has only memberships.'),
    coupon: billCoupon.pick({ code: true, label: true }).nullable(),
    credit: money.describe('Paid with store credit.'),
    amountDue: money.describe('Due or paid with the order.'),
    balance: money.describe(
      'For an order with a deposit: the balance, due or paid later, online or at the hand-over; see ' +
        '`balanceStatus`.',
    ),
    method,
    slot: slot.nullable(),
    timeZone: z.string(),
    contact,
    address: address.nullable().describe('The address that the goods go to.'),
    arrival: arrival.nullish().describe('For SHIPPING: when the carrier should deliver.'),
    tracking: tracking.nullish().describe('The parcel, once it is sent.'),
    table: z.object({ number: z.string() }).nullable().describe('The table, for EAT_IN.'),
    campaign: campaignPickup.nullable().describe("The order's group-buy."),
    placeOfSupply: z.string().describe('The province whose taxes applied.'),
    comment: z.string(),
    location: z.object({
      id: z.string(),
      name: text,
      address: z.string(),
      mapUrl: z.string(),
      phone: z.string().optional(),
      seller: z
        .object({ name: z.string(), registration: z.string() })
        .optional()
        .describe("The seller and its GST/HST number, for the receipt; '' if the shop has none."),
    }),
    placedAt: instant,
    paidAt: instant.nullable(),
    paymentOption: z.string().nullable().describe('Id of the payment option in use.'),
    expiresAt: instant.nullable().describe('When a pending order expires.'),
    fulfilmentStatus,
    cancelRequest,
    promisedAt: instant.nullable().describe("The store's promised time, if not the slot's."),
    refundStatus,
    refunded: money.describe('Refunded by the payment method, or given back at the store.'),
    creditReturned: money.describe('Refunded as store credit.'),
  })
  .meta({ id: 'Order' })
export type Order = z.infer<typeof order>

/** One event of an order. `shop` means that the shop acted without staff. */
export const timelineEntry = z
  .object({
    at: instant,
    kind: z.enum([
      'placed',
      'paid',
      'balance_paid',
      'failed',
      'accepted',
      'preparing',
      'delayed',
      'ready',
      'out',
      'handed_over',
      'no_show',
      'cancel_asked',
      'cancel_declined',
      'cancelled',
      'refunding',
      'refunded',
      'refund_refused',
      'late_refunding',
      'late_refunded',
      'comment',
    ]),
    by: z.enum(['shopper', 'staff', 'shop']),
    note: z.string().describe('A text by staff or shopper.'),
    promisedAt: instant.nullable().describe('The newly promised time.'),
    amount: money
      .nullable()
      .describe(
        'The money of the event: the balance paid online, the amount taken at the hand-over, else a refund by the ' +
          'payment method or at the store.',
      ),
    credit: money.nullable().describe('Store credit returned by the event.'),
  })
  .meta({ id: 'TimelineEntry' })
export type TimelineEntry = z.infer<typeof timelineEntry>

/** Why a shopper cancels an order. */
export const cancelReason = z.enum(cancelReasons)
export type CancelReason = z.infer<typeof cancelReason>

/** Says whether the shopper may cancel the order, until when, and what the shop would refund. */
export const cancellation = z
  .object({
    isAllowed: z.boolean(),
    reason: z
      .enum(['accepted', 'too_late', 'never', 'ended'])
      .nullable()
      .describe(
        'Why not: the store has begun, the slot is too near, the store does not allow it, or there is nothing to ' +
          'cancel.',
      ),
    canAsk: z.boolean().describe('The shopper can no longer cancel, but can ask the store to cancel.'),
    until: instant.nullable(),
    back: z.object({
      money: money.describe('The refund of money.'),
      credit: money,
      coupon: order.shape.coupon.describe('A coupon that becomes usable again.'),
    }),
  })
  .meta({ id: 'Cancellation' })
export type Cancellation = z.infer<typeof cancellation>

const use = z.enum(['counted', 'unwanted', 'closed'])

/** The schema of a `Ledger`. */
const ledger = z
  .object({
    payments: z.array(z.object({ amount: money, use })),
    refunds: z.array(z.object({ amount: money, use, state: z.enum(['underway', 'sent', 'refused', 'closed']) })),
    atStore: money.describe('Paid at the hand-over.'),
    atStoreReturned: money.describe('Given back at the store.'),
    credit: money,
    creditReturned: money,
    isTried: z.boolean(),
    isOpen: z.boolean(),
    isEnded: z.boolean(),
  })
  .meta({ id: 'Ledger' }) satisfies z.ZodType<Ledger>

/** How long the shop holds the pieces of an unpaid order, and whether the shop also holds the slot. */
export const heldGoods = z
  .object({
    until: instant,
    isTimeHeld: z.boolean().describe('Whether the shop also holds a place in the chosen slot.'),
  })
  .meta({ id: 'HeldGoods' })
export type HeldGoods = z.infer<typeof heldGoods>

/** The whole order with its timeline, oldest first. */
export const orderDetail = order
  .extend({
    timeline: z.array(timelineEntry),
    cancellation,
    ledger,
    isInCart: z
      .boolean()
      .describe(
        'Whether the cart of an order that was never paid still has its lines, so that they can be bought there.',
      ),
    held: heldGoods
      .nullable()
      .describe(
        'The hold of the goods of a pending order, or of a failed order whose cart still holds exactly these goods; ' +
          'null without such a hold.',
      ),
  })
  .meta({ id: 'OrderDetail' })
export type OrderDetail = z.infer<typeof orderDetail>

/** The tabs of the list: to pay, in progress, ready, finished, cancelled. */
export const orderGroup = z.enum(orderGroups)
export type OrderGroup = z.infer<typeof orderGroup>

/** An order in a list. */
export const orderSummary = order
  .pick({
    orderID: true,
    status: true,
    paymentStatus: true,
    fulfilmentStatus: true,
    isService: true,
    refundStatus: true,
    orderNumber: true,
    pickupCode: true,
    payAtStore: true,
    method: true,
    slot: true,
    timeZone: true,
    promisedAt: true,
    placedAt: true,
    expiresAt: true,
    total: true,
  })
  .extend({
    group: orderGroup,
    locationName: text,
    pieces: z.int(),
    canReorder: z.boolean().describe('Whether `reorder` can add its items to the cart: no group-buy, no membership.'),
    lines: z.array(line.pick({ key: true, name: true, quantity: true, image: true })).describe('The first few lines.'),
  })
  .meta({ id: 'OrderSummary' })
export type OrderSummary = z.infer<typeof orderSummary>

/**
 * Selects a page of the list of orders, which is sorted newest first. `first` is the id of the newest order at the time
 * when the shopper opened the list. The list then leaves out later orders, which would shift its pages.
 */
const page = z.object({
  numberToLoad: queryInteger(1, orderPageSize).default(orderPageSize),
  startingPosition: queryInteger(0, 100_000).default(0),
  infiniteLoad: queryBoolean.optional(),
  group: orderGroup.optional(),
  first: id.optional(),
})
/** Guests prove access to an order by their session, or by the `token` of an emailed link. */
const token = orderToken.optional()
const note = z.string().trim().max(500).default('')
const toCancel = z.strictObject({ id, reason: cancelReason.optional(), note })
const toComment = z.strictObject({ id, comment: z.string().trim().min(1).max(1000) })

const listed = z.object({ orders: z.array(orderSummary), hasMore: z.boolean() })

/** A difference between the new cart and the old order. */
export const reorderDifference = z.object({
  name: text,
  kind: z.enum(['gone', 'fewer', 'price', 'changed']),
  before: z.union([money, z.int()]).nullable().describe('Pieces or price, then and now, if they differ.'),
  after: z.union([money, z.int()]).nullable(),
})
export type ReorderDifference = z.infer<typeof reorderDifference>

const cancelRefusals: ErrorCode[] = ['orders.accepted', 'orders.too_late', 'orders.ended']

export const orders = {
  ofCustomer: specificationCall('GET /admin/orderManagement/customer/:id/orders', {
    access: 'member',
    description: 'The orders of a member, only for that member; `not_found` for anyone else.',
    refusals: ['not_found'],
    input: page.extend({ id }),
    output: listed,
  }),
  detail: specificationCall('GET /admin/orderManagement/order/:id', {
    access: 'shopper',
    description:
      "One order, for the member or session that placed it, or with an emailed link's `token`; `not_found` for " +
      'anyone else.',
    refusals: ['not_found'],
    input: z.object({ id, token }),
    output: orderDetail,
  }),
  list: specificationCall('GET /admin/orderManagement/orders/list', {
    access: 'member',
    description: "The member's own orders.",
    input: page,
    output: listed,
  }),
  count: specificationCall('GET /admin/orderManagement/orders/count', {
    access: 'member',
    description: "Number of the member's orders, in all and by group.",
    input: noInput,
    output: z.object({ count: z.int(), groups: z.record(orderGroup, z.int()) }),
  }),
  cancel: specificationCall('PUT /admin/orderManagement/cancelOrder/:id', {
    access: 'member',
    description:
      'Cancels an order, and returns money, credit, coupon, stock and slot. Refuses if the store has begun ' +
      '(`orders.accepted`; not while a group-buy is open), the slot is too near (`orders.too_late`) or the order has ' +
      'ended (`orders.ended`). A repetition does nothing.',
    refusals: cancelRefusals,
    limit: { points: 30, seconds: 60 },
    input: toCancel,
    output: orderDetail,
  }),
  cancelByLink: shopCall('POST /orders/:id/cancel', {
    access: 'shopper',
    description: 'Like `orders.cancel`, for a guest with the session that placed the order, or with its emailed link.',
    refusals: cancelRefusals,
    limit: { points: 30, seconds: 60 },
    input: toCancel.extend({ token }),
    output: orderDetail,
  }),
  askToCancel: shopCall('POST /orders/:id/cancel-request', {
    access: 'shopper',
    description:
      'Asks the store to cancel an order that the shopper can no longer cancel. The store answers by email. ' +
      '`orders.ask_needless` if the shopper still can, `orders.declined` after a refusal, `orders.ended`. A ' +
      'repetition does nothing.',
    refusals: ['orders.ask_needless', 'orders.declined', 'orders.ended'],
    limit: { points: 30, seconds: 60 },
    input: z.strictObject({ id, note, token }),
    output: orderDetail,
  }),
  comment: specificationCall('PUT /admin/orderManagement/addComment/:id', {
    access: 'member',
    description: 'Sends a comment about an order to the store. `orders.comments_full` after too many.',
    refusals: ['orders.comments_full'],
    limit: { points: 20, seconds: 60 },
    input: toComment,
    output: orderDetail,
  }),
  commentByLink: shopCall('POST /orders/:id/comment', {
    access: 'shopper',
    description: 'Like `orders.comment`, for a guest.',
    refusals: ['orders.comments_full'],
    limit: { points: 20, seconds: 60 },
    input: toComment.extend({ token }),
    output: orderDetail,
  }),
  reorder: shopCall('POST /orders/:id/reorder', {
    access: 'shopper',
    description: "Adds an order's lines to the cart as far as available. Returns the differences.",
    limit: { points: 30, seconds: 60 },
    input: z.strictObject({ id, token }),
    output: z.object({ added: z.int(), differences: z.array(reorderDifference) }),
  }),
}

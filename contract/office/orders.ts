import { z } from 'zod'
import { staffCall } from '../call.ts'
import type { ErrorCode } from '../errors.ts'
import { order, orderDetail, orderGroup, tracking } from '../orders.ts'
import { id, instant, locale, money, queryBoolean, queryInteger, time } from '../shapes.ts'

const orderRef = z.string().trim().min(1).max(64)
const note = z.string().trim().max(500).default('')
const step = { input: z.strictObject({ order: orderRef, note }), output: orderDetail }

const cancelCall = {
  input: z.strictObject({ order: orderRef, note, keepStock: z.boolean().default(false) }),
  output: orderDetail,
}
/**
 * The time that staff promise. `at` is a time of day in the store's time zone. It means the next moment with this time
 * of day, but not before the day of the order's slot. `inMinutes` counts from now. `byMinutes` counts from the last
 * promise, or from the slot's time if there is no promise, but not from before now.
 */
const promiseInput = z.strictObject({
  order: orderRef,
  note,
  at: time.optional(),
  inMinutes: z.int().min(1).max(1440).optional(),
  byMinutes: z.int().min(1).max(1440).optional(),
})

const stepRefusals: ErrorCode[] = ['orders.step', 'staff.unknown', 'staff.ambiguous']

const refundedLine = z.strictObject({ key: z.string().min(1).max(200), pieces: z.int().min(1).max(100_000) })
const refundableLine = z.object({
  key: z.string(),
  sums: z.array(z.int()).describe('The refund of 1, 2, … pieces with their taxes, in minor units.'),
})
/** A line of an order that still has pieces to refund. `sums` has the refund of one piece, of two pieces and so on. */
export type RefundableLine = z.infer<typeof refundableLine>

const resentEmail = z.object({ orderID: z.string(), email: z.string() })
/** The address to which the shop sent an order's email again. */
export type ResentEmail = z.infer<typeof resentEmail>

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
/** A customer: the members and the orders with the email address or phone number that staff entered. */
export type Customer = z.infer<typeof customer>

/** The staff calls of orders. `order` is an order's id or number, or the code that the shopper gives to staff. */
export const ordersStaffCalls = {
  orders: staffCall('GET /orders', {
    right: 'orders.see',
    place: 'mine',
    description:
      'Orders by task, soonest first; without a group all orders in progress. `find` searches all orders of the ' +
      'last 30 days and all open ones, newest first. `isNew` returns orders to accept, newest first.',
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
      isNew: queryBoolean.optional().describe('Only orders that staff have not accepted yet.'),
      after: z.string().max(200).default('').describe('`next` of the page before.'),
      limit: queryInteger(1, 200).default(50),
    }),
    output: z.object({
      orders: z.array(order),
      next: z.string().nullable().describe('Send it as `after` to load the next page.'),
    }),
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
      "Accepts an order, optionally with a time other than the slot's: `at`, `inMinutes` from now, or `byMinutes` " +
      "after the slot's time. `orders.step` if the order is not at that step.",
    refusals: stepRefusals,
    input: promiseInput,
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
    input: promiseInput,
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
    ...cancelCall,
  }),
  cancelRequests: staffCall('GET /cancel-requests', {
    right: 'orders.see',
    place: 'mine',
    description: 'Orders with open cancel requests, oldest order first.',
    input: z.strictObject({}),
    output: z.object({ orders: z.array(order) }),
  }),
  cancelRequestCount: staffCall('GET /cancel-requests/count', {
    right: 'orders.see',
    place: 'mine',
    description: 'How many orders have an open cancel request.',
    input: z.strictObject({}),
    output: z.object({ count: z.int() }),
  }),
  grantCancel: staffCall('POST /orders/:order/cancel-request/grant', {
    right: 'orders.cancel',
    place: 'order',
    description:
      "Cancels an order at its shopper's request, like `staff.cancel`. `orders.not_asked` without a request.",
    refusals: ['orders.not_asked'],
    ...cancelCall,
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
      "Refunds `pieces` of the order's `line` (the first is 1) or of several `lines` with their taxes, an amount in " +
      'minor units, or all that is left: first online money, then money that was paid at the store, then store ' +
      'credit. `payments.not_paid`, `payments.refund_too_much`, `staff.unknown` for an unknown line. ' +
      '`payments.give_back` names the amount if staff have to give back another amount than `givenBack`.',
    refusals: ['payments.not_paid', 'payments.refund_too_much', 'payments.give_back', 'staff.unknown'],
    logsItself: true,
    input: z.strictObject({
      order: orderRef,
      note,
      amount: z.int().min(1).max(100_000_000).optional(),
      line: z.int().min(1).max(200).optional(),
      pieces: z.int().min(1).max(100_000).optional(),
      lines: z.array(refundedLine).min(1).max(200).optional(),
      givenBack: z
        .int()
        .min(0)
        .max(100_000_000)
        .optional()
        .describe('The part of the refund that staff gave back at the store.'),
    }),
    output: orderDetail,
  }),
  refundable: staffCall('GET /orders/:order/refundable', {
    right: 'orders.see',
    place: 'order',
    description: 'The lines of an order with pieces that are not refunded, and the refund of each number of pieces.',
    refusals: ['staff.unknown', 'staff.ambiguous'],
    input: z.strictObject({ order: orderRef }),
    output: z.object({ lines: z.array(refundableLine) }),
  }),
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
    output: resentEmail,
  }),
  customer: staffCall('POST /customers', {
    right: 'customers.find',
    place: 'shop',
    description: 'The customer of this email address or phone number. `staff.unknown` if there is none.',
    refusals: ['staff.unknown'],
    input: z.strictObject({ who: z.string().trim().min(3).max(254) }),
    output: customer,
  }),
}

import { z } from 'zod'
import { staffCall } from '../call.ts'
import { instant } from '../shapes.ts'

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

/** The staff calls for payments that need a decision. */
export const paymentProblemStaffCalls = {
  stuck: staffCall('GET /payments/stuck', {
    right: 'money.see',
    place: 'mine',
    description: 'Payments and refunds that need a decision, oldest first.',
    input: z.strictObject({}),
    output: z.object({ stuck: z.array(paymentCase) }),
  }),
  review: staffCall('POST /payments/:reference/review', {
    right: 'money.settle',
    place: 'payment',
    description:
      'Decides about late or unexpected money: refunds it, confirms the order and refunds what exceeds its bill, ' +
      'or closes the case. ' +
      '`payments.review` if the decision does not apply, for example to a refund by e-transfer, which ' +
      '`staff.confirmRefund` ends; `payments.refund_too_much` if nothing is left to send again; `orders.step`, ' +
      '`cart.out_of_stock`, `coupons.used_up` if it is too late.',
    refusals: ['payments.review', 'payments.refund_too_much', 'orders.step', 'cart.out_of_stock', 'coupons.used_up'],
    input: z.strictObject({ reference: z.string().max(100), decision: z.enum(['refund', 'honour', 'dismiss']) }),
    output: z.object({ stuck: z.array(paymentCase) }),
  }),
}

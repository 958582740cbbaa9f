import { z } from 'zod'
import { staffCall } from '../call.ts'
import { instant, money, text } from '../shapes.ts'

/** Calls of the staff API for e-transfers. No provider reports them, so staff confirm them and send their refunds. */

const reference = z.string().min(1).max(100)
const expectedBase = z.object({
  reference: z.string().describe('The number of the payment attempt or of the refund.'),
  orderId: z.string(),
  orderNumber: z.string(),
  name: z.string(),
  location: text,
  amount: money,
  since: instant,
})
const expectedPayment = expectedBase.extend({
  until: instant.describe('The deadline.'),
  isReleased: z.boolean().describe('The shop no longer waits for it. Only a search finds these.'),
})
const owedRefund = expectedBase.extend({ email: z.string(), phone: z.string() })
const list = z.object({ payments: z.array(expectedPayment), refunds: z.array(owedRefund) })
/** E-transfers that staff wait for, and refunds that they have to send. */
export type ExpectedPayments = z.infer<typeof list>
export type ExpectedPayment = z.infer<typeof expectedPayment>
export type OwedRefund = z.infer<typeof owedRefund>

const confirmedTransfer = z.object({
  state: z.enum(['paid', 'failed', 'late_paid', 'mismatch', 'pending']),
  isNew: z.boolean().describe('False if it was confirmed before.'),
})
/** The state of a payment after staff have confirmed its e-transfer. */
export type ConfirmedTransfer = z.infer<typeof confirmedTransfer>

export const expectedPaymentCalls = {
  expectedPayments: staffCall('GET /expected-payments', {
    right: 'money.see',
    place: 'mine',
    description:
      'Pending e-transfers, the one that is due first at the top, and refunds that staff have to send. `query` ' +
      'searches by order number, name or amount, and also finds e-transfers of released orders.',
    input: z.strictObject({ query: z.string().trim().max(100).default('') }),
    output: list,
  }),
  confirmTransfer: staffCall('POST /expected-payments/:reference/received', {
    right: 'money.settle',
    place: 'payment',
    description:
      'Confirms the amount that an e-transfer brought, in minor units. Another amount and a released order need a ' +
      'decision: see `staff.review`. `staff.unknown` if there is no such e-transfer.',
    refusals: ['staff.unknown'],
    input: z.strictObject({ reference, amount: z.int().min(1).max(100_000_000) }),
    output: confirmedTransfer,
  }),
  confirmRefund: staffCall('POST /expected-payments/:reference/sent', {
    right: 'money.settle',
    place: 'payment',
    description:
      'Records that staff sent the money of a refund back. `staff.unknown` if there is no such refund of an e-transfer.',
    refusals: ['staff.unknown'],
    input: z.strictObject({ reference }),
    output: z.object({ isNew: z.boolean().describe('False if it was sent before.') }),
  }),
}

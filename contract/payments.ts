import { z } from 'zod'
import { orderStatus, paymentStatus, statusResult } from './orders.ts'
import { id } from './shapes.ts'

/** What `wx.requestPayment` takes, ready to be handed over; made by the provider for one payment. */
const requestPayment = z.object({
  timeStamp: z.string(),
  nonceStr: z.string(),
  package: z.string(),
  signType: z.string(),
  paySign: z.string(),
})
export type RequestPayment = z.infer<typeof requestPayment>

/**
 * A started payment: where to send the shopper, or what the mini-program pays with. Neither while the provider has not
 * answered (unknown, not failed).
 */
const started = z.object({
  orderID: z.string(),
  paymentUrl: z.string().nullable(),
  requestPayment: requestPayment.optional(),
  status: orderStatus,
  paymentStatus,
})
export type StartedPayment = z.infer<typeof started>

const start = { input: z.object({ orderID: id }), output: started }
const returnUrlInfo = z.string().max(2000).optional()
/** `status` is what the provider's address said. Both are hints that are never trusted. */
const check = {
  input: z.strictObject({ orderID: id, returnUrlInfo, status: z.string().max(200).optional() }),
  output: statusResult,
}

export const payments = {
  /** Starts, or takes up again, paying this order with WeChat on a phone through SnapPay. `orders.paid` when it is settled. */
  startSnapPayWeChat: start,
  /** The same with Alipay. */
  startSnapPayAlipay: start,
  /** The same with UnionPay. */
  startSnapPayUnionPay: start,
  /**
   * PayPal's settings here; with `orderID` also starts, or takes up again, paying this order: `paymentUrl` is where the
   * shopper approves.
   */
  payPal: {
    input: z.object({ orderID: id.optional() }),
    output: z
      .object({
        isEnabled: z.boolean(),
        clientId: z.string().nullable(),
        currency: z.string(),
        intent: z.literal('CAPTURE'),
      })
      .extend(started.partial().shape),
  },
  /** How the order stands, whichever way it is being paid; for those ways that have no call of their own. */
  check,
  /** The order's status; asks the provider while it is pending. `returnUrlInfo` is a hint that is never trusted. */
  checkSnapPay: { input: check.input.omit({ status: true }), output: check.output },
}
export type PayPalAnswer = z.infer<typeof payments.payPal.output>

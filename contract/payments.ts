import { z } from 'zod'
import { orderStatus, paymentStatus, statusResult } from './orders.ts'
import { id } from './shapes.ts'

/** A started payment: where to send the shopper. No address while the provider has not answered (unknown, not failed). */
const started = z.object({
  orderID: z.string(),
  paymentUrl: z.string().nullable(),
  status: orderStatus,
  paymentStatus,
})
export type StartedPayment = z.infer<typeof started>

const start = { input: z.object({ orderID: id }), output: started }

export const payments = {
  /** Starts, or takes up again, paying this order with WeChat on a phone through SnapPay. `orders.paid` when it is settled. */
  startSnapPayWeChat: start,
  /** The same with Alipay. */
  startSnapPayAlipay: start,
  /** The same with UnionPay. */
  startSnapPayUnionPay: start,
  /** The order's status; asks the provider while it is pending. `returnUrlInfo` is a hint that is never trusted. */
  checkSnapPay: {
    input: z.strictObject({
      orderID: id,
      returnUrlInfo: z.string().max(2000).optional(),
    }),
    output: statusResult,
  },
}

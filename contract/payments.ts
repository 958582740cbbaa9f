import { z } from 'zod'
import { scanWallet } from './checkout.ts'
import { orderStatus, paymentStatus, statusResult } from './orders.ts'
import { id, instant, money, orderToken } from './shapes.ts'

/** What `wx.requestPayment` takes, ready to be handed over; made by the provider for one payment. */
const requestPayment = z.object({
  timeStamp: z.string(),
  nonceStr: z.string(),
  package: z.string(),
  signType: z.string(),
  paySign: z.string(),
})
export type RequestPayment = z.infer<typeof requestPayment>

/** A code that the shopper scans with the wallet on a phone, for as long as the payment waits. */
const qrCode = z.object({
  /** What the code says. */
  text: z.string(),
  scannedBy: scanWallet,
  amount: money,
  validUntil: instant,
})
export type PaymentCode = z.infer<typeof qrCode>

/**
 * A started payment: where to send the shopper, the code that the shopper scans (`qrCodeScan`), or what the mini-program
 * pays with. None of them while the provider has not answered (unknown, not failed).
 */
const started = z.object({
  orderID: z.string(),
  paymentUrl: z.string().nullable(),
  /** Said where there is a code to scan. */
  qrCodeScan: z.literal(true).optional(),
  qrCode: qrCode.optional(),
  requestPayment: requestPayment.optional(),
  /** Stands for `requestPayment` in an address: the mini-program's own page gets them with it, for some minutes. */
  handover: z.string().optional(),
  status: orderStatus,
  paymentStatus,
})
export type StartedPayment = z.infer<typeof started>

/**
 * How an order stands. `qrCode` while a code waits to be scanned. `ended` says of a failed order how its payment ended:
 * the shopper cancelled it in the wallet, its time ran out, or the provider failed it.
 */
const checked = statusResult.extend({
  qrCode: qrCode.optional(),
  ended: z.enum(['cancelled', 'expired', 'failed']).optional(),
})
export type CheckedPayment = z.infer<typeof checked>

/**
 * Which payment of an order is meant: that of the order as it is placed, or `balance`, the rest of one whose deposit is
 * paid. `token`: of a mailed link, for whoever pays with it elsewhere than where it was placed.
 */
const which = { part: z.enum(['order', 'balance']).default('order'), token: orderToken.optional() }
const start = { input: z.object({ orderID: id, ...which }), output: started }
const returnUrlInfo = z.string().max(2000).optional()
/** `status` is what the provider's address said. Both are hints that are never trusted. */
const check = {
  input: z.strictObject({
    orderID: id,
    returnUrlInfo,
    status: z.string().max(200).optional(),
    token: orderToken.optional(),
  }),
  output: checked,
}
const checkWithoutStatus = { input: check.input.omit({ status: true }), output: check.output }
/** Who the shopper is to the mini-program. A hint: WeChat itself lets nobody else pay. */
const openId = z.string().regex(/^[\w.~-]{1,128}$/)

export const payments = {
  /**
   * Starts, or takes up again, paying this order with WeChat on a phone through SnapPay. `orders.paid` when it is settled,
   * `orders.closed` when it came to nothing, `orders.no_balance` where no rest can be paid; `payments.unavailable`, `payments.provider`, `payments.down`.
   */
  startSnapPayWeChat: start,
  /** As `payments.startSnapPayWeChat`, with Alipay. */
  startSnapPayAlipay: start,
  /** As `payments.startSnapPayWeChat`, with UnionPay. */
  startSnapPayUnionPay: start,
  /**
   * PayPal's settings here; with `orderID` also starts paying this order, as `payments.startSnapPayWeChat`: `paymentUrl` is
   * where the shopper approves.
   */
  payPal: {
    input: z.object({ orderID: id.optional(), ...which }),
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
  checkSnapPay: checkWithoutStatus,
  /** As `payments.startSnapPayWeChat`, with OTT Pay. */
  startOtt: start,
  /** As `payments.checkSnapPay`, of a payment with OTT Pay. */
  checkOtt: check,
  /** As `payments.startSnapPayWeChat`, with Citcon. */
  startCitcon: start,
  /** As `payments.checkSnapPay`, of a payment with Citcon. */
  checkCitcon: check,
  /** As `payments.startSnapPayWeChat`, with IOT Pay. */
  startIotPay: start,
  /** As `payments.checkSnapPay`, of a payment with IOT Pay. */
  checkIotPay: check,
  /** As `payments.startSnapPayWeChat`, with OPay. */
  startOPay: start,
  /** As `payments.checkSnapPay`, of a payment with OPay. */
  checkOPay: checkWithoutStatus,
  /**
   * With WeChat Pay inside the mini-program: answers what its own page pays with, and a handover for it.
   * `payments.open_id` without an open id.
   */
  startMiniProgram: {
    input: z.strictObject({ orderID: id, weChatOpenId: openId.optional(), returnUrlInfo, ...which }),
    output: started,
  },
  /** What a handover stands for, for the mini-program's own page, which has no session. `not_found` when its time is over. */
  handover: {
    input: z.object({ token: z.string().max(200) }),
    output: z.object({ orderID: z.string(), requestPayment }),
  },
  /** The mini-program says that it was paid: the provider is asked, its word is not taken. */
  miniProgramPaid: {
    input: z.strictObject({ orderID: id, weChatOpenId: openId, returnUrlInfo, token: orderToken.optional() }),
    output: checked,
  },
  /** The mini-program says that it failed: its words are kept, the provider is asked. */
  miniProgramFailed: {
    input: z.strictObject({
      orderID: id,
      errorMessage: z.string().max(500),
      returnUrlInfo,
      token: orderToken.optional(),
    }),
    output: checked,
  },
}
export type PaymentPart = z.infer<typeof which.part>
export type PayPalAnswer = z.infer<typeof payments.payPal.output>

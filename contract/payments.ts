import { z } from 'zod'
import { shopCall, specificationCall } from './call.ts'
import { scanWallet } from './checkout.ts'
import type { ErrorCode } from './errors.ts'
import { orderStatus, paymentStatus, statusResult } from './orders.ts'
import { paymentMethodIds } from './payment-methods.ts'
import { id, instant, money, orderToken } from './shapes.ts'

/** The input of `wx.requestPayment`, which the provider creates for one payment. */
const requestPayment = z.object({
  timeStamp: z.string(),
  nonceStr: z.string(),
  package: z.string(),
  signType: z.string(),
  paySign: z.string(),
})
export type RequestPayment = z.infer<typeof requestPayment>

/** A QR code that the shopper scans with the wallet on a phone, while the payment is pending. */
const qrCode = z.object({
  text: z.string().describe('Content of the code.'),
  scannedBy: scanWallet,
  amount: money,
  validUntil: instant,
})
export type PaymentCode = z.infer<typeof qrCode>

/** The instructions for an e-transfer. Staff confirm the payment once the money has arrived. */
const transfer = z.object({
  email: z.string().describe('The address to send the money to.'),
  recipient: z.string(),
  amount: money,
  message: z.string().describe('The message of the transfer: the order number.'),
  until: instant,
})
export type TransferInstructions = z.infer<typeof transfer>

/**
 * A started payment: a URL to redirect the shopper to, a code to scan (`qrCodeScan`), the mini-program's input, or the
 * instructions for an e-transfer. If none is set, the provider has not responded yet: the outcome is unknown, not
 * failed.
 */
const startedPayment = z
  .object({
    orderID: z.string(),
    paymentUrl: z.string().nullable(),
    qrCodeScan: z.literal(true).optional().describe('Set if there is a code to scan.'),
    qrCode: qrCode.optional(),
    requestPayment: requestPayment.optional(),
    transfer: transfer.optional(),
    handover: z
      .string()
      .optional()
      .describe(
        "A token for `requestPayment` in an address. For some minutes, the mini-program's own page can exchange it " +
          'for the payment data.',
      ),
    status: orderStatus,
    paymentStatus,
  })
  .meta({ id: 'StartedPayment' })
export type StartedPayment = z.infer<typeof startedPayment>

/**
 * The order's state. `qrCode` is set while a code waits to be scanned. `ended` tells how the payment of a failed order
 * ended: the shopper cancelled the payment in the wallet, the payment expired, or it failed.
 */
const checkedPayment = statusResult
  .extend({
    qrCode: qrCode.optional(),
    transfer: transfer.optional().describe('While an e-transfer is awaited.'),
    ended: z.enum(['cancelled', 'expired', 'failed']).optional(),
  })
  .meta({ id: 'CheckedPayment' })
export type CheckedPayment = z.infer<typeof checkedPayment>

/**
 * `part` selects the payment: the one due with the order, or the balance left after a deposit. `token`, from an emailed
 * link, lets a shopper pay in another browser.
 */
const paymentReference = { part: z.enum(['order', 'balance']).default('order'), token: orderToken.optional() }
const start = { input: z.object({ orderID: id, ...paymentReference }), output: startedPayment }
const returnUrlInfo = z.string().max(2000).optional()
/**
 * `status` comes from the provider's return URL. `status` and `returnUrlInfo` are hints that the server never trusts.
 */
const check = {
  input: z.strictObject({
    orderID: id,
    returnUrlInfo,
    status: z.string().max(200).optional(),
    token: orderToken.optional(),
  }),
  output: checkedPayment,
}
const checkWithoutStatus = { input: check.input.omit({ status: true }), output: check.output }
/**
 * The shopper's id in the mini-program. The server need not verify it: WeChat lets only this shopper make the payment.
 */
const openId = z.string().regex(/^[\w.~-]{1,128}$/)

const startSnapPayWeChatRefusals: ErrorCode[] = [
  'orders.paid',
  'orders.closed',
  'orders.no_balance',
  'campaigns.cancelled',
  'payments.unavailable',
  'payments.provider',
  'payments.down',
]

export const payments = {
  start: shopCall('POST /payments/start', {
    access: 'shopper',
    description:
      'Like `payments.startSnapPayWeChat`, with any payment method. The methods of the specification also have calls ' +
      'of their own.',
    refusals: startSnapPayWeChatRefusals,
    limit: { points: 30, seconds: 60, failures: 'any' },
    input: z.strictObject({ orderID: id, option: z.enum(paymentMethodIds), ...paymentReference }),
    output: startedPayment,
  }),
  startSnapPayWeChat: specificationCall('GET /shoppingManagement4/requestSnapPayPrePayment/h5pay/WECHATPAY', {
    access: 'shopper',
    description:
      'Starts or resumes the payment of this order with WeChat on a phone through SnapPay. `orders.paid` if it ' +
      'is paid, `orders.closed` if it failed, `orders.no_balance` if no balance is payable, ' +
      '`campaigns.cancelled` if its group-buy was cancelled; `payments.unavailable`, `payments.provider`, ' +
      '`payments.down`.',
    refusals: startSnapPayWeChatRefusals,
    limit: { points: 30, seconds: 60, failures: 'any' },
    alias: '/requestSnapPayPrePayment/h5pay/WECHATPAY',
    changesState: true,
    ...start,
  }),
  startSnapPayAlipay: specificationCall('GET /shoppingManagement4/requestSnapPayPrePayment/webpay/ALIPAY', {
    access: 'shopper',
    description: 'Like `payments.startSnapPayWeChat`, with Alipay.',
    refusals: startSnapPayWeChatRefusals,
    limit: { points: 30, seconds: 60, failures: 'any' },
    alias: '/requestSnapPayPrePayment/webpay/ALIPAY',
    changesState: true,
    ...start,
  }),
  startSnapPayUnionPay: specificationCall('GET /shoppingManagement4/requestSnapPayPrePayment/webpay/UNIONPAY', {
    access: 'shopper',
    description: 'Like `payments.startSnapPayWeChat`, with UnionPay.',
    refusals: startSnapPayWeChatRefusals,
    limit: { points: 30, seconds: 60, failures: 'any' },
    alias: '/requestSnapPayPrePayment/webpay/UNIONPAY',
    changesState: true,
    ...start,
  }),
  payPal: specificationCall('GET /shoppingManagement4/paymentoption/PayPal', {
    access: 'shopper',
    description:
      "PayPal's settings. With `orderID` it also starts the payment, like `payments.startSnapPayWeChat`: the " +
      'shopper approves at `paymentUrl`.',
    refusals: startSnapPayWeChatRefusals,
    limit: { points: 30, seconds: 60, failures: 'any' },
    alias: '/paymentoption/PayPal',
    changesState: true,
    input: z.object({ orderID: id.optional(), ...paymentReference }),
    output: z
      .object({
        isEnabled: z.boolean(),
        clientId: z.string().nullable(),
        currency: z.string(),
        intent: z.literal('CAPTURE'),
      })
      .extend(startedPayment.partial().shape),
  }),
  check: shopCall('POST /payments/check', {
    access: 'shopper',
    description: "The order's status, for payment options without a check call of their own.",
    limit: { points: 300, seconds: 60 },
    ...check,
  }),
  checkSnapPay: specificationCall('POST /shoppingManagement4/checkSnapPayPaymentStatus', {
    access: 'shopper',
    description:
      "The order's status; asks the provider while it is pending. `returnUrlInfo` is a hint that the server " +
      'never trusts.',
    limit: { points: 300, seconds: 60 },
    alias: '/checkSnapPayPaymentStatus',
    ...checkWithoutStatus,
  }),
  startOtt: specificationCall('POST /shoppingManagement4/requestOTTH5Payment', {
    access: 'shopper',
    description: 'Like `payments.startSnapPayWeChat`, with OTT Pay.',
    refusals: startSnapPayWeChatRefusals,
    limit: { points: 30, seconds: 60, failures: 'any' },
    alias: '/requestOTTH5Payment',
    ...start,
  }),
  checkOtt: specificationCall('POST /shoppingManagement4/checkOttPaymentStatus', {
    access: 'shopper',
    description: 'Like `payments.checkSnapPay`, for OTT Pay.',
    limit: { points: 300, seconds: 60 },
    alias: '/checkOttPaymentStatus',
    ...check,
  }),
  startCitcon: specificationCall('POST /shoppingManagement4/requestCitconH5Payment', {
    access: 'shopper',
    description: 'Like `payments.startSnapPayWeChat`, with Citcon.',
    refusals: startSnapPayWeChatRefusals,
    limit: { points: 30, seconds: 60, failures: 'any' },
    alias: '/requestCitconH5Payment',
    ...start,
  }),
  checkCitcon: specificationCall('POST /shoppingManagement4/checkCitconPaymentStatus', {
    access: 'shopper',
    description: 'Like `payments.checkSnapPay`, for Citcon.',
    limit: { points: 300, seconds: 60 },
    alias: '/checkCitconPaymentStatus',
    ...check,
  }),
  startIotPay: specificationCall('POST /shoppingManagement4/requestIOTPayH5Payment', {
    access: 'shopper',
    description: 'Like `payments.startSnapPayWeChat`, with IOT Pay.',
    refusals: startSnapPayWeChatRefusals,
    limit: { points: 30, seconds: 60, failures: 'any' },
    alias: '/requestIOTPayH5Payment',
    ...start,
  }),
  checkIotPay: specificationCall('POST /shoppingManagement4/checkIOTPayPaymentStatus', {
    access: 'shopper',
    description: 'Like `payments.checkSnapPay`, for IOT Pay.',
    limit: { points: 300, seconds: 60 },
    alias: '/checkIOTPayPaymentStatus',
    ...check,
  }),
  startOPay: specificationCall('POST /shoppingManagement4/requestOPayH5Payment', {
    access: 'shopper',
    description: 'Like `payments.startSnapPayWeChat`, with OPay.',
    refusals: startSnapPayWeChatRefusals,
    limit: { points: 30, seconds: 60, failures: 'any' },
    alias: '/requestOPayH5Payment',
    ...start,
  }),
  checkOPay: specificationCall('POST /shoppingManagement4/checkOPayPaymentStatus', {
    access: 'shopper',
    description: 'Like `payments.checkSnapPay`, for OPay.',
    limit: { points: 300, seconds: 60 },
    alias: '/checkOPayPaymentStatus',
    ...checkWithoutStatus,
  }),
  startMiniProgram: specificationCall('POST /shoppingManagement4/requestWeChatMiniProgramPayment', {
    access: 'shopper',
    description:
      'Starts WeChat Pay inside the mini-program. Returns the input of its own payment page, and a handover for it. ' +
      '`payments.open_id` without an open id.',
    refusals: ['payments.open_id'],
    limit: { points: 30, seconds: 60, failures: 'any' },
    alias: '/requestWeChatMiniProgramPayment',
    input: z.strictObject({ orderID: id, weChatOpenId: openId.optional(), returnUrlInfo, ...paymentReference }),
    output: startedPayment,
  }),
  handover: shopCall('GET /payments/mini-program/:token', {
    description:
      "The payment data of a handover, for the mini-program's own page, which has no session. `not_found` after " +
      'its expiry.',
    refusals: ['not_found'],
    limit: { points: 60, seconds: 60 },
    input: z.object({ token: z.string().max(200) }),
    output: z.object({ orderID: z.string(), requestPayment }),
  }),
  miniProgramPaid: specificationCall('POST /shoppingManagement4/processWeChatMiniProgramPayment/success', {
    access: 'shopper',
    description: "Takes the mini-program's report of a payment as a hint, and asks the provider.",
    limit: { points: 300, seconds: 60 },
    alias: '/processWeChatMiniProgramPayment/success',
    input: z.strictObject({ orderID: id, weChatOpenId: openId, returnUrlInfo, token: orderToken.optional() }),
    output: checkedPayment,
  }),
  miniProgramFailed: specificationCall('POST /shoppingManagement4/processWeChatMiniProgramPayment/error', {
    access: 'shopper',
    description: "Takes the mini-program's report of a failure: stores its text, and asks the provider.",
    limit: { points: 60, seconds: 60 },
    alias: '/processWeChatMiniProgramPayment/error',
    input: z.strictObject({
      orderID: id,
      errorMessage: z.string().max(500),
      returnUrlInfo,
      token: orderToken.optional(),
    }),
    output: checkedPayment,
  }),
}
export type PaymentPart = z.infer<typeof paymentReference.part>
export type PayPalResult = z.infer<typeof payments.payPal.output>

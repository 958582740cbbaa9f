import type { PaymentMethodId } from '#contract/payment-methods.ts'
import type { PayPalAnswer, StartedPayment } from '#contract/payments.ts'
import type { Context } from '#server/platform/context.ts'
import * as staff from './staff.ts'
import type { Which } from './start.ts'
import { start } from './start.ts'
import { check } from './status-check.ts'

export { alertStuck } from './alerts.ts'
export { booksOf } from './books.ts'
export { closeOpen } from './expiry.ts'
export { handover, miniProgramFailed, miniProgramPaid, startMiniProgram } from './mini-program.ts'
export { receiveNotification, sweep } from './notifications.ts'
export { options } from './options.ts'
export { reconcile } from './reconciliation.ts'
export { refund, refundCancelled, refundDifference, sendRefunds } from './refunds.ts'
export { review, stuck } from './review.ts'
export { check, checkPending } from './status-check.ts'
export { staff }

/**
 * Starts paying with WeChat, or takes it up again with the same address. `orders.paid`, `orders.closed`,
 * `payments.provider`.
 */
export const startSnapPayWeChat = starting('snappay_wechat')

/** The same with Alipay. */
export const startSnapPayAlipay = starting('snappay_alipay')

/** The same with UnionPay. */
export const startSnapPayUnionPay = starting('snappay_unionpay')

/** PayPal's settings here; with an order also starts paying it, as the others do. */
export async function payPal(
  ctx: Context,
  { orderID, ...which }: Which & { orderID?: string | undefined },
): Promise<PayPalAnswer> {
  const { PAYPAL_URL, PAYPAL_CLIENT_ID } = ctx.app.config
  const isEnabled = PAYPAL_URL !== undefined
  const settings = {
    isEnabled,
    clientId: isEnabled ? PAYPAL_CLIENT_ID : null,
    currency: 'CAD',
    intent: 'CAPTURE',
  } as const
  return orderID ? { ...settings, ...(await start(ctx, { orderID, ...which }, 'paypal')) } : settings
}

/** How the caller's own order stands; asks the provider while it is pending, but not for each of many pollers. */
export const checkSnapPay = check

/** The same with OTT Pay. */
export const startOtt = starting('ott')
export const checkOtt = check

/** The same with Citcon. */
export const startCitcon = starting('citcon')
export const checkCitcon = check

/** The same with IOT Pay. */
export const startIotPay = starting('iotpay')
export const checkIotPay = check

/** The same with OPay. */
export const startOPay = starting('opay')
export const checkOPay = check

function starting(option: PaymentMethodId) {
  return (ctx: Context, wanted: Which & { orderID: string }): Promise<StartedPayment> => start(ctx, wanted, option)
}

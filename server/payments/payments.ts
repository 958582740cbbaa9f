import type { PaymentMethodId } from '#contract/payment-methods.ts'
import type { PayPalAnswer, StartedPayment } from '#contract/payments.ts'
import { shopCurrency } from '#server/catalogue/catalogue.ts'
import type { Context } from '#server/platform/context.ts'
import { accountOf } from './providers/accounts.ts'
import * as staff from './staff.ts'
import type { Which } from './start.ts'
import { start as startWith } from './start.ts'
import { check } from './status-check.ts'

export { alertStuck } from './alerts.ts'
export { serveBooks } from './book-sums.ts'
export { booksOf } from './books.ts'
export { closeOpen } from './expiry.ts'
export { handover, miniProgramFailed, miniProgramPaid, startMiniProgram } from './mini-program.ts'
export { receiveNotification, sweep } from './notifications.ts'
export { options } from './options.ts'
export { reconcile } from './reconciliation.ts'
export { refund, refundCancelled, refundDifference, sendRefunds } from './refunds.ts'
export { review, storeOfPayment, stuck } from './review.ts'
export { check, checkPending } from './status-check.ts'
export { mailTransfer, mailTransferDue, remindOfTransfers } from './transfers.ts'
export { staff }

/**
 * Starts or resumes a payment with any method. A resumed payment has the same URL. Fails like `startSnapPayWeChat`.
 */
export function start(
  ctx: Context,
  { option, ...wanted }: Which & { orderID: string; option: PaymentMethodId },
): Promise<StartedPayment> {
  return startWith(ctx, wanted, option)
}

/**
 * Starts or resumes a payment with WeChat through SnapPay. A resumed payment has the same URL. Fails with
 * `orders.paid`, `orders.closed` or `payments.provider`: see `start.ts`.
 */
export const startSnapPayWeChat = starting('snappay_wechat')

/** Starts or resumes a payment with Alipay through SnapPay. */
export const startSnapPayAlipay = starting('snappay_alipay')

/** Starts or resumes a payment with UnionPay through SnapPay. */
export const startSnapPayUnionPay = starting('snappay_unionpay')

/**
 * Returns the PayPal settings. If an order id is given, also starts or resumes the payment, as the calls of the other
 * providers do.
 */
export async function payPal(
  ctx: Context,
  { orderID, ...which }: Which & { orderID?: string | undefined },
): Promise<PayPalAnswer> {
  const account = await accountOf(ctx, 'paypal')
  const isEnabled = account.isOn
  const settings = {
    isEnabled,
    clientId: (isEnabled && account.settings?.PAYPAL_CLIENT_ID) || null,
    currency: await shopCurrency(ctx),
    intent: 'CAPTURE',
  } as const
  return orderID ? { ...settings, ...(await startWith(ctx, { orderID, ...which }, 'paypal')) } : settings
}

/**
 * Returns the payment status of the caller's own order. Queries the provider while the order is pending, at a limited
 * rate.
 */
export const checkSnapPay = check

/** Starts or resumes a payment with OTT Pay. */
export const startOtt = starting('ott')
export const checkOtt = check

/** Starts or resumes a payment with Citcon. */
export const startCitcon = starting('citcon')
export const checkCitcon = check

/** Starts or resumes a payment with IOT Pay. */
export const startIotPay = starting('iotpay')
export const checkIotPay = check

/** Starts or resumes a payment with OPay. */
export const startOPay = starting('opay')
export const checkOPay = check

function starting(option: PaymentMethodId) {
  return (ctx: Context, wanted: Which & { orderID: string }): Promise<StartedPayment> => startWith(ctx, wanted, option)
}

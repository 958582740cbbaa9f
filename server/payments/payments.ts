import type { PaymentMethodId } from '#contract/payment-methods.ts'
import type { PayPalResult, StartedPayment } from '#contract/payments.ts'
import { shopCurrency } from '#server/catalogue/catalogue.ts'
import type { Context } from '#server/platform/context.ts'
import { loadAccount } from './providers/accounts.ts'
import * as staff from './staff.ts'
import type { StartOptions } from './start.ts'
import { start as startWith } from './start.ts'
import { check } from './status-check.ts'

export { queueStuckAlerts } from './alerts.ts'
export { serveBooks } from './book-sums.ts'
export { loadBooks } from './books.ts'
export { findOwedOrders } from './expected.ts'
export { closeOpenAttempt, shortenDeadline, stopUnpaid } from './expiry.ts'
export { handover, miniProgramFailed, miniProgramPaid, startMiniProgram } from './mini-program.ts'
export { deleteOldNotifications, receiveNotification } from './notifications.ts'
export { paymentOptions } from './options.ts'
export { reconcile } from './reconciliation.ts'
export { refund, refundCancelled, refundDifference, sendRefunds } from './refunds.ts'
export { findStoreOfPayment, review, stuck } from './review.ts'
export { check, checkPending } from './status-check.ts'
export { mailTransfer, mailTransferDue, remindOfTransfers } from './transfers.ts'
export { findWaitingPieces } from './waiting-pieces.ts'
export { staff }

/**
 * Starts or resumes a payment with any method. A resumed payment has the same URL. Fails like `startSnapPayWeChat`.
 */
export function start(
  ctx: Context,
  { option, ...input }: StartOptions & { orderID: string; option: PaymentMethodId },
): Promise<StartedPayment> {
  return startWith(ctx, input, option)
}

/**
 * Starts or resumes a payment with WeChat through SnapPay. A resumed payment has the same URL. Fails with
 * `orders.paid`, `orders.closed` or `payments.provider`: see `start.ts`.
 */
export const startSnapPayWeChat = createStarter('snappay_wechat')

/** Starts or resumes a payment with Alipay through SnapPay. */
export const startSnapPayAlipay = createStarter('snappay_alipay')

/** Starts or resumes a payment with UnionPay through SnapPay. */
export const startSnapPayUnionPay = createStarter('snappay_unionpay')

/**
 * Returns the PayPal settings. If an order id is given, also starts or resumes the payment, as the calls of the other
 * providers do.
 */
export async function payPal(
  ctx: Context,
  { orderID, ...startOptions }: StartOptions & { orderID?: string | undefined },
): Promise<PayPalResult> {
  const account = await loadAccount(ctx, 'paypal')
  const isEnabled = account.isOn
  const settings = {
    isEnabled,
    clientId: (isEnabled && account.settings?.PAYPAL_CLIENT_ID) || null,
    currency: await shopCurrency(ctx),
    intent: 'CAPTURE',
  } as const
  return orderID ? { ...settings, ...(await startWith(ctx, { orderID, ...startOptions }, 'paypal')) } : settings
}

/**
 * Returns the payment status of the caller's own order. Queries the provider while the order is pending, at a limited
 * rate.
 */
export const checkSnapPay = check

/** Starts or resumes a payment with OTT Pay. */
export const startOtt = createStarter('ott')
export const checkOtt = check

/** Starts or resumes a payment with Citcon. */
export const startCitcon = createStarter('citcon')
export const checkCitcon = check

/** Starts or resumes a payment with IOT Pay. */
export const startIotPay = createStarter('iotpay')
export const checkIotPay = check

/** Starts or resumes a payment with OPay. */
export const startOPay = createStarter('opay')
export const checkOPay = check

function createStarter(option: PaymentMethodId) {
  return (ctx: Context, input: StartOptions & { orderID: string }): Promise<StartedPayment> =>
    startWith(ctx, input, option)
}

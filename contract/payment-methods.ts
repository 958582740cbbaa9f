import type { MessageKey } from './messages.ts'
import { isKeyOf, keysOf } from './object-keys.ts'

/**
 * Maps each wallet to the text key of its name. A wallet is any way to pay, also a card or a payment at the hand-over.
 * Several providers can offer the same wallet, but a page shows one row per wallet. Test payments have a simulated
 * wallet.
 */
export const paymentWallets = {
  wechat: 'payments.snappay_wechat',
  alipay: 'payments.snappay_alipay',
  unionpay: 'payments.snappay_unionpay',
  card: 'payments.stripe',
  paypal: 'payments.paypal',
  etransfer: 'payments.etransfer',
  store: 'payments.pay_at_store',
  pickup: 'payments.pay_at_pickup',
  delivery: 'payments.pay_on_delivery',
  test: 'payments.test_payment',
} as const satisfies Record<string, MessageKey>
export type PaymentWallet = keyof typeof paymentWallets
export const paymentWalletNames = keysOf(paymentWallets)

/**
 * Device wallets that card payment pages also accept. Maps each wallet to the setting in `payment` that turns it on.
 * The shop books such a payment as a card payment.
 */
export const deviceWallets = { apple_pay: 'supportApplePay', google_pay: 'supportGooglePay' } as const
export type DeviceWallet = keyof typeof deviceWallets
export const deviceWalletNames = keysOf(deviceWallets)

/** Where an order is paid at its hand-over: at the store, at a group-buy's pickup point, or at the door. */
export type HandOverPlace = Extract<PaymentWallet, 'store' | 'pickup' | 'delivery'>
const handOverPlaces: string[] = ['store', 'pickup', 'delivery'] satisfies HandOverPlace[]
export const isHandOverPlace = (wallet: PaymentWallet): wallet is HandOverPlace => handOverPlaces.includes(wallet)

interface PaymentMethodRow {
  /**
   * Prefix of `from_source` in the return URL; an X and the order's id follow. Empty if the provider does not send
   * the shopper back.
   */
  source: string
  /**
   * The operation of `payments` that starts the payment. The specification has such an operation for some methods. All
   * other methods use `start`.
   */
  start?: string
  /** The operation of `payments` that checks the payment. */
  check: string
  /** Whether the provider gets a second return URL, for cancelled payments. That URL contains `cancelledStatus`. */
  hasCancelUrl?: true
}

/** The calls and the `from_source` prefix of each payment option that uses a provider. */
export const paymentMethods = {
  snappay_wechat: { source: 'snappay_h5', start: 'startSnapPayWeChat', check: 'checkSnapPay' },
  snappay_alipay: { source: 'snappay_h5', start: 'startSnapPayAlipay', check: 'checkSnapPay' },
  snappay_unionpay: { source: 'snappay_h5', start: 'startSnapPayUnionPay', check: 'checkSnapPay' },
  stripe: { source: 'stripe', check: 'check', hasCancelUrl: true },
  paypal: { source: 'paypal', start: 'payPal', check: 'check', hasCancelUrl: true },
  wechat_mini_program: { source: '', start: 'startMiniProgram', check: 'checkOtt' },
  ott: { source: 'ott_h5', start: 'startOtt', check: 'checkOtt' },
  citcon: { source: 'citcon_classic_h5', start: 'startCitcon', check: 'checkCitcon' },
  iotpay: { source: 'iot_h5', start: 'startIotPay', check: 'checkIotPay' },
  opay: { source: 'opay_h5', start: 'startOPay', check: 'checkOPay' },
  etransfer: { source: '', check: 'check' },
  test_payment: { source: 'test_h5', check: 'check' },
} as const satisfies Record<string, PaymentMethodRow>

/**
 * The kinds of device and app in which a visitor can open the shop. The owner chooses for each payment provider in
 * which of them the shop offers it. `wechat` and `alipay` are the browsers inside these apps.
 */
export const paymentPlaces = ['desktop', 'phone', 'wechat', 'alipay', 'mini_program'] as const
export type PaymentPlace = (typeof paymentPlaces)[number]

/** The id of a payment option that uses a provider. */
export type PaymentMethodId = keyof typeof paymentMethods

export function isPaymentMethod(option: string | null): option is PaymentMethodId {
  return option !== null && isKeyOf(paymentMethods, option)
}

/** The ids of all payment methods. */
export const paymentMethodIds = keysOf(paymentMethods)

/** The prefixes of `from_source` in the return URLs of payment pages. */
export type PaymentSource = Exclude<(typeof paymentMethods)[PaymentMethodId]['source'], ''>

/** The call that checks a payment, by the prefix of `from_source`. Methods with the same prefix share the call. */
export const checkOfSource = Object.fromEntries(
  Object.values(paymentMethods).flatMap(({ source, check }) => (source ? [[source, check]] : [])),
) as Record<PaymentSource, (typeof paymentMethods)[PaymentMethodId]['check']>

/**
 * The `from_source` prefixes of providers that return the shopper to a URL with `cancelledStatus` after a cancellation.
 */
export const cancellableSources: ReadonlySet<string> = new Set(
  Object.values<PaymentMethodRow>(paymentMethods).flatMap(({ source, hasCancelUrl }) => (hasCancelUrl ? [source] : [])),
)

interface Way {
  /** How `from_source` begins on the way back from it; then comes an X and the order's id. Empty where the way back has none. */
  source: string
  /** Operations of `payments`, by their names in `calls.ts`. */
  start: string
  check: string
}

/** Every way to pay with a provider: the calls that start and check it, and how its return is known. */
export const paymentWays = {
  snappay_wechat: { source: 'snappay_h5', start: 'startSnapPayWeChat', check: 'checkSnapPay' },
  snappay_alipay: { source: 'snappay_h5', start: 'startSnapPayAlipay', check: 'checkSnapPay' },
  snappay_unionpay: { source: 'snappay_h5', start: 'startSnapPayUnionPay', check: 'checkSnapPay' },
  paypal: { source: 'paypal', start: 'payPal', check: 'check' },
  wechat_mini_program: { source: '', start: 'startMiniProgram', check: 'checkOtt' },
  ott: { source: 'ott_h5', start: 'startOtt', check: 'checkOtt' },
  citcon: { source: 'citcon_classic_h5', start: 'startCitcon', check: 'checkCitcon' },
  iotpay: { source: 'iot_h5', start: 'startIotPay', check: 'checkIotPay' },
  opay: { source: 'opay_h5', start: 'startOPay', check: 'checkOPay' },
} as const satisfies Record<string, Way>

/** The id of a payment option that goes through a provider. */
export type PaymentWayId = keyof typeof paymentWays

export function isPaymentWay(option: string | null): option is PaymentWayId {
  return option !== null && Object.hasOwn(paymentWays, option)
}

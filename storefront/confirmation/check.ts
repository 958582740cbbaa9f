import type { Client } from '#contract/client.ts'
import type { MessageKey } from '#contract/messages.ts'
import type { Order } from '#contract/orders.ts'
import type { PaymentSource } from '#contract/payment-methods.ts'
import { checkOfSource, isPaymentMethod, paymentMethods } from '#contract/payment-methods.ts'
import type { CheckedPayment } from '#contract/payments.ts'
import type { Source } from './source.ts'

interface CheckInput {
  source: Source
  url: URL
  /**
   * Whether this request is a poll. A poll does not report the result from the mini-program, because the page's first
   * request has already reported it.
   */
  isPoll: boolean
}

const maxUrlLength = 2000
/**
 * The API calls whose input includes `status` from the provider's return URL. If the response to such a call is
 * incomplete, the result of the payment is not known yet. The page then shows no problem.
 */
const callsWithStatus = ['checkIotPay', 'checkCitcon', 'checkOtt'] as const
type Call = (typeof checkOfSource)[PaymentSource]

/**
 * Reports the result of a payment in the mini-program if the URL contains one. Otherwise checks the payment with the
 * provider that the URL names, or else with the provider of the order's payment method. `problem` is set if a check's
 * response is incomplete, except for the calls in `callsWithStatus` (specification, sections 4, 7 and 8).
 */
export async function checkStatus(
  api: Client,
  order: Order,
  { source, url, isPoll }: CheckInput,
): Promise<CheckedPayment & { problem: MessageKey | null }> {
  const { orderID, paymentOption } = order
  // The token of an emailed link gives access to the order without the session that placed it.
  const token = url.searchParams.get('token')
  const input = { orderID, returnUrlInfo: url.search.slice(0, maxUrlLength), ...(token && { token }) }
  if (!isPoll && source.miniProgram === 'paid' && source.openId)
    return { ...(await api.payments.miniProgramPaid({ ...input, weChatOpenId: source.openId })), problem: null }
  if (!isPoll && source.miniProgram === 'failed')
    return { ...(await api.payments.miniProgramFailed({ ...input, errorMessage: errorTextOf(source) })), problem: null }
  const call = source.provider
    ? checkOfSource[source.provider]
    : paymentMethods[isPaymentMethod(paymentOption) ? paymentOption : 'snappay_wechat'].check
  const sendsStatus = isCallWithStatus(call)
  const result = await (sendsStatus
    ? api.payments[call]({ ...input, ...(source.status && { status: source.status }) })
    : api.payments[call](input))
  const isComplete = Boolean(result.status && result.paymentStatus)
  return { ...result, problem: isComplete || sendsStatus ? null : 'confirmation.source_status' }
}

const errorTextOf = ({ message, error }: Source) => message ?? error ?? 'FAIL'
const isCallWithStatus = (call: Call): call is (typeof callsWithStatus)[number] =>
  callsWithStatus.some((name) => name === call)

import type { Client } from '#contract/client.ts'
import type { MessageKey } from '#contract/messages.ts'
import type { Order } from '#contract/orders.ts'
import type { PaymentSource } from '#contract/payment-methods.ts'
import { checkOfSource, isPaymentMethod, paymentMethods } from '#contract/payment-methods.ts'
import type { CheckedPayment } from '#contract/payments.ts'
import type { Source } from './source.ts'

interface Asked {
  source: Source
  url: URL
  /**
   * Whether this request is a poll. A poll does not report the result from the mini-program, because the page's first
   * request has already reported it.
   */
  isPoll: boolean
}

const longestUrl = 2000
/**
 * The calls that also send `status` from the provider's return URL. If their response is incomplete, the status is not
 * known yet, and the page shows no problem.
 */
const withStatus = ['checkIotPay', 'checkCitcon', 'checkOtt'] as const
type Call = (typeof checkOfSource)[PaymentSource]

/**
 * Checks an order's payment with the provider that the URL names. If the URL names no provider, queries the provider of
 * the order's payment method. `problem` is set if the response is incomplete, except for the calls in `withStatus`
 * (specification, sections 4, 7 and 8).
 */
export async function checkStatus(
  api: Client,
  order: Order,
  { source, url, isPoll }: Asked,
): Promise<CheckedPayment & { problem: MessageKey | null }> {
  const { orderID, paymentOption } = order
  // The token of an emailed link gives access to the order without the session that placed it.
  const token = url.searchParams.get('token')
  const about = { orderID, returnUrlInfo: url.search.slice(0, longestUrl), ...(token && { token }) }
  if (!isPoll && source.miniProgram === 'paid' && source.openId)
    return { ...(await api.payments.miniProgramPaid({ ...about, weChatOpenId: source.openId })), problem: null }
  if (!isPoll && source.miniProgram === 'failed')
    return { ...(await api.payments.miniProgramFailed({ ...about, errorMessage: wordsOf(source) })), problem: null }
  const call = source.provider
    ? checkOfSource[source.provider]
    : paymentMethods[isPaymentMethod(paymentOption) ? paymentOption : 'snappay_wechat'].check
  const isSilent = isWithStatus(call)
  const result = await (isSilent
    ? api.payments[call]({ ...about, ...(source.status && { status: source.status }) })
    : api.payments[call](about))
  const isWhole = Boolean(result.status && result.paymentStatus)
  return { ...result, problem: isWhole || isSilent ? null : 'confirmation.source_status' }
}

const wordsOf = ({ message, error }: Source) => message ?? error ?? 'FAIL'
const isWithStatus = (call: Call): call is (typeof withStatus)[number] => withStatus.some((one) => one === call)

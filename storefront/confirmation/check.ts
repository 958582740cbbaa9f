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
  /** Whether this is a poll. Only the first request, which is not a poll, reports the mini-program's result. */
  isPoll: boolean
}

const longestUrl = 2000
/**
 * The calls that also send the status in the provider's return URL. They treat an incomplete status as not yet
 * known.
 */
const withStatus = ['checkIotPay', 'checkCitcon', 'checkOtt'] as const
type Call = (typeof checkOfSource)[PaymentSource]

/**
 * Checks the payment of an order with the provider named in the URL, or else with that of the order's payment
 * method. `problem` is set if the response is incomplete, unless the call allows that (specification, sections 4, 7 and
 * 8).
 */
export async function checkStatus(
  api: Client,
  order: Order,
  { source, url, isPoll }: Asked,
): Promise<CheckedPayment & { problem: MessageKey | null }> {
  const { orderID, paymentOption } = order
  // The link in an email opens the order without its session.
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

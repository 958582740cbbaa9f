import type { Client } from '#contract/client.ts'
import type { MessageKey } from '#contract/messages.ts'
import type { Order } from '#contract/orders.ts'
import { isPaymentMethod, paymentMethods } from '#contract/payment-methods.ts'
import type { CheckedPayment } from '#contract/payments.ts'
import type { Provider, Source } from './source.ts'

interface Asked {
  source: Source
  url: URL
  /** One of many questions: what the mini-program said was told with the first one. */
  isPoll: boolean
}

const longestUrl = 2000
/**
 * These also tell what the provider's page said, and take a status that lacks something for one that is not there yet.
 */
const withStatus = ['checkIotPay', 'checkCitcon', 'checkOtt'] as const
const checks: Record<Provider, Call> = {
  opay: 'checkOPay',
  snappay: 'checkSnapPay',
  iot: 'checkIotPay',
  citcon: 'checkCitcon',
  ott: 'checkOtt',
  paypal: 'check',
}
type Call = 'check' | 'checkOPay' | 'checkSnapPay' | (typeof withStatus)[number]

/**
 * Asks how an order stands, with the call of the provider that the address names, or of the way that it is paid;
 * `problem` says that the answer lacks something, where that is not to be ignored (specification, sections 4, 7 and 8).
 */
export async function checkStatus(
  api: Client,
  order: Order,
  { source, url, isPoll }: Asked,
): Promise<CheckedPayment & { problem: MessageKey | null }> {
  const { orderID, paymentOption } = order
  const about = { orderID, returnUrlInfo: url.search.slice(0, longestUrl) }
  if (!isPoll && source.miniProgram === 'paid' && source.openId)
    return { ...(await api.payments.miniProgramPaid({ ...about, weChatOpenId: source.openId })), problem: null }
  if (!isPoll && source.miniProgram === 'failed')
    return { ...(await api.payments.miniProgramFailed({ ...about, errorMessage: wordsOf(source) })), problem: null }
  const call = source.provider
    ? checks[source.provider]
    : paymentMethods[isPaymentMethod(paymentOption) ? paymentOption : 'snappay_wechat'].check
  const isSilent = isWithStatus(call)
  const result = await (isSilent
    ? api.payments[call]({ ...about, ...(source.status && { status: source.status }) })
    : api.payments[call](about))
  const isWhole = Boolean(result.status && result.paymentStatus)
  return { ...result, problem: isWhole || isSilent ? null : 'confirmation.source_status' }
}

const wordsOf = ({ message, error }: Source) => message ?? error ?? 'FAIL'
const isWithStatus = (call: Call): call is (typeof withStatus)[number] =>
  (withStatus as readonly string[]).includes(call)

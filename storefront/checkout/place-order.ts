import { redirect, redirectDocument } from 'react-router'
import { ApiError } from '#contract/api-error.ts'
import type { Client } from '#contract/client.ts'
import type { ErrorItem } from '#contract/errors.ts'
import { isPaymentWay, paymentWays } from '#contract/payment-ways.ts'
import { readHeld } from '#storefront/held.ts'
import { heldReferral } from '#storefront/held-referral.ts'
import { tell } from '#storefront/measuring/tell.ts'
import { openMiniProgramPage, payPage } from '#storefront/mini-program.ts'

const firstWay = 'snappay_wechat'

/** What the calls that start a payment have in common. */
interface Started {
  paymentUrl?: string | null | undefined
  handover?: string | null | undefined
}

/** Why paying did not get under way. */
export interface PayRefusal {
  /** At `place` no order was made; at `start` the order waits for another try. */
  step: 'place' | 'start'
  errors: ErrorItem[]
  /** What was to be paid, in minor units: to tell how a changed bill differs. */
  before: number
}

/**
 * Places the order of the bill that the form shows and starts paying it: goes to the payment page, or to the
 * confirmation where there is nothing to pay now or the provider has not answered yet. Safe to send twice.
 */
export async function placeOrder(api: Client, form: FormData): Promise<PayRefusal> {
  const option = String(form.get('option') ?? '')
  const atStore = option === 'pay_at_store'
  const id = String(form.get('id') ?? '')
  const hash = String(form.get(atStore ? 'hashAtStore' : 'hash') ?? '')
  const before = Number(form.get('total'))
  const placed = await orErrors(api.billing.place({ id, hash, pickUpAandPayAtStore: atStore, ...heldReferral() }))
  if ('errors' in placed) return { step: 'place', errors: placed.errors, before }
  const { orderID, status } = placed.value
  if (atStore || status !== 'INTERIM') throw redirect(`/confirmation/${orderID}`, 303)
  const started = await startPaying(api, { orderID, option })
  if ('errors' in started) return { step: 'start', errors: started.errors, before }
  tell({ name: 'payment_started', orderId: orderID })
  throw started.next
}

/** Starts paying an order, or the rest of its deposit, by a way: why that did not get under way, or where it goes on. */
export async function startPaying(
  api: Client,
  { option, ...wanted }: { orderID: string; option: string; part?: 'balance'; token?: string | undefined },
): Promise<{ errors: ErrorItem[] } | { next: Response }> {
  const { orderID, token } = wanted
  const way = paymentWays[isPaymentWay(option) ? option : firstWay]
  const weChatOpenId = readHeld('openId', '') ?? undefined
  const started = await orErrors<Started>(api.payments[way.start]({ ...wanted, ...(!way.source && { weChatOpenId }) }))
  if ('errors' in started) return started
  const { paymentUrl, handover } = started.value
  if (paymentUrl) return { next: redirectDocument(paymentUrl, 303) }
  if (handover) openMiniProgramPage(payPage(handover))
  const query = new URLSearchParams({
    ...(token && { token }),
    ...(way.source && { from_source: `${way.source}X${orderID}` }),
  })
  return { next: redirect(`/confirmation/${orderID}${query.size > 0 ? `?${query}` : ''}`, 303) }
}

/** Any failing of a payment call is shown on the page (specification, section 8); one that got no answer has no words of its own. */
async function orErrors<Result>(call: Promise<Result>): Promise<{ value: Result } | { errors: ErrorItem[] }> {
  try {
    return { value: await call }
  } catch (error) {
    return { errors: error instanceof ApiError ? error.errors : [] }
  }
}

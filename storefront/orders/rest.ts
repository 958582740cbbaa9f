import type { PaymentOption } from '#contract/checkout.ts'
import type { Client } from '#contract/client.ts'
import type { OrderDetail } from '#contract/orders.ts'
import type { PaymentCode } from '#contract/payments.ts'
import { attempt, isRefusal } from '#storefront/core/data.ts'

/** What paying the rest of a deposit needs: the ways that work here, and whether a payment of it is under way. */
export interface Rest {
  options: PaymentOption[]
  isPending: boolean
  /** The code that pays it, while one waits to be scanned. */
  code: PaymentCode | null
}

interface Looked {
  order: OrderDetail
  /** Null where no rest can be paid now. */
  rest: Rest | null
}

/** An order as it was just seen, with what paying its rest needs; one that turns out to be paid is looked at anew. */
export async function withRest(
  api: Client,
  order: OrderDetail,
  { token, see }: { token?: string | undefined; see(): Promise<OrderDetail> },
): Promise<Looked> {
  if (order.balanceStatus !== 'DUE') return { order, rest: null }
  const about = { orderID: order.orderID, token }
  const [status, ways] = await Promise.all([
    attempt(api.payments.check(about)),
    attempt(api.checkout.paymentConfig(about)),
  ])
  if (isRefusal(status) || isRefusal(ways)) return { order, rest: null }
  const isPending = status.balanceStatus === 'PENDING'
  if (!isPending && status.balanceStatus !== 'DUE') return { order: await see(), rest: null }
  return {
    order,
    rest: ways.options.length > 0 ? { options: ways.options, isPending, code: status.qrCode ?? null } : null,
  }
}

import type { PaymentOption } from '#contract/checkout.ts'
import type { Client } from '#contract/client.ts'
import type { OrderDetail } from '#contract/orders.ts'
import type { PaymentCode } from '#contract/payments.ts'
import { attempt, isRefusal } from '#storefront/core/data.ts'

/**
 * The data for paying the balance after a deposit: the available payment methods, and whether a payment of the balance
 * is pending.
 */
export interface Rest {
  options: PaymentOption[]
  suggested: string | null
  isPending: boolean
  /** The QR code of the pending payment. Null if there is none, or if it has expired. */
  code: PaymentCode | null
}

interface Looked {
  order: OrderDetail
  /** Null if the balance cannot be paid now. */
  rest: Rest | null
}

/** An order with the data for paying its balance. Reloads the order if the balance turns out to be paid. */
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
  const { options, suggested } = ways
  return {
    order,
    rest: options.length > 0 ? { options, suggested, isPending, code: status.qrCode ?? null } : null,
  }
}

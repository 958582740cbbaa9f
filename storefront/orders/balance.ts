import type { PaymentOption } from '#contract/checkout.ts'
import type { Client } from '#contract/client.ts'
import type { OrderDetail } from '#contract/orders.ts'
import type { PaymentCode } from '#contract/payments.ts'
import { attempt, isRefusal } from '#storefront/core/data.ts'

/**
 * The data for paying the balance after a deposit: the available payment methods, and whether a payment of the balance
 * is pending.
 */
export interface BalancePayment {
  options: PaymentOption[]
  suggested: string | null
  isPending: boolean
  /** The QR code of the pending payment. Null if there is none, or if it has expired. */
  code: PaymentCode | null
}

interface OrderWithBalance {
  order: OrderDetail
  /** Null if the balance cannot be paid now. */
  rest: BalancePayment | null
}

/** An order with the data for paying its balance. Reloads the order if the balance turns out to be paid. */
export async function withBalancePayment(
  api: Client,
  order: OrderDetail,
  { token, loadOrder: reload }: { token?: string | undefined; loadOrder(): Promise<OrderDetail> },
): Promise<OrderWithBalance> {
  if (order.balanceStatus !== 'DUE') return { order, rest: null }
  const input = { orderID: order.orderID, token }
  const [status, config] = await Promise.all([
    attempt(api.payments.check(input)),
    attempt(api.checkout.paymentConfig(input)),
  ])
  if (isRefusal(status) || isRefusal(config)) return { order, rest: null }
  const isPending = status.balanceStatus === 'PENDING'
  if (!isPending && status.balanceStatus !== 'DUE') return { order: await reload(), rest: null }
  const { options, suggested } = config
  return {
    order,
    rest: options.length > 0 ? { options, suggested, isPending, code: status.qrCode ?? null } : null,
  }
}

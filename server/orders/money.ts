import { balanceState } from '#contract/balance.ts'
import type { Order } from '#contract/orders.ts'
import type { OrderRow } from './tables.ts'

type Sums = Pick<OrderRow, 'total' | 'credit' | 'balance' | 'balancePaid'>
type Standing = Pick<OrderRow, 'status' | 'paymentStatus' | 'fulfilmentStatus'>

/** The amount due when the order is placed: its total without store credit and balance. */
export function amountDue({ total, credit, balance }: Pick<Sums, 'total' | 'credit' | 'balance'>): number {
  return total - credit - balance
}

/** What a shopper can pay online for an order now. */
export interface Payable {
  /** `order`: the order as it was placed. `balance`: the rest after a paid deposit. */
  part: 'order' | 'balance'
  /** In minor units. */
  amount: number
  /** Payment must start before this time; null without a limit. */
  until: Date | null
}

/**
 * The money that an order accepts in its present state. A pending order accepts the amount due, then the balance of its
 * deposit until hand-over. Null: none. The shop refunds any other money, or staff review it.
 */
export function payableOf(order: Sums & Standing & Pick<OrderRow, 'expiresAt'>): Payable | null {
  if (order.status === 'INTERIM') return { part: 'order', amount: amountDue(order), until: order.expiresAt }
  const rest = openBalance(order)
  return rest > 0 ? { part: 'balance', amount: rest, until: null } : null
}

/** The unpaid balance of an order whose deposit is paid. The shopper pays it online or at hand-over. */
export function openBalance(order: Standing & Pick<Sums, 'balance' | 'balancePaid'>): number {
  const isDue = order.paymentStatus === 'PAID_ONLINE' && balanceState(order) === 'due'
  return isDue ? order.balance - order.balancePaid : 0
}

/** The state of a deposit's balance, by the order alone. */
export function balanceStatusOf(order: OrderRow): 'NONE' | 'DUE' | 'PAID' {
  if (order.balancePaid > 0) return 'PAID'
  return openBalance(order) > 0 ? 'DUE' : 'NONE'
}

/** What staff collect at hand-over: all of a pay-at-store order, or the balance that was not paid online. */
export function takenAtHandOver(order: Sums & Pick<OrderRow, 'payAtStore'>): number {
  return (order.payAtStore ? amountDue(order) : 0) + order.balance - order.balancePaid
}

/** What a paid order received besides store credit: the amount due, and the balance paid online. */
const brought = (order: Sums): number => amountDue(order) + order.balancePaid

/** The money paid online that is neither refunded nor on its way back. */
export function refundable(order: Sums & Pick<OrderRow, 'paymentStatus' | 'refunded' | 'refunding'>): number {
  return order.paymentStatus === 'PAID_ONLINE' ? Math.max(0, brought(order) - order.refunded - order.refunding) : 0
}

/** The store credit that paid the order and was not returned; 0 before the order is paid. */
export function creditLeft(order: OrderRow): number {
  return isPaid(order) ? order.credit - order.creditReturned : 0
}

const isPaid = ({ paymentStatus }: OrderRow) => paymentStatus === 'PAID_ONLINE' || paymentStatus === 'PAID_AT_STORE'

/** Whether all payments were refunded. An unpaid balance does not count. */
export function refundStatusOf(order: OrderRow): Order['refundStatus'] {
  if (order.refunding > 0 || (order.status === 'CANCELLED' && refundable(order) > 0)) return 'PENDING'
  const back = order.refunded + order.creditReturned
  if (back === 0) return 'NONE'
  const paid = (isPaid(order) ? brought(order) : 0) + order.credit
  return back < paid ? 'PARTIAL' : 'FULL'
}

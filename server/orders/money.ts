import { balanceState } from '#contract/balance.ts'
import type { Order } from '#contract/orders.ts'
import type { OrderRow } from './tables.ts'

type Sums = Pick<OrderRow, 'total' | 'credit' | 'balance' | 'balancePaid'>
type Standing = Pick<OrderRow, 'status' | 'paymentStatus' | 'fulfilmentStatus'>

/** What is to be paid, or was, with the order: its total without store credit and what is paid later. */
export function amountDue({ total, credit, balance }: Pick<Sums, 'total' | 'credit' | 'balance'>): number {
  return total - credit - balance
}

/** What an order can be paid for online. */
export interface Payable {
  /** The order as it was placed, or the rest of one whose deposit is paid. */
  part: 'order' | 'balance'
  /** In minor units. */
  amount: number
  /** Paying it begins before; null where the order knows no such time. */
  until: Date | null
}

/**
 * The money that an order has a use for as it stands: what is due with it while it waits, then the rest of a deposit
 * until it is handed over or over otherwise; null: none. Whatever else comes is for a person to look at.
 */
export function payableOf(order: Sums & Standing & Pick<OrderRow, 'expiresAt'>): Payable | null {
  if (order.status === 'INTERIM') return { part: 'order', amount: amountDue(order), until: order.expiresAt }
  const rest = openBalance(order)
  return rest > 0 ? { part: 'balance', amount: rest, until: null } : null
}

/** What is still open of the balance of an order whose deposit is paid: for online, or for when it is handed over. */
export function openBalance(order: Standing & Pick<Sums, 'balance' | 'balancePaid'>): number {
  const isDue = order.paymentStatus === 'PAID_ONLINE' && balanceState(order) === 'due'
  return isDue ? order.balance - order.balancePaid : 0
}

/** How the rest of a deposit stands, as far as the order itself knows. */
export function balanceStatusOf(order: OrderRow): 'NONE' | 'DUE' | 'PAID' {
  if (order.balancePaid > 0) return 'PAID'
  return openBalance(order) > 0 ? 'DUE' : 'NONE'
}

/**
 * What staff take when they hand an order over: all of one that is paid at the store, the rest of a deposit that was
 * not paid online.
 */
export function takenAtHandOver(order: Sums & Pick<OrderRow, 'payAtStore'>): number {
  return (order.payAtStore ? amountDue(order) : 0) + order.balance - order.balancePaid
}

/** What an order that is paid has brought beside store credit: what was due with it, and online of its balance. */
const brought = (order: Sums): number => amountDue(order) + order.balancePaid

/** What was paid online and has not gone back, nor is on its way. */
export function refundable(order: Sums & Pick<OrderRow, 'paymentStatus' | 'refunded' | 'refunding'>): number {
  return order.paymentStatus === 'PAID_ONLINE' ? Math.max(0, brought(order) - order.refunded - order.refunding) : 0
}

/** What was paid with store credit and has not come back; nothing before the order is paid. */
export function creditLeft(order: OrderRow): number {
  return isPaid(order) ? order.credit - order.creditReturned : 0
}

const isPaid = ({ paymentStatus }: OrderRow) => paymentStatus === 'PAID_ONLINE' || paymentStatus === 'PAID_AT_STORE'

/** Whether all that was paid went back: a balance that nobody paid is not among it. */
export function refundStatusOf(order: OrderRow): Order['refundStatus'] {
  if (order.refunding > 0 || (order.status === 'CANCELLED' && refundable(order) > 0)) return 'PENDING'
  const back = order.refunded + order.creditReturned
  if (back === 0) return 'NONE'
  const paid = (isPaid(order) ? brought(order) : 0) + order.credit
  return back < paid ? 'PARTIAL' : 'FULL'
}

import { balanceState } from '#contract/balance.ts'
import type { Order } from '#contract/orders.ts'
import type { OrderRow } from './tables.ts'

type Sums = Pick<OrderRow, 'total' | 'credit' | 'balance' | 'balancePaid'>
type OrderStatuses = Pick<OrderRow, 'status' | 'paymentStatus' | 'fulfilmentStatus'>
type Refunds = Pick<OrderRow, 'refunded' | 'refunding'>

/** The amount due when the order is placed: the total minus store credit and balance. */
export function amountDue({ total, credit, balance }: Pick<Sums, 'total' | 'credit' | 'balance'>): number {
  return total - credit - balance
}

/** What a shopper can pay online for an order. */
export interface Payable {
  /** The amount due when the order is placed (`order`), or the rest after a paid deposit (`balance`). */
  part: 'order' | 'balance'
  /** In minor units. */
  amount: number
  /** The time before which payment must start; null without a limit. */
  until: Date | null
}

/**
 * The payment that an order accepts now. A pending order accepts the amount due. A placed order whose deposit is paid
 * accepts the unpaid balance until hand-over. Null for any other order: if money arrives for it, the shop refunds the
 * money or staff review it.
 */
export function payableOf(order: Sums & OrderStatuses & Pick<OrderRow, 'expiresAt'>): Payable | null {
  if (order.status === 'INTERIM') return { part: 'order', amount: amountDue(order), until: order.expiresAt }
  const unpaid = openBalance(order)
  return unpaid > 0 ? { part: 'balance', amount: unpaid, until: null } : null
}

/** The unpaid balance of an order whose deposit is paid. The shopper pays it online or at hand-over. */
export function openBalance(order: OrderStatuses & Pick<Sums, 'balance' | 'balancePaid'>): number {
  const isDue = order.paymentStatus === 'PAID_ONLINE' && balanceState(order) === 'due'
  return isDue ? order.balance - order.balancePaid : 0
}

/**
 * Whether a deposit's balance is due or paid; `NONE` if there is nothing to pay. Reads only the order's own fields, not
 * its payments.
 */
export function balanceStatusOf(order: OrderStatuses & Pick<Sums, 'balance' | 'balancePaid'>): 'NONE' | 'DUE' | 'PAID' {
  if (order.balancePaid > 0) return 'PAID'
  return openBalance(order) > 0 ? 'DUE' : 'NONE'
}

/**
 * The amount that staff collect at hand-over: the amount due of a pay-at-store order, and the balance that was not paid
 * online.
 */
export function amountAtHandOver(order: Sums & Pick<OrderRow, 'payAtStore'>): number {
  return (order.payAtStore ? amountDue(order) : 0) + order.balance - order.balancePaid
}

/** The money that staff collected at the hand-over. 0 before the hand-over, and if nobody came. */
export function collectedAmount(order: Sums & OrderStatuses & Pick<OrderRow, 'payAtStore'>): number {
  return balanceState(order) === 'paid' ? amountAtHandOver(order) : 0
}

/** The money paid online, without store credit: the amount due, and the balance paid online. */
export const receivedOnline = (order: Sums & Pick<OrderRow, 'paymentStatus'>): number =>
  order.paymentStatus === 'PAID_ONLINE' ? amountDue(order) + order.balancePaid : 0

/** The amount paid online and collected at the hand-over, minus all refunds, including refunds in progress. */
export function refundable(order: Sums & OrderStatuses & Refunds & Pick<OrderRow, 'payAtStore'>): number {
  return Math.max(0, receivedOnline(order) + collectedAmount(order) - order.refunded - order.refunding)
}

/**
 * The amount paid online, minus its refunds, including refunds in progress. `givenBack` is the part of the order's
 * refunds that staff gave back at the store.
 */
export function refundableOnline(order: Sums & Refunds & Pick<OrderRow, 'paymentStatus'>, givenBack: number): number {
  return Math.max(0, receivedOnline(order) - (order.refunded - givenBack) - order.refunding)
}

/**
 * The store credit that an order spent, minus the store credit already returned. 0 unless the order is paid, or is a
 * pay-at-store order whose buyer did not come (`isMissed`).
 */
export function remainingCredit(
  order: Pick<OrderRow, 'payAtStore' | 'paymentStatus' | 'fulfilmentStatus' | 'credit' | 'creditReturned'>,
): number {
  return isPaid(order) || isMissed(order) ? order.credit - order.creditReturned : 0
}

/**
 * The store credit that a price reduction can return. Placing an order to be paid at the store spends its credit. So a
 * reduction can return this credit before the order is paid.
 */
export function reducibleCredit(order: Pick<OrderRow, 'status'> & Parameters<typeof remainingCredit>[0]): number {
  return isToPay(order) && order.status === 'NEW' ? order.credit - order.creditReturned : remainingCredit(order)
}

/** Whether the shopper must still pay for the whole order at the hand-over. */
export const isToPay = (order: AtStore): boolean => isUnpaidAtStore(order) && !isMissed(order)

/**
 * Whether the buyer of a pay-at-store order did not come. Nobody pays such an order any more, but its store credit is
 * spent, because placing the order spent it.
 */
export const isMissed = (order: AtStore): boolean => isUnpaidAtStore(order) && order.fulfilmentStatus === 'NO_SHOW'

type AtStore = Pick<OrderRow, 'payAtStore' | 'paymentStatus' | 'fulfilmentStatus'>
const isUnpaidAtStore = ({ payAtStore, paymentStatus }: AtStore) => payAtStore && paymentStatus === 'NOT_PAID'

/** Whether an order is paid, online or at the store. */
export const isPaid = ({ paymentStatus }: Pick<OrderRow, 'paymentStatus'>): boolean =>
  paymentStatus === 'PAID_ONLINE' || paymentStatus === 'PAID_AT_STORE'

/**
 * How much of the payments for an order was refunded. Ignores an unpaid balance. An order that is still to be paid at
 * the store is never `FULL`, even if all of its store credit was returned. `unreceived` is the part of the bill that
 * should have been paid online, but never arrived.
 */
export function refundStatusOf(
  order: Sums & OrderStatuses & Refunds & Pick<OrderRow, 'payAtStore' | 'creditReturned'>,
  unreceived = 0,
): Order['refundStatus'] {
  if (order.refunding > 0 || (order.status === 'CANCELLED' && refundable(order) > unreceived)) return 'PENDING'
  const returned = order.refunded + order.creditReturned
  if (returned === 0) return 'NONE'
  if (order.status === 'NEW' && isToPay(order)) return 'PARTIAL'
  const paid = receivedOnline(order) - unreceived + collectedAmount(order) + order.credit
  return returned < paid ? 'PARTIAL' : 'FULL'
}

import type { Method } from './checkout.ts'
import type { MessageKey } from './messages.ts'
import type { Money } from './money.ts'
import type { FulfilmentStatus, Order } from './orders.ts'

export const handedOverStatuses: readonly FulfilmentStatus[] = ['PICKED_UP', 'DELIVERED', 'SERVED']
const endedStatuses: readonly FulfilmentStatus[] = ['NO_SHOW', 'CANCELLED']

/**
 * Returns the state of a deposit order's balance, if it was not paid online. The store collects the balance at the
 * hand-over. The balance is void if the order fails or is never handed over.
 */
export function balanceState({ status, fulfilmentStatus }: Pick<Order, 'status' | 'fulfilmentStatus'>) {
  if (handedOverStatuses.includes(fulfilmentStatus)) return 'paid'
  return status === 'FAILED' || endedStatuses.includes(fulfilmentStatus) ? 'void' : 'due'
}

/**
 * The total of an order's online payments, made or due: the amount due with the order, plus a balance that was paid
 * online.
 */
export function paidOnline({
  amountDue,
  balance,
  balanceStatus,
}: { amountDue: Money; balance: Money } & Partial<Pick<Order, 'balanceStatus'>>): Money {
  return balanceStatus === 'PAID' ? { ...amountDue, amount: amountDue.amount + balance.amount } : amountDue
}

/**
 * Returns the text key of the balance's label. A bill has no order status yet, so the default statuses apply to a bill.
 */
export function balanceLabel({
  method,
  status = 'INTERIM',
  fulfilmentStatus = 'NONE',
  balanceStatus,
}: { method: Method } & Partial<Pick<Order, 'status' | 'fulfilmentStatus' | 'balanceStatus'>>): MessageKey {
  if (balanceStatus === 'PAID') return 'money.balance_online'
  const state = balanceState({ status, fulfilmentStatus })
  return state === 'void' ? 'money.balance_void' : `money.balance_${state}_${method}`
}

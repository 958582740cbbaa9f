import type { Method } from './checkout.ts'
import type { MessageKey } from './messages.ts'
import type { Money } from './money.ts'
import type { FulfilmentStatus, Order } from './orders.ts'

const handedOver: readonly FulfilmentStatus[] = ['PICKED_UP', 'DELIVERED', 'SERVED']
const over: readonly FulfilmentStatus[] = ['NO_SHOW', 'CANCELLED']

/**
 * How the rest of an order with a deposit stands where it was not paid online before: it is taken when the order is handed
 * over, and not at all once that ended otherwise.
 */
export function balanceState({ status, fulfilmentStatus }: Pick<Order, 'status' | 'fulfilmentStatus'>) {
  if (handedOver.includes(fulfilmentStatus)) return 'paid'
  return status === 'FAILED' || over.includes(fulfilmentStatus) ? 'void' : 'due'
}

/** What is, or was, paid online: what was due with the order, and the rest of a deposit that was paid later. */
export function paidOnline({
  amountDue,
  balance,
  balanceStatus,
}: { amountDue: Money; balance: Money } & Partial<Pick<Order, 'balanceStatus'>>): Money {
  return balanceStatus === 'PAID' ? { ...amountDue, amount: amountDue.amount + balance.amount } : amountDue
}

/** What that rest is called, on a bill too, which has no status yet. */
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

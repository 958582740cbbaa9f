import type { Method } from './checkout.ts'
import type { MessageKey } from './messages.ts'
import type { Money } from './money.ts'
import type { FulfilmentStatus, Order } from './orders.ts'

const handedOver: readonly FulfilmentStatus[] = ['PICKED_UP', 'DELIVERED', 'SERVED']
const over: readonly FulfilmentStatus[] = ['NO_SHOW', 'CANCELLED']

/**
 * State of a deposit order's balance that was not paid online. The store takes it at the hand-over. It is void if the
 * order fails or is never handed over.
 */
export function balanceState({ status, fulfilmentStatus }: Pick<Order, 'status' | 'fulfilmentStatus'>) {
  if (handedOver.includes(fulfilmentStatus)) return 'paid'
  return status === 'FAILED' || over.includes(fulfilmentStatus) ? 'void' : 'due'
}

/** The amount due online: the amount due with the order, plus a balance that was paid online later. */
export function paidOnline({
  amountDue,
  balance,
  balanceStatus,
}: { amountDue: Money; balance: Money } & Partial<Pick<Order, 'balanceStatus'>>): Money {
  return balanceStatus === 'PAID' ? { ...amountDue, amount: amountDue.amount + balance.amount } : amountDue
}

/** The text key of the balance's label. Bills use it too; they have no order status yet. */
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

import type { Money } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'

/** The amount that the shopper still has to pay. Staff collect it at the hand-over, unless the shopper pays online. */
export function openAmount({ paymentStatus, amountDue, balance, balanceStatus }: Order): Money {
  if (paymentStatus === 'NOT_PAID') return { ...amountDue, amount: amountDue.amount + balance.amount }
  const isBalanceOpen = balanceStatus === 'DUE' || balanceStatus === 'PENDING'
  return { ...amountDue, amount: isBalanceOpen ? balance.amount : 0 }
}

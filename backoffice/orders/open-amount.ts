import type { Money } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'

/**
 * The amount that staff still have to collect at hand-over. For a pending order, the amount that the shopper still has
 * to pay online.
 */
export function openAmount({ paymentStatus, amountDue, balance, balanceStatus }: Order): Money {
  if (paymentStatus === 'NOT_PAID') return { ...amountDue, amount: amountDue.amount + balance.amount }
  const isBalanceOpen = balanceStatus === 'DUE' || balanceStatus === 'PENDING'
  return { ...amountDue, amount: isBalanceOpen ? balance.amount : 0 }
}

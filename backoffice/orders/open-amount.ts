import type { Money } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'

/**
 * The amount that staff still have to collect at hand-over. For a pending order, the amount that the shopper still has
 * to pay online.
 */
export function openAmount({ paymentStatus, amountDue, balance, balanceStatus }: Order): Money {
  const isBalanceOpen = balanceStatus === 'DUE' || balanceStatus === 'PENDING'
  const unpaid = paymentStatus === 'NOT_PAID'
  const amount = unpaid ? amountDue.amount + balance.amount : isBalanceOpen ? balance.amount : 0
  return { ...amountDue, amount }
}

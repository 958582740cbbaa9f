import { moreBase } from '#contract/constants.ts'
import type { Order } from '#contract/orders.ts'
import { useEvents } from '#ui/hooks/use-events.ts'
import { isOver } from './order-progress.tsx'

/** Keeps a page about an order up to date while the order can change and the page is visible. */
export function useLive(order: Order, token: string | null) {
  const query = token ? `?${new URLSearchParams({ token })}` : ''
  const address = `${moreBase}/orders/${order.orderID}/events${query}`
  useEvents(canChange(order) ? address : null, ['changed'])
}

/** Whether the order can still change: by the store's work, or by a pending refund. */
function canChange(order: Order): boolean {
  return order.refundStatus === 'PENDING' || (order.status === 'NEW' && !isOver(order))
}

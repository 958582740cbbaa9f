import { moreBase } from '#contract/constants.ts'
import type { Order } from '#contract/orders.ts'
import { useEvents } from '#ui/hooks/use-events.ts'
import { isFinished } from './order-progress.tsx'

/** Keeps an order's page up to date while the order can still change and the page is visible. */
export function useOrderEvents(order: Order, token: string | null) {
  const query = token ? `?${new URLSearchParams({ token })}` : ''
  const eventsUrl = `${moreBase}/orders/${order.orderID}/events${query}`
  useEvents(canChange(order) ? eventsUrl : null, ['changed'])
}

/** Whether the order can still change, because the store works on it or a refund is pending. */
function canChange(order: Order): boolean {
  return order.refundStatus === 'PENDING' || (order.status === 'NEW' && !isFinished(order))
}

import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { moreBase } from '#contract/constants.ts'
import type { Order } from '#contract/orders.ts'
import { isOver } from './order-progress.tsx'

/** Polling interval while the server's event stream fails. */
const askEveryMs = 20_000

/**
 * Keeps a page about an order up to date while the order can change and the page is visible. The server publishes
 * changes; the page then revalidates. A hidden page closes the stream and revalidates once it is visible again.
 */
export function useLive(order: Order, token: string | null) {
  const { revalidate } = useRevalidator()
  const { orderID } = order
  const isMoving = canChange(order)
  useEffect(() => {
    if (!isMoving) return
    const query = token ? `?${new URLSearchParams({ token })}` : ''
    let source: EventSource | undefined
    let timer: ReturnType<typeof setInterval> | undefined
    const stop = () => {
      source?.close()
      clearInterval(timer)
      source = undefined
    }
    const start = () => {
      source = new EventSource(`${moreBase}/orders/${orderID}/events${query}`)
      source.addEventListener('changed', () => revalidate())
      source.addEventListener('open', () => {
        clearInterval(timer)
        // Catches up on changes before this connection.
        revalidate()
      })
      source.addEventListener('error', () => {
        clearInterval(timer)
        timer = setInterval(() => revalidate(), askEveryMs)
      })
    }
    const follow = () => {
      stop()
      if (document.visibilityState === 'visible') start()
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', follow)
    }
  }, [isMoving, orderID, token, revalidate])
}

/** Whether the order can still change: by the store's work, or by a pending refund. */
function canChange(order: Order): boolean {
  return order.refundStatus === 'PENDING' || (order.status === 'NEW' && !isOver(order))
}

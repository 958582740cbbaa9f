import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { moreBase } from '#contract/constants.ts'
import type { Order } from '#contract/orders.ts'
import { isOver } from './life.tsx'

/** Where the server's word does not get through, it is asked this often. */
const askEveryMs = 20_000

/**
 * Keeps a page about an order up to date while it can still change and somebody looks: the server says when, the page
 * loads its data anew. A hidden page listens to nothing, and looks at once when it is seen again.
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
        // What happened since the page was made, or between two connections, was said to nobody.
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

/** Whether something is still to be expected: the store's work, or money on its way back. */
function canChange(order: Order): boolean {
  return order.refundStatus === 'PENDING' || (order.status === 'NEW' && !isOver(order))
}

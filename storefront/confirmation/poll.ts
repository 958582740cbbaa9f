import { useEffect, useState } from 'react'
import { useFetcher, useLocation, useRevalidator } from 'react-router'
import { pendingTimeoutMs, pollIntervalMs, slowPollIntervalMs } from '#contract/constants.ts'
import type { OrderSnapshot } from './order-snapshot.ts'

/** The query parameter that marks a request as a poll. For a failed poll, `clientLoader` returns null, not an error. */
export const pollParameter = 'poll'

/**
 * The latest state of an order. Polls every 2 seconds while the order is pending and the page is visible, and at once
 * when the page becomes visible. Polls an e-transfer, which takes long, every 30 seconds. After a failed poll the page
 * stays the same and polling continues.
 */
export function usePolledOrder(initial: OrderSnapshot): OrderSnapshot {
  const fetcher = useFetcher<OrderSnapshot | null>()
  const { revalidate } = useRevalidator()
  const isSame = fetcher.data?.order.orderID === initial.order.orderID
  const polled = (isSame && fetcher.data) || initial
  const current = initial.order.status === 'INTERIM' ? polled : initial
  const isPending = current.order.status === 'INTERIM'
  const intervalMs = current.transfer ? slowPollIntervalMs : pollIntervalMs
  const { load } = fetcher
  // Uses the router's location instead of `window.location`. When the shopper goes back, the browser's URL changes
  // at once, but the router still shows this page while it loads the previous page.
  const { pathname, search } = useLocation()
  const isPolling = fetcher.state !== 'idle'
  useEffect(() => {
    if (!isPending) return
    const poll = () => {
      if (document.visibilityState !== 'visible') return
      const query = new URLSearchParams(search)
      query.set(pollParameter, '1')
      load(`${pathname}?${query}`)
    }
    const timer = setInterval(() => isPolling || poll(), intervalMs)
    // Polls again even if a request is pending. A phone may have suspended that request while the wallet was open.
    document.addEventListener('visibilitychange', poll)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', poll)
    }
  }, [isPending, isPolling, intervalMs, load, pathname, search])

  // Reloads the rest of the page (title, cart badge) once, when the order is settled.
  const hasSettled = initial.order.status === 'INTERIM' ? !isPending : initial.isJustSettled
  useEffect(() => {
    if (hasSettled) revalidate()
  }, [hasSettled, revalidate])
  return current
}

/**
 * Whether the payment takes longer than expected. `waitedMs` is the time from the placing of the order to the opening
 * of the page.
 */
export function useIsPaymentSlow(waitedMs: number): boolean {
  const [isSlow, setSlow] = useState(waitedMs >= pendingTimeoutMs)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), Math.max(0, pendingTimeoutMs - waitedMs))
    return () => clearTimeout(timer)
  }, [waitedMs])
  return isSlow
}

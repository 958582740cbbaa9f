import { useEffect, useState } from 'react'
import { useFetcher, useLocation, useRevalidator } from 'react-router'
import { pendingPatienceMs, pollIntervalMs } from '#contract/constants.ts'
import type { Seen } from './seen.ts'

/** Marks a question of the poll: one that gets no answer is not a page that failed. */
export const pollMark = 'poll'

/**
 * The newest that is known of an order. While it is pending the server is asked every 2 seconds as long as the page is
 * visible, and at once when it becomes visible again; a question without an answer changes nothing, and it goes on.
 */
export function usePolled(first: Seen): Seen {
  const fetcher = useFetcher<Seen | null>()
  const { revalidate } = useRevalidator()
  const isSame = fetcher.data?.order.orderID === first.order.orderID
  const newest = (isSame && fetcher.data) || first
  const seen = first.order.status === 'INTERIM' ? newest : first
  const isPending = seen.order.status === 'INTERIM'
  const { load } = fetcher
  // The router's address: after Back the browser's is another page's while this one is still shown.
  const { pathname, search } = useLocation()
  const isAsking = fetcher.state !== 'idle'
  useEffect(() => {
    if (!isPending) return
    const ask = () => {
      if (document.visibilityState !== 'visible' || isAsking) return
      const query = new URLSearchParams(search)
      query.set(pollMark, '1')
      load(`${pathname}?${query}`)
    }
    const timer = setInterval(ask, pollIntervalMs)
    document.addEventListener('visibilitychange', ask)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [isPending, isAsking, load, pathname, search])

  // The rest of the page (title, cart badge) follows once, when the waiting is over.
  const isSettledHere = first.order.status === 'INTERIM' ? !isPending : first.isJustSettled
  useEffect(() => {
    if (isSettledHere) revalidate()
  }, [isSettledHere, revalidate])
  return seen
}

/** Whether it already takes longer than one expects. `waitedMs` is how long it took before this page was opened. */
export function usePatience(waitedMs: number): boolean {
  const [isLong, setLong] = useState(waitedMs >= pendingPatienceMs)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), Math.max(0, pendingPatienceMs - waitedMs))
    return () => clearTimeout(timer)
  }, [waitedMs])
  return isLong
}

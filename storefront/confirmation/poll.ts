import { useEffect, useState } from 'react'
import { useFetcher, useLocation, useRevalidator } from 'react-router'
import { pendingPatienceMs, pollIntervalMs } from '#contract/constants.ts'
import type { Seen } from './seen.ts'

/** Marks a poll request: its failure is not a failure of the page. */
export const pollMark = 'poll'

/**
 * The latest state of an order. Polls every 2 seconds while it is pending and the page is visible. A page that becomes
 * visible polls at once. A failed poll changes nothing; polling continues.
 */
export function usePolled(first: Seen): Seen {
  const fetcher = useFetcher<Seen | null>()
  const { revalidate } = useRevalidator()
  const isSame = fetcher.data?.order.orderID === first.order.orderID
  const newest = (isSame && fetcher.data) || first
  const seen = first.order.status === 'INTERIM' ? newest : first
  const isPending = seen.order.status === 'INTERIM'
  const { load } = fetcher
  // The router's address: after Back the browser's address already belongs to another page while this one is still
  // shown.
  const { pathname, search } = useLocation()
  const isAsking = fetcher.state !== 'idle'
  useEffect(() => {
    if (!isPending) return
    const ask = () => {
      if (document.visibilityState !== 'visible') return
      const query = new URLSearchParams(search)
      query.set(pollMark, '1')
      load(`${pathname}?${query}`)
    }
    const timer = setInterval(() => isAsking || ask(), pollIntervalMs)
    // Also while a poll is under way: a phone may have suspended its request while the wallet was in front.
    document.addEventListener('visibilitychange', ask)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [isPending, isAsking, load, pathname, search])

  // The rest of the page (title, cart badge) reloads once, when the order is settled.
  const isSettledHere = first.order.status === 'INTERIM' ? !isPending : first.isJustSettled
  useEffect(() => {
    if (isSettledHere) revalidate()
  }, [isSettledHere, revalidate])
  return seen
}

/** Whether the payment takes longer than expected. `waitedMs` is the time before this page opened. */
export function usePatience(waitedMs: number): boolean {
  const [isLong, setLong] = useState(waitedMs >= pendingPatienceMs)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), Math.max(0, pendingPatienceMs - waitedMs))
    return () => clearTimeout(timer)
  }, [waitedMs])
  return isLong
}

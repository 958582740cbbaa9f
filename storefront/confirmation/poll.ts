import { useEffect, useState } from 'react'
import { useFetcher, useLocation, useRevalidator } from 'react-router'
import { pendingPatienceMs, pollIntervalMs, slowPollIntervalMs } from '#contract/constants.ts'
import type { Seen } from './seen.ts'

/** The query parameter of poll requests. A failed poll does not change the page. */
export const pollMark = 'poll'

/**
 * The latest state of an order. Polls every 2 seconds while the order is pending and the page is visible, and at once
 * when the page becomes visible. Polls an e-transfer, which takes long, every 30 seconds. After a failed poll the page
 * stays the same and polling continues.
 */
export function usePolled(first: Seen): Seen {
  const fetcher = useFetcher<Seen | null>()
  const { revalidate } = useRevalidator()
  const isSame = fetcher.data?.order.orderID === first.order.orderID
  const newest = (isSame && fetcher.data) || first
  const seen = first.order.status === 'INTERIM' ? newest : first
  const isPending = seen.order.status === 'INTERIM'
  const intervalMs = seen.transfer ? slowPollIntervalMs : pollIntervalMs
  const { load } = fetcher
  // Uses the router's location. After Back, the browser's URL already belongs to another page while this page is
  // still shown.
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
    const timer = setInterval(() => isAsking || ask(), intervalMs)
    // Polls again even if a request is pending. A phone may have suspended that request while the wallet was open.
    document.addEventListener('visibilitychange', ask)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [isPending, isAsking, intervalMs, load, pathname, search])

  // Reloads the rest of the page (title, cart badge) once, when the order is settled.
  const isSettledHere = first.order.status === 'INTERIM' ? !isPending : first.isJustSettled
  useEffect(() => {
    if (isSettledHere) revalidate()
  }, [isSettledHere, revalidate])
  return seen
}

/**
 * Whether the payment takes longer than expected. `waitedMs` is the time from the placing of the order to the opening
 * of the page.
 */
export function usePatience(waitedMs: number): boolean {
  const [isLong, setLong] = useState(waitedMs >= pendingPatienceMs)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), Math.max(0, pendingPatienceMs - waitedMs))
    return () => clearTimeout(timer)
  }, [waitedMs])
  return isLong
}

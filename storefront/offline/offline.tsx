import { useEffect, useSyncExternalStore } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { checkReachable, isReachable, onReachability } from '#storefront/core/client-state/reachability.ts'
import { prefetch } from '#storefront/core/scripts/prefetch.ts'
import { useShop } from '#storefront/core/shop.ts'
import './offline.css'

const askAgainMs = 5000

/** Caches visited pages for offline use. Shows a note while the shop is unreachable and its data may be outdated. */
export function Offline() {
  useVisits()
  const isThere = useSyncExternalStore(onReachability, isReachable, () => true)
  return <div role="status">{!isThere && <Banner />}</div>
}

function Banner() {
  const { t } = useShop()
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const ask = async () => {
      if (await checkReachable()) await revalidate()
    }
    const timer = setInterval(ask, askAgainMs)
    window.addEventListener('online', ask)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', ask)
    }
  }, [revalidate])
  return <p className="offline">{t('shell.offline')}</p>
}

/**
 * Reports each visited page to the service worker, after the page's own requests. Does nothing during development, on
 * slow connections or with data saving.
 */
function useVisits() {
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator) || prefetch() === 'none') return
    const url = new URL(pathname + search, window.location.href)
    return whenIdle(() => void import('./registration.ts').then(({ visit }) => visit(url)))
  }, [pathname, search])
}

/** Runs `work` once the page is loaded and idle. Returns a function that cancels it. */
function whenIdle(work: () => void): () => void {
  let called = 0
  // Uses a timer in Safari, which has no `requestIdleCallback`.
  const wait = window.requestIdleCallback ?? ((work: () => void) => window.setTimeout(work, 2000))
  const callOff = window.cancelIdleCallback ?? window.clearTimeout
  const begin = () => {
    called = wait(work)
  }
  if (document.readyState === 'complete') begin()
  else window.addEventListener('load', begin, { once: true })
  return () => {
    window.removeEventListener('load', begin)
    callOff(called)
  }
}

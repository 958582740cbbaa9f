import { useEffect, useSyncExternalStore } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { checkReachable, isReachable, onReachability } from '#storefront/core/client-state/reachability.ts'
import { prefetch } from '#storefront/core/scripts/prefetch.ts'
import { useShop } from '#storefront/core/shop.ts'
import './offline.css'

const retryIntervalMs = 5000

/** Caches visited pages for offline use. Shows a note while the shop is unreachable and its data may be outdated. */
export function Offline() {
  useVisits()
  const isOnline = useSyncExternalStore(onReachability, isReachable, () => true)
  return <div role="status">{!isOnline && <Banner />}</div>
}

function Banner() {
  const { t } = useShop()
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const retry = async () => {
      if (await checkReachable()) await revalidate()
    }
    const timer = setInterval(retry, retryIntervalMs)
    window.addEventListener('online', retry)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', retry)
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

/** Runs `action` once the page is loaded and idle. Returns a function that cancels it. */
function whenIdle(action: () => void): () => void {
  let handle = 0
  // Uses a timer in Safari, which has no `requestIdleCallback`.
  const schedule = window.requestIdleCallback ?? ((work: () => void) => window.setTimeout(work, 2000))
  const cancel = window.cancelIdleCallback ?? window.clearTimeout
  const start = () => {
    handle = schedule(action)
  }
  if (document.readyState === 'complete') start()
  else window.addEventListener('load', start, { once: true })
  return () => {
    window.removeEventListener('load', start)
    cancel(handle)
  }
}

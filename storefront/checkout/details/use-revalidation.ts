import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

const staleAfterMs = 5 * 60_000

/**
 * Reloads a page that the browser restores from its back/forward cache, for example after a payment page. The buttons
 * of such a page are still busy with leaving it. A page of an account may belong to a member who has signed out.
 */
export function useReloadWhenRestored() {
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && window.location.reload()
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [])
}

/**
 * Revalidates prices, stock and times when a shopper returns to a page that is older than five minutes. Reloads a page
 * that the browser restores from its back/forward cache.
 */
export function useRevalidateWhenStale(loadedAt: number) {
  const { revalidate } = useRevalidator()
  useReloadWhenRestored()
  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === 'visible' && Date.now() - loadedAt > staleAfterMs) revalidate()
    }
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [loadedAt, revalidate])
}

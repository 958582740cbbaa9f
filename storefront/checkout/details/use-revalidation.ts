import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

const staleAfterMs = 5 * 60_000

/**
 * Revalidates prices, stock and times when a shopper returns to a page that is older than five minutes. Reloads a page
 * that the browser restores from its back/forward cache, for example after a payment page.
 */
export function useRevalidateWhenStale(loadedAt: number) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === 'visible' && Date.now() - loadedAt > staleAfterMs) revalidate()
    }
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && window.location.reload()
    document.addEventListener('visibilitychange', onVisible)
    window.addEventListener('pageshow', onShow)
    return () => {
      document.removeEventListener('visibilitychange', onVisible)
      window.removeEventListener('pageshow', onShow)
    }
  }, [loadedAt, revalidate])
}

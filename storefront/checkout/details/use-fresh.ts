import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

const staleMs = 5 * 60_000

/**
 * Prices, stock and times are looked up again when a shopper comes back to a page that was loaded at `loadedAt`, more
 * than five minutes before. A page that the browser took out of its memory (back from a payment page) is loaded anew.
 */
export function useFresh(loadedAt: number) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === 'visible' && Date.now() - loadedAt > staleMs) revalidate()
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

import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { useReloadWhenRestored } from '#storefront/core/client-state/use-reload-when-restored.ts'

const staleAfterMs = 5 * 60_000

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

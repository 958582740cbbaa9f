import { useEffect } from 'react'

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

import { useEffect } from 'react'

/**
 * Reloads a page that the browser restores from its back/forward cache, for example after a payment page. There are two
 * reasons: the button that left the page would still be disabled, and an account page could show the data of a member
 * who has signed out.
 */
export function useReloadWhenRestored() {
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && window.location.reload()
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [])
}

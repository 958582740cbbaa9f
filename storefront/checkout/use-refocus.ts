import { useLayoutEffect, useRef } from 'react'

/**
 * Focuses a heading or alert whenever `news` changes to a truthy value, so that it is visible and screen readers
 * announce it.
 */
export function useRefocus<Target extends HTMLElement>(news: unknown) {
  const target = useRef<Target>(null)
  useLayoutEffect(() => {
    if (!news || !target.current) return
    window.scrollTo({ top: 0 })
    target.current.focus({ preventScroll: true })
    // On a short screen, the alert may extend below the window or behind a fixed bar. If so, scrolls it into view.
    const alert = target.current.closest('.alert')
    if (alert && alert.getBoundingClientRect().bottom > endOfSight()) alert.scrollIntoView()
  }, [news])
  return target
}

function endOfSight() {
  const { scrollPaddingBlockEnd } = getComputedStyle(document.documentElement)
  return window.innerHeight - (Number.parseFloat(scrollPaddingBlockEnd) || 0)
}

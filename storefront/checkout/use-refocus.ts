import { useLayoutEffect, useRef } from 'react'

/**
 * Focuses a heading or alert whenever `trigger` changes to a truthy value, so that it is visible and screen readers
 * announce it.
 */
export function useRefocus<Target extends HTMLElement>(trigger: unknown) {
  const target = useRef<Target>(null)
  useLayoutEffect(() => {
    if (!trigger || !target.current) return
    window.scrollTo({ top: 0 })
    target.current.focus({ preventScroll: true })
    // On a short screen, the alert may extend below the window or behind a fixed bar. If so, scrolls it into view.
    const alert = target.current.closest('.alert')
    if (alert && alert.getBoundingClientRect().bottom > visibleBottom()) alert.scrollIntoView()
  }, [trigger])
  return target
}

function visibleBottom() {
  const { scrollPaddingBlockEnd } = getComputedStyle(document.documentElement)
  return window.innerHeight - (Number.parseFloat(scrollPaddingBlockEnd) || 0)
}

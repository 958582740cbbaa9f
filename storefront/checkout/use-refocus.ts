import { useLayoutEffect, useRef } from 'react'

/**
 * A heading or alert that takes the focus whenever `news` changes to something: what happened is read out, and in
 * sight.
 */
export function useRefocus<Target extends HTMLElement>(news: unknown) {
  const target = useRef<Target>(null)
  useLayoutEffect(() => {
    if (!news || !target.current) return
    window.scrollTo({ top: 0 })
    target.current.focus({ preventScroll: true })
    // On a short screen an alert is below the end of it, or behind what is fixed there.
    const alert = target.current.closest('.alert')
    if (alert && alert.getBoundingClientRect().bottom > endOfSight()) alert.scrollIntoView()
  }, [news])
  return target
}

function endOfSight() {
  const { scrollPaddingBlockEnd } = getComputedStyle(document.documentElement)
  return window.innerHeight - (Number.parseFloat(scrollPaddingBlockEnd) || 0)
}

import { useEffect, useRef } from 'react'

/** Focuses the returned target after the work, if the focused element disappeared with it. */
export function useFocusAfter<Target extends HTMLElement>(isBusy: boolean) {
  const target = useRef<Target>(null)
  const wasBusy = useRef(false)
  useEffect(() => {
    if (wasBusy.current && !isBusy && document.activeElement === document.body)
      target.current?.focus({ preventScroll: true })
    wasBusy.current = isBusy
  }, [isBusy])
  return target
}

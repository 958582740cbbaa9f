import { useEffect, useRef } from 'react'

/** Returns a ref. When `isBusy` ends and the focused element has disappeared, the ref's element gets the focus. */
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

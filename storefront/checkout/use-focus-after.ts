import { useEffect, useRef } from 'react'

/** What says how it came out: takes the focus after the work, where what was pressed is gone with it. */
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

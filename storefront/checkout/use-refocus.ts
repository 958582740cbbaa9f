import { useLayoutEffect, useRef } from 'react'

/** A heading or alert that takes the focus whenever `news` changes to something: what happened is read out, and in sight. */
export function useRefocus<Target extends HTMLElement>(news: unknown) {
  const target = useRef<Target>(null)
  useLayoutEffect(() => {
    if (!news || !target.current) return
    window.scrollTo({ top: 0 })
    target.current.focus({ preventScroll: true })
  }, [news])
  return target
}

import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'

let isFirstLoad = true
let savedY = 0

/**
 * Keeps the visitor's scroll position during the first load. `ScrollRestoration` would treat the end of that load as a
 * new page and scroll to the top. Render `SaveInitialScroll` before `ScrollRestoration`, and `RestoreInitialScroll`
 * after it.
 */
export function SaveInitialScroll() {
  useLayoutEffect(() => {
    if (isFirstLoad) savedY = window.scrollY
  })
  return null
}

/** Render after `ScrollRestoration`; see `SaveInitialScroll`. */
export function RestoreInitialScroll() {
  const { key } = useLocation()
  const initialKey = useRef(key)
  useLayoutEffect(() => {
    if (initialKey.current !== key) isFirstLoad = false
    if (isFirstLoad && window.scrollY !== savedY) window.scrollTo({ top: savedY, behavior: 'instant' })
  })
  return null
}

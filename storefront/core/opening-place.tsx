import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'

let isOpening = true
let y = 0

/**
 * Keeps the visitor's scroll position during the first load. `ScrollRestoration` would treat the end of that load as a
 * new page and scroll to the top. Render `NoteOpeningPlace` before `ScrollRestoration`, and `KeepOpeningPlace` after
 * it.
 */
export function NoteOpeningPlace() {
  useLayoutEffect(() => {
    if (isOpening) y = window.scrollY
  })
  return null
}

/** Render after `ScrollRestoration`; see `NoteOpeningPlace`. */
export function KeepOpeningPlace() {
  const { key } = useLocation()
  const opening = useRef(key)
  useLayoutEffect(() => {
    if (opening.current !== key) isOpening = false
    if (isOpening && window.scrollY !== y) window.scrollTo({ top: y, behavior: 'instant' })
  })
  return null
}

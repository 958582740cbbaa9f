import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'

let isOpening = true
let y = 0

/**
 * Around `ScrollRestoration`, which takes the end of the first loading for a new page and goes to its top: whoever
 * scrolled meanwhile stays where they are until they go to another page.
 */
export function NoteOpeningPlace() {
  useLayoutEffect(() => {
    if (isOpening) y = window.scrollY
  })
  return null
}

/** Stands behind `ScrollRestoration`: see `NoteOpeningPlace`. */
export function KeepOpeningPlace() {
  const { key } = useLocation()
  const opening = useRef(key)
  useLayoutEffect(() => {
    if (opening.current !== key) isOpening = false
    if (isOpening && window.scrollY !== y) window.scrollTo({ top: y, behavior: 'instant' })
  })
  return null
}

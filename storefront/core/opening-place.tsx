import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'

let isOpening = true
let y = 0

/**
 * `ScrollRestoration` treats the end of the first load as a new page and scrolls to its top. `NoteOpeningPlace` before
 * it and `KeepOpeningPlace` after it keep the visitor's position until the next navigation.
 */
export function NoteOpeningPlace() {
  useLayoutEffect(() => {
    if (isOpening) y = window.scrollY
  })
  return null
}

/** Renders after `ScrollRestoration`; see `NoteOpeningPlace`. */
export function KeepOpeningPlace() {
  const { key } = useLocation()
  const opening = useRef(key)
  useLayoutEffect(() => {
    if (opening.current !== key) isOpening = false
    if (isOpening && window.scrollY !== y) window.scrollTo({ top: y, behavior: 'instant' })
  })
  return null
}

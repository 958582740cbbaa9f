import type { FocusEvent, MouseEvent } from 'react'
import { useRef } from 'react'
import type { Active } from './places.ts'
import { cellKey, focusCell, placeOf } from './places.ts'

export type CellFocus = ReturnType<typeof useCellFocus>

/** Makes a cell active when it gets the focus, and selects its text. A second click puts a caret in the text. */
export function useCellFocus({ active, setActive }: { active: Active; setActive: (active: Active) => void }) {
  /** Whether the keys Left, Right, Home and End move the caret in the cell. If not, they move to another cell. */
  const isCaret = useRef(false)
  /** The text of the active cell when it got the focus. */
  const initialText = useRef('')
  /**
   * Whether `goTo` is moving the focus. In that case, `goTo` has already set the active cell, so `handleFocus` must not
   * set the active cell again.
   */
  const isProgrammaticFocus = useRef(false)

  /** Moves the focus to a cell. `handleFocus` then leaves the selection as it is. */
  function goTo(place: Active) {
    setActive(place)
    isProgrammaticFocus.current = true
    focusCell(place)
    isProgrammaticFocus.current = false
  }

  function handleFocus({ target }: FocusEvent<HTMLTableElement>) {
    const input: EventTarget = target
    const place = placeOf(input)
    if (!place || !(input instanceof HTMLInputElement)) return
    isCaret.current = false
    initialText.current = input.value
    input.select()
    if (!isProgrammaticFocus.current && cellKey(place) !== cellKey(active)) setActive({ ...place, anchor: place.row })
  }

  function handleMouseDown(event: MouseEvent<HTMLTableElement>) {
    const place = placeOf(event.target)
    if (!place) return
    if (event.target === document.activeElement) {
      isCaret.current = true
      return
    }
    // The first click only selects the cell, so the browser must not put the caret into it.
    event.preventDefault()
    const isRange = event.shiftKey && place.column === active.column
    goTo({ ...place, anchor: isRange ? active.anchor : place.row })
  }

  return { isCaret, initialText, goTo, handleFocus, handleMouseDown }
}

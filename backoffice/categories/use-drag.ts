import type { PointerEvent } from 'react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Node, Place } from './tree.ts'
import { isWithin, placeOf } from './tree.ts'

/**
 * The place where the dragged category would go: before or after the category under the pointer, or, for `below`,
 * inside it as its last subcategory.
 */
export interface Target {
  category: string
  side: 'before' | 'below' | 'after'
}

/** How far a pointer moves before a press becomes a drag, in pixels. */
const leastDrag = 6
/**
 * During a drag, the page scrolls if the pointer is at most this far from the top or bottom of the window, in pixels.
 */
const edge = 90
const scrollStep = 12

/** Drags categories with a mouse, a pen or a finger. Calls `move` when a category is dropped. */
export function useDrag(rows: readonly Node[], move: (category: string, place: Place) => void) {
  const [dragged, setDragged] = useState<string | null>(null)
  const [target, setTarget] = useState<Target | null>(null)
  const press = useRef<{ category: string; y: number; isDrag: boolean } | null>(null)
  /** Whether the last press was a drag. After a drag, the browser also sends a click, which `onClick` must ignore. */
  const wasDrag = useRef(false)

  const end = useCallback(() => {
    press.current = null
    setDragged(null)
    setTarget(null)
  }, [])

  useEffect(() => {
    if (!dragged) return
    const stop = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      end()
    }
    addEventListener('keydown', stop, true)
    return () => removeEventListener('keydown', stop, true)
  }, [dragged, end])

  function targetAt(category: string, { clientX, clientY }: PointerEvent): Target | null {
    const row = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-category]')
    const over = row?.dataset.category
    if (!row || !over || isWithin(rows, over, category)) return null
    const { top, height } = row.getBoundingClientRect()
    const part = (clientY - top) / height
    return { category: over, side: part < 0.3 ? 'before' : part > 0.7 ? 'after' : 'below' }
  }

  /** The event handlers of a category's handle. `onTap` is called for a press without a drag. */
  const handle = (category: string, onTap: () => void) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      press.current = { category, y: event.clientY, isDrag: false }
      wasDrag.current = false
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const pressed = press.current
      if (!pressed) return
      if (!pressed.isDrag && Math.abs(event.clientY - pressed.y) < leastDrag) return
      pressed.isDrag = true
      wasDrag.current = true
      setDragged(category)
      setTarget(targetAt(category, event))
      if (event.clientY < edge) scrollBy(0, -scrollStep)
      else if (event.clientY > innerHeight - edge) scrollBy(0, scrollStep)
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const isDrag = press.current?.isDrag
      const found = isDrag ? targetAt(category, event) : null
      end()
      if (found) move(category, placeAt(rows, category, found))
    },
    onPointerCancel: end,
    onClick: () => {
      if (!wasDrag.current) onTap()
      wasDrag.current = false
    },
  })

  return { dragged, target, handle }
}

function placeAt(rows: readonly Node[], category: string, { category: over, side }: Target): Place {
  if (side === 'below') return { parent: over, before: null }
  const { parent, before } = placeOf(rows, over)
  if (side === 'before') return { parent, before: over }
  // A category cannot be placed before itself. If the dragged category directly follows `over`, the target is the place
  // where the dragged category already is.
  return { parent, before: before === category ? placeOf(rows, category).before : before }
}

import type { PointerEvent } from 'react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Node, Place } from './tree.ts'
import { isWithin, placeOf } from './tree.ts'

/**
 * The place where the dragged category would go: before or after `category`, the category under the pointer. With
 * `below`, the place is inside `category`, as its last subcategory.
 */
export interface DropTarget {
  category: string
  side: 'before' | 'below' | 'after'
}

/** How far a pointer moves before a press becomes a drag, in pixels. */
const minDragDistance = 6
/**
 * During a drag, the page scrolls if the pointer is at most this far from the top or bottom of the window, in pixels.
 */
const scrollEdge = 90
const scrollStep = 12

/** A pressed pointer. */
interface Press {
  /** Where the press began, in pixels from the top of the window. */
  startY: number
  isDrag: boolean
}

/** Drags categories with a mouse, a pen or a finger. Calls `move` when a category is dropped. */
export function useDrag(rows: readonly Node[], move: (category: string, place: Place) => void) {
  const [dragged, setDragged] = useState<string | null>(null)
  const [target, setTarget] = useState<DropTarget | null>(null)
  const activePress = useRef<Press | null>(null)
  /** Whether the last press was a drag. The browser sends a click after a drag, which `handleClick` must ignore. */
  const wasDrag = useRef(false)

  const end = useCallback(() => {
    activePress.current = null
    setDragged(null)
    setTarget(null)
  }, [])
  useEscape(dragged !== null, end)

  function handlePress(event: PointerEvent<HTMLElement>) {
    const isMainButton = event.button === 0
    if (!isMainButton) return
    event.currentTarget.setPointerCapture(event.pointerId)
    activePress.current = { startY: event.clientY, isDrag: false }
    wasDrag.current = false
  }

  function handleMove(category: string, event: PointerEvent) {
    const press = activePress.current
    if (!press) return
    const hasMovedFar = Math.abs(event.clientY - press.startY) >= minDragDistance
    if (!press.isDrag && !hasMovedFar) return
    press.isDrag = true
    wasDrag.current = true
    setDragged(category)
    setTarget(targetAt(rows, category, event))
    scrollNearEdge(event.clientY)
  }

  function handleDrop(category: string, event: PointerEvent) {
    const isDrag = activePress.current?.isDrag
    const dropTarget = isDrag ? targetAt(rows, category, event) : null
    end()
    if (dropTarget) move(category, placeOfDrop(rows, category, dropTarget))
  }

  function handleClick(onTap: () => void) {
    if (!wasDrag.current) onTap()
    wasDrag.current = false
  }

  /** The event handlers of a category's handle. `onTap` is called for a press without a drag. */
  const handle = (category: string, onTap: () => void) => ({
    onPointerDown: handlePress,
    onPointerMove: (event: PointerEvent) => handleMove(category, event),
    onPointerUp: (event: PointerEvent) => handleDrop(category, event),
    onPointerCancel: end,
    onClick: () => handleClick(onTap),
  })

  return { dragged, target, handle }
}

/** Calls `cancel` when Escape is pressed during a drag. */
function useEscape(isDragging: boolean, cancel: () => void) {
  useEffect(() => {
    if (!isDragging) return
    const cancelOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      cancel()
    }
    addEventListener('keydown', cancelOnEscape, { capture: true })
    return () => removeEventListener('keydown', cancelOnEscape, { capture: true })
  }, [isDragging, cancel])
}

function scrollNearEdge(clientY: number) {
  if (clientY < scrollEdge) scrollBy(0, -scrollStep)
  else if (clientY > innerHeight - scrollEdge) scrollBy(0, scrollStep)
}

/**
 * Returns the target under the pointer. Null if no category is there, or if the category there is the dragged category
 * or one of its descendants.
 */
function targetAt(rows: readonly Node[], dragged: string, { clientX, clientY }: PointerEvent): DropTarget | null {
  const row = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-category]')
  const category = row?.dataset.category
  if (!row || !category || isWithin(rows, category, dragged)) return null
  const { top, height } = row.getBoundingClientRect()
  return { category, side: sideAt((clientY - top) / height) }
}

/** The side of a row at a height from 0 (its top) to 1 (its bottom). Its middle is the side `below`. */
function sideAt(relativeY: number): DropTarget['side'] {
  if (relativeY < 0.3) return 'before'
  return relativeY > 0.7 ? 'after' : 'below'
}

/** Returns the place of a category that was dropped on the target. */
function placeOfDrop(rows: readonly Node[], dropped: string, { category, side }: DropTarget): Place {
  if (side === 'below') return { parent: category, before: null }
  const { parent, before: next } = placeOf(rows, category)
  if (side === 'before') return { parent, before: category }
  // A category cannot be placed before itself. If the dropped category directly follows the target, it stays there.
  const isAlreadyThere = next === dropped
  return isAlreadyThere ? placeOf(rows, dropped) : { parent, before: next }
}

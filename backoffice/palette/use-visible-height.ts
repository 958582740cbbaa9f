import type { RefObject } from 'react'
import { useEffect } from 'react'

/**
 * Sets `--visible-height` to the height of the window above a phone's keyboard, and `--covered-height` to the height
 * that the keyboard covers.
 */
export function useVisibleHeight(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport
    if (!viewport) return
    const updateHeight = () => {
      element.current?.style.setProperty('--visible-height', `${viewport.height}px`)
      const covered = window.innerHeight - viewport.height - viewport.offsetTop
      element.current?.style.setProperty('--covered-height', `${Math.max(0, covered)}px`)
    }
    updateHeight()
    viewport.addEventListener('resize', updateHeight)
    viewport.addEventListener('scroll', updateHeight)
    return () => {
      viewport.removeEventListener('resize', updateHeight)
      viewport.removeEventListener('scroll', updateHeight)
    }
  }, [element])
}

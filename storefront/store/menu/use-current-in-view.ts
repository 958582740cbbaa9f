import { useEffect, useRef } from 'react'

/**
 * Whenever `current` changes, scrolls a horizontal or vertical list so that its item with `aria-current` is in the
 * middle.
 */
export function useCurrentInView(current: string | undefined) {
  const row = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const list = row.current
    const item = current === undefined ? null : list?.querySelector<HTMLElement>('[aria-current]')
    if (!item || !list) return
    list.scrollTo({
      left: item.offsetLeft - list.clientWidth / 2 + item.offsetWidth / 2,
      top: item.offsetTop - list.clientHeight / 2 + item.offsetHeight / 2,
    })
  }, [current])
  return row
}

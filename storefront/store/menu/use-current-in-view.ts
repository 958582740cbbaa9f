import { useEffect, useRef } from 'react'

/** Scrolls a row sideways so that its item with `aria-current` is in the middle, whenever `current` changes. */
export function useCurrentInView(current: string | undefined) {
  const row = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const item = current === undefined ? null : row.current?.querySelector<HTMLElement>('[aria-current]')
    if (item && row.current)
      row.current.scrollTo({ left: item.offsetLeft - row.current.clientWidth / 2 + item.offsetWidth / 2 })
  }, [current])
  return row
}

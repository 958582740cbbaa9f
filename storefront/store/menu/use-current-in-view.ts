import { useEffect, useRef } from 'react'

/** A row that scrolls sideways keeps what is marked `aria-current` in its middle; `current` says that this changed. */
export function useCurrentInView(current: string | undefined) {
  const row = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const item = current === undefined ? null : row.current?.querySelector<HTMLElement>('[aria-current]')
    if (item && row.current)
      row.current.scrollTo({ left: item.offsetLeft - row.current.clientWidth / 2 + item.offsetWidth / 2 })
  }, [current])
  return row
}

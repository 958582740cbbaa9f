import { useSyncExternalStore } from 'react'

/** The store that was left last, for the way back; the shop was at `to` since, and went on at the path `page`. */
export interface StoreSwitch {
  from: string
  to: string
  page: string
}

let last: StoreSwitch | null = null
let hasArrived = false
const listeners = new Set<() => void>()

/** The change of store that can still be taken back on the spot, or null. */
export function useLastSwitch(): StoreSwitch | null {
  return useSyncExternalStore(
    subscribe,
    () => last,
    () => null,
  )
}

/**
 * A form changed the store, from its `presentId` to its `locationId`. Going back (`isBack`) needs no way back of its
 * own.
 */
export function tellSwitch(form: FormData, page: string) {
  const from = form.get('presentId')
  const to = form.get('locationId')
  const isNew = typeof from === 'string' && typeof to === 'string' && from !== '' && from !== to && !form.has('isBack')
  keep(isNew ? { from, to, page } : null)
}

/** The offer to go back is taken away. */
export const forgetSwitch = () => keep(null)

/** A page is shown: the one that the change leads to, or another one after it, where the offer is forgotten. */
export function followSwitch(page: string) {
  if (last?.page === page) hasArrived = true
  else if (hasArrived) keep(null)
}

function keep(next: StoreSwitch | null) {
  last = next
  hasArrived = false
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

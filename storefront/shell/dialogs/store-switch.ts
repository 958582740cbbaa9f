import { useSyncExternalStore } from 'react'

/**
 * The visitor's last change of store, stored so that it can be undone. `from` and `to` are store ids, and `page` is the
 * path after the change.
 */
export interface StoreSwitch {
  from: string
  to: string
  page: string
}

let lastSwitch: StoreSwitch | null = null
let hasArrived = false
const listeners = new Set<() => void>()

/** The change of store that the visitor can still undo, or null. */
export function useLastSwitch(): StoreSwitch | null {
  return useSyncExternalStore(
    subscribe,
    () => lastSwitch,
    () => null,
  )
}

/**
 * Records that a form changed the store from `presentId` to `locationId`. An undo (`isBack`) cannot itself be undone.
 */
export function recordSwitch(form: FormData, page: string) {
  const from = form.get('presentId')
  const to = form.get('locationId')
  const isNew = typeof from === 'string' && typeof to === 'string' && from !== '' && from !== to && !form.has('isBack')
  setLastSwitch(isNew ? { from, to, page } : null)
}

/** Ends the offer to undo. */
export const clearSwitch = () => setLastSwitch(null)

/**
 * Records that the visitor opened the path `page`. Ends the offer to undo once the visitor leaves the page that the
 * change of store opened.
 */
export function trackSwitchPage(page: string) {
  if (lastSwitch?.page === page) hasArrived = true
  else if (hasArrived) setLastSwitch(null)
}

function setLastSwitch(next: StoreSwitch | null) {
  lastSwitch = next
  hasArrived = false
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

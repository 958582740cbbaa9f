import { useSyncExternalStore } from 'react'

/**
 * The visitor's last change of store, kept for its undo. `from` and `to` are the stores; `page` is the path after it.
 */
export interface StoreSwitch {
  from: string
  to: string
  page: string
}

let last: StoreSwitch | null = null
let hasArrived = false
const listeners = new Set<() => void>()

/** The change of store that the visitor can still undo, or null. */
export function useLastSwitch(): StoreSwitch | null {
  return useSyncExternalStore(
    subscribe,
    () => last,
    () => null,
  )
}

/**
 * Records that a form changed the store from its `presentId` to its `locationId`. An undo (`isBack`) cannot be undone.
 */
export function tellSwitch(form: FormData, page: string) {
  const from = form.get('presentId')
  const to = form.get('locationId')
  const isNew = typeof from === 'string' && typeof to === 'string' && from !== '' && from !== to && !form.has('isBack')
  keep(isNew ? { from, to, page } : null)
}

/** Withdraws the undo. */
export const forgetSwitch = () => keep(null)

/** Called for each page: the first is the target of the change; any other one after it withdraws the undo. */
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

import { useSyncExternalStore } from 'react'

/** The store that was left last, for the way back; the shop was at `to` since, and went on at the path `page`. */
export interface StoreSwitch {
  from: string
  to: string
  page: string
}

let last: StoreSwitch | null = null
const listeners = new Set<() => void>()

/** The change of store that can still be taken back on the spot, or null. */
export function useLastSwitch(): StoreSwitch | null {
  return useSyncExternalStore(
    subscribe,
    () => last,
    () => null,
  )
}

/** A form changed the store, from its `presentId` to its `locationId`. Going back (`isBack`) needs no way back of its own. */
export function tellSwitch(form: FormData, page: string) {
  const from = form.get('presentId')
  const to = form.get('locationId')
  const isNew = typeof from === 'string' && typeof to === 'string' && from !== '' && from !== to && !form.has('isBack')
  keep(isNew ? { from, to, page } : null)
}

/** The offer to go back is taken away. */
export const forgetSwitch = () => keep(null)

/** The same, once another page than the one that the change led to is shown. */
export function forgetSwitchElsewhere(page: string) {
  if (last && last.page !== page) keep(null)
}

function keep(next: StoreSwitch | null) {
  last = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the last request reached the shop. False as soon as the browser goes offline. */
export const isReachable = () => reachable

let reachable = true
const listeners = new Set<() => void>()

/** Records whether the shop was reachable. */
export function setReachable(value: boolean) {
  if (reachable === value) return
  reachable = value
  for (const listener of listeners) listener()
}

/** Sends a request to the shop to find out whether it is reachable. */
export async function checkReachable(): Promise<boolean> {
  const response = await fetch('/livez', { cache: 'no-store' }).catch(() => null)
  setReachable(response?.ok === true)
  return isReachable()
}

/** The key of the text for a failed request. The text says that the shop is busy, or that the browser is offline. */
export const requestFailedKey = () => (reachable ? 'unavailable' : 'shell.needs_network')

/** Calls `listener` when reachability changes. Returns the unsubscribe function. */
export function onReachability(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

if (typeof window !== 'undefined') window.addEventListener('offline', () => setReachable(false))

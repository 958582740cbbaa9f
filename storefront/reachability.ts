/** Whether the shop could be reached when it was last asked for something. */
export const isReachable = () => reachable

let reachable = true
const listeners = new Set<() => void>()

/** Says that the shop was reached, or was not. */
export function setReachable(now: boolean) {
  if (reachable === now) return
  reachable = now
  for (const listener of listeners) listener()
}

/** Calls back whenever that changes; answers how to end it. */
export function onReachability(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

if (typeof window !== 'undefined') window.addEventListener('offline', () => setReachable(false))

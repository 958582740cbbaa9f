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

/** Asks the shop itself. */
export async function checkReachable(): Promise<boolean> {
  const answer = await fetch('/livez', { cache: 'no-store' }).catch(() => null)
  setReachable(answer?.ok === true)
  return isReachable()
}

/** What is said of something that could not be sent: that there is no network, or that the shop is busy. */
export const unsentText = () => (reachable ? 'unavailable' : 'shell.needs_network')

/** Calls back whenever that changes; answers how to end it. */
export function onReachability(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

if (typeof window !== 'undefined') window.addEventListener('offline', () => setReachable(false))

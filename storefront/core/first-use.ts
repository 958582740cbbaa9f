/** Events that show that a visitor starts to use a page. */
export const usageEvents = ['pointermove', 'touchstart', 'keydown', 'scroll', 'focusin'] as const

let isInUse = false
const resolvers = new Set<() => void>()
let isListening = false

/**
 * Marks the page as in use. Called when the visitor uses the page, when a loader or action runs in the browser, and
 * when the shell has loaded data of this visitor.
 */
export function markPageUsed(): void {
  isInUse = true
  for (const eventName of usageEvents) window.removeEventListener(eventName, markPageUsed)
  for (const resolve of resolvers) resolve()
  resolvers.clear()
}

/**
 * Resolves when the visitor first uses the page. Resolves at once on the server, which renders complete pages. The
 * browser must hydrate all parts of the page by the first use. Until a part is hydrated, React delays every router
 * update that affects the part.
 */
export function whenUsed(): Promise<void> {
  if (typeof window === 'undefined' || isInUse) return Promise.resolve()
  if (!isListening)
    for (const eventName of usageEvents) window.addEventListener(eventName, markPageUsed, { passive: true })
  isListening = true
  return new Promise((resolve) => resolvers.add(resolve))
}

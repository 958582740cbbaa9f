/** Events that show that a visitor starts to use a page. */
export const signsOfUse = ['pointermove', 'touchstart', 'keydown', 'scroll', 'focusin'] as const

let isInUse = false
const waiting = new Set<() => void>()
let listens = false

/** Marks the page as in use: the visitor uses it, or it sends a request by itself. */
export function noteUse(): void {
  isInUse = true
  for (const sign of signsOfUse) window.removeEventListener(sign, noteUse)
  for (const go of waiting) go()
  waiting.clear()
}

/**
 * Resolves when the page is first used. On the server, which renders complete pages, it resolves at once. The browser
 * must not hydrate parts of the page later than that, because React delays router updates until the parts they affect
 * are hydrated.
 */
export function whenUsed(): Promise<void> {
  if (typeof window === 'undefined' || isInUse) return Promise.resolve()
  if (!listens) for (const sign of signsOfUse) window.addEventListener(sign, noteUse, { passive: true })
  listens = true
  return new Promise((resolve) => waiting.add(resolve))
}

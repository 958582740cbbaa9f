/** Events that show that a visitor starts to use a page. */
export const signsOfUse = ['pointermove', 'touchstart', 'keydown', 'scroll', 'focusin'] as const

let isInUse = false
const waiting = new Set<() => void>()
let listens = false

/**
 * Marks the page as in use. Called when the visitor uses the page, when a loader or action runs in the browser, and
 * when the shell has loaded data of this visitor.
 */
export function noteUse(): void {
  isInUse = true
  for (const sign of signsOfUse) window.removeEventListener(sign, noteUse)
  for (const go of waiting) go()
  waiting.clear()
}

/**
 * Resolves when the visitor first uses the page. Resolves at once on the server, which renders complete pages. The
 * browser must hydrate all parts of the page by the first use. Until a part is hydrated, React delays every router
 * update that affects the part.
 */
export function whenUsed(): Promise<void> {
  if (typeof window === 'undefined' || isInUse) return Promise.resolve()
  if (!listens) for (const sign of signsOfUse) window.addEventListener(sign, noteUse, { passive: true })
  listens = true
  return new Promise((resolve) => waiting.add(resolve))
}

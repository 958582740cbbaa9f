/** Events that show that a visitor begins to use a page. */
export const signsOfUse = ['pointermove', 'touchstart', 'keydown', 'scroll', 'focusin'] as const

let isInUse = false
const waiting = new Set<() => void>()
let listens = false

/** Marks the page as in use: the visitor interacts with it, or the page itself sends a request. */
export function noteUse(): void {
  isInUse = true
  for (const sign of signsOfUse) window.removeEventListener(sign, noteUse)
  for (const go of waiting) go()
  waiting.clear()
}

/**
 * Resolves at the first use of the page; on the server at once, because it renders pages completely. Parts of the page
 * must not wait longer: React applies no router update that passes an unhydrated part.
 */
export function whenUsed(): Promise<void> {
  if (typeof window === 'undefined' || isInUse) return Promise.resolve()
  if (!listens) for (const sign of signsOfUse) window.addEventListener(sign, noteUse, { passive: true })
  listens = true
  return new Promise((resolve) => waiting.add(resolve))
}

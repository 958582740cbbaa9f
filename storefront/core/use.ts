/** What somebody does who begins to use a page. */
export const signsOfUse = ['pointermove', 'touchstart', 'keydown', 'scroll', 'focusin'] as const

let isInUse = false
const waiting = new Set<() => void>()
let listens = false

/** The page is in use: somebody moves about on it, or it asks for something of its own accord. */
export function noteUse(): void {
  isInUse = true
  for (const sign of signsOfUse) window.removeEventListener(sign, noteUse)
  for (const go of waiting) go()
  waiting.clear()
}

/**
 * The first use of the page; on the server, where pages are made whole, at once. What waits for it inside the page must
 * not wait longer: React shows no answer of the router while a part that it passes is not taken up.
 */
export function whenUsed(): Promise<void> {
  if (typeof window === 'undefined' || isInUse) return Promise.resolve()
  if (!listens) for (const sign of signsOfUse) window.addEventListener(sign, noteUse, { passive: true })
  listens = true
  return new Promise((resolve) => waiting.add(resolve))
}

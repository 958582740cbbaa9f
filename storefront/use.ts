const signs = ['pointermove', 'touchstart', 'keydown', 'scroll', 'focusin'] as const

let used: Promise<void> | undefined

/** The first sign that somebody moves about on the page; on the server, where pages are made whole, at once. */
export function whenUsed(): Promise<void> {
  if (typeof window === 'undefined') return Promise.resolve()
  used ??= new Promise((resolve) => {
    const use = () => {
      for (const sign of signs) window.removeEventListener(sign, use)
      resolve()
    }
    for (const sign of signs) window.addEventListener(sign, use, { passive: true })
  })
  return used
}

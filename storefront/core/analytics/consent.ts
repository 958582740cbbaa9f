import { hold, onHeldElsewhere, readHeld } from '#storefront/core/client-state/held.ts'

/** Raise it when more is counted, or otherwise: everybody is asked again. */
export const consentVersion = 1

/** What somebody answered, and when. */
export interface Consent {
  isGiven: boolean
  at: Date
}

const listeners = new Set<() => void>()

/** The answer to the present question; null before there is one, and after the question changed. */
export function readConsent(): Consent | null {
  const [version, answer, at = ''] = readHeld('consent')?.split(' ') ?? []
  if (version !== String(consentVersion)) return null
  return { isGiven: answer === 'yes', at: new Date(at) }
}

/** Keeps the answer in this browser, with its version and date. */
export function giveConsent(isGiven: boolean): void {
  hold('consent', `${consentVersion} ${isGiven ? 'yes' : 'no'} ${new Date().toISOString()}`)
  for (const listener of listeners) listener()
}

/** Calls `listener` when the answer changes, in this window or another; answers how to stop. */
export function onConsent(listener: () => void): () => void {
  listeners.add(listener)
  const stop = onHeldElsewhere('consent', listener)
  return () => {
    listeners.delete(listener)
    stop()
  }
}

/**
 * What the browser itself says for its owner (Global Privacy Control, Do Not Track): then nothing is asked, nor
 * counted.
 */
export function declinesTracking(): boolean {
  const browser = navigator as Navigator & { globalPrivacyControl?: boolean }
  return browser.globalPrivacyControl === true || browser.doNotTrack === '1'
}

import { onClientStateChange, readClientState, writeClientState } from '#storefront/core/client-state/client-state.ts'

/**
 * The version of the consent question. Increase it if the shop counts more events, or counts events differently. The
 * shop then asks every visitor again.
 */
export const consentVersion = 1

/** A visitor's answer to the consent question, and its time. */
export interface Consent {
  isGiven: boolean
  at: Date
}

const listeners = new Set<() => void>()

/** The visitor's answer to the current version of the consent question. Null if there is none. */
export function readConsent(): Consent | null {
  const [version, answer, at = ''] = readClientState('consent')?.split(' ') ?? []
  if (version !== String(consentVersion)) return null
  return { isGiven: answer === 'yes', at: new Date(at) }
}

/** Stores the answer in this browser, with its version and date. */
export function saveConsent({ isGiven }: Pick<Consent, 'isGiven'>): void {
  writeClientState('consent', `${consentVersion} ${isGiven ? 'yes' : 'no'} ${new Date().toISOString()}`)
  for (const listener of listeners) listener()
}

/** Calls `listener` when the answer changes, in this window or another. Returns the unsubscribe function. */
export function onConsent(listener: () => void): () => void {
  listeners.add(listener)
  const unsubscribe = onClientStateChange('consent', listener)
  return () => {
    listeners.delete(listener)
    unsubscribe()
  }
}

/**
 * Whether the browser signals an objection (Global Privacy Control, Do Not Track). The shop then neither asks for
 * consent nor counts visits.
 */
export function declinesTracking(): boolean {
  const browser = navigator as Navigator & { globalPrivacyControl?: boolean }
  return browser.globalPrivacyControl === true || browser.doNotTrack === '1'
}

import type { StoredReferral } from '#contract/referral.ts'
import { readClientState } from './client-state.ts'

/** The referral in the URL, else the stored referral, as input for the calls that record a referral. */
export function storedReferral(query?: URLSearchParams): StoredReferral {
  const referId = query?.get('referId') || readClientState('referId', '')
  if (!referId) return {}
  const referGroup = query?.has('referId') ? query.get('referGroup') : readClientState('referGroup', '')
  return { referId, ...(referGroup && { referGroup }) }
}

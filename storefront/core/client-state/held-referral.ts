import type { HeldReferral } from '#contract/referral.ts'
import { readHeld } from './held.ts'

/** The referral of the address, else the stored one, in the form of the calls that bind it. */
export function heldReferral(query?: URLSearchParams): HeldReferral {
  const referId = query?.get('referId') || readHeld('referId', '')
  if (!referId) return {}
  const referGroup = query?.has('referId') ? query.get('referGroup') : readHeld('referGroup', '')
  return { referId, ...(referGroup && { referGroup }) }
}

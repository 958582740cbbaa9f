import type { HeldReferral } from '#contract/referral.ts'
import { readHeld } from './held.ts'

/** Who recommended the shop, as an address says, else as this browser holds it: to be sent where it may be bound. */
export function heldReferral(query?: URLSearchParams): HeldReferral {
  const referId = query?.get('referId') || readHeld('referId', '')
  if (!referId) return {}
  const referGroup = query?.has('referId') ? query.get('referGroup') : readHeld('referGroup', '')
  return { referId, ...(referGroup && { referGroup }) }
}

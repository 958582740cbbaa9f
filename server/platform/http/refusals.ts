import type { Call } from '#contract/call.ts'
import type { ErrorCode } from '#contract/errors.ts'

/** Error codes that every call can return in addition to its own. */
export const generalRefusals: ErrorCode[] = [
  'input.invalid',
  'input.json',
  'input.characters',
  'input.too_large',
  'input.media_type',
  'request.host',
  'request.forged',
  'request.too_many',
  'unexpected',
  'unavailable',
]

/** A call's error codes: first the codes for its kind of access, then its own codes. */
export function refusalsOf({ access, refusals = [] }: Call): ErrorCode[] {
  const isSignedIn = access === 'member' || access === 'referrer'
  return [
    ...new Set<ErrorCode>([
      ...(isSignedIn ? (['account.sign_in_required'] as const) : []),
      ...(access === 'referrer' ? (['referral.join_first'] as const) : []),
      ...refusals,
    ]),
  ]
}

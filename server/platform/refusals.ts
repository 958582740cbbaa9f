import type { Call } from '#contract/calls.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { CallDocs } from './call-docs.ts'

/** What any call can answer, beside its own refusals. */
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

/** What its sentences name, after what any call of its kind can answer. */
export function refusalsOf({ access }: Call, docs: CallDocs | undefined): ErrorCode[] {
  const isSignedIn = access === 'member' || access === 'referrer'
  return [
    ...new Set<ErrorCode>([
      ...(isSignedIn ? (['account.sign_in_required'] as const) : []),
      ...(access === 'referrer' ? (['referral.join_first'] as const) : []),
      ...(docs?.errors ?? []),
    ]),
  ]
}

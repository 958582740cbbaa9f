import type { RegistrationStarted } from '#contract/account.ts'
import type { LinkedAccounts, SignInResult } from '#contract/identity.ts'
import type { Context } from '#server/platform/context.ts'
import { linkProvenIdentity } from './identity-links.ts'
import type { Arrival, NewLinkedMember } from './identity-sign-in.ts'
import { registerProvenIdentity, signInWithIdentity } from './identity-sign-in.ts'

const ways = ['alipay'] as const

/** The id of the shop's app at Alipay, for the browser; null if not configured. */
export async function settings({ app }: Context): Promise<{ apaId: string | null }> {
  return { apaId: app.config.ALIPAY_URL ? app.config.ALIPAY_APP_ID : null }
}

/** Signs in a visitor who returns from Alipay's page, as `signInWithIdentity` does. */
export function signIn(ctx: Context, arrival: Arrival): Promise<SignInResult> {
  return signInWithIdentity(ctx, arrival, ways)
}

/**
 * Starts a registration for the identity that this session has just proven at Alipay, as `registerProvenIdentity` does.
 */
export function register(ctx: Context, input: NewLinkedMember): Promise<RegistrationStarted> {
  return registerProvenIdentity(ctx, 'alipay', input)
}

/** Links Alipay to the member, as `linkProvenIdentity` does. */
export function link(ctx: Context, arrival: Partial<Arrival>): Promise<LinkedAccounts> {
  return linkProvenIdentity(ctx, { provider: 'alipay', ways }, arrival)
}

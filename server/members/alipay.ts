import type { RegistrationStarted } from '#contract/account.ts'
import type { Arrived, LinkedAccounts } from '#contract/identity.ts'
import type { Context } from '#server/platform/context.ts'
import { linkShown } from './identity-links.ts'
import type { Arrival, NewLinkedMember } from './identity-sign-in.ts'
import { arrive, registerShown } from './identity-sign-in.ts'

const ways = ['alipay'] as const

/** The id of the shop's app at Alipay, for the browser; null if not configured. */
export async function settings({ app }: Context): Promise<{ apaId: string | null }> {
  return { apaId: app.config.ALIPAY_URL ? app.config.ALIPAY_APP_ID : null }
}

/** Signs in a visitor who returns from Alipay's page, as `arrive` does. */
export function signIn(ctx: Context, arrival: Arrival): Promise<Arrived> {
  return arrive(ctx, arrival, ways)
}

/** Starts a registration for the identity that this session has just proven at Alipay, as `registerShown` does. */
export function register(ctx: Context, input: NewLinkedMember): Promise<RegistrationStarted> {
  return registerShown(ctx, 'alipay', input)
}

/** Links Alipay to the member, as `linkShown` does. */
export function link(ctx: Context, arrival: Partial<Arrival>): Promise<LinkedAccounts> {
  return linkShown(ctx, { provider: 'alipay', ways }, arrival)
}

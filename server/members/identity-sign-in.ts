import type { z } from 'zod'
import type { RegistrationStarted } from '#contract/account.ts'
import type { IdentityProvider, SignInResult, wechat } from '#contract/identity.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { exchangeAuthCode, readAlipay } from './alipay-wire.ts'
import type { IdentityMethod, Purpose } from './handshakes.ts'
import { finishHandshake } from './handshakes.ts'
import type { IdentityFacts, ProvenIdentity } from './identity.ts'
import { attach, findIdentityOwner, storeProvenIdentity } from './identity.ts'
import { startRegistration } from './registration.ts'
import { rowById, toMember } from './rows.ts'
import { guestSessionOf, openSession } from './sign-in.ts'
import { exchangeMiniCode, exchangeWebCode, readWeChat } from './wechat-wire.ts'

export interface Arrival {
  code: string
  state: string
}
export type NewLinkedMember = z.output<typeof wechat.register.input>

/**
 * Signs in the member whose identity the code proves. If there is no such member, stores the proven identity for this
 * session. Fails as `proveIdentity` does.
 */
export async function signInWithIdentity(
  ctx: Context,
  arrival: Arrival,
  ways: readonly IdentityMethod[],
): Promise<SignInResult> {
  const { shown, next } = await proveIdentity(ctx, arrival, { ways, purpose: 'sign_in' })
  const { nickname } = shown
  const guest = guestSessionOf(ctx)
  const ownerId = await findIdentityOwner(ctx, shown)
  if (!ownerId) {
    await storeProvenIdentity(ctx, shown)
    return { signedIn: null, nickname, next }
  }
  const signedIn = await transact(ctx, async (ctx) => {
    const member = (await rowById(ctx, ownerId)) ?? fail('identity.refused')
    // Also links ids that the provider did not report at earlier sign-ins.
    await attach(ctx, ownerId, shown)
    return openSession(ctx, toMember(member), guest)
  })
  return { signedIn, nickname, next }
}

/**
 * Exchanges a provider's code for an identity. Fails with `identity.expired` if `state` is not from a sign-in that this
 * session started. Fails with `identity.refused` if the code is used, expired or invalid, and with `identity.down`
 * without a usable response.
 */
export async function proveIdentity(
  ctx: Context,
  { code, state }: Arrival,
  handshake: { ways: readonly IdentityMethod[]; purpose: Purpose },
): Promise<{ shown: ProvenIdentity; next: string | null }> {
  const { way, next } = await finishHandshake(ctx, state, handshake)
  const facts = await exchange(ctx, way, code)
  if (facts.outcome === 'known')
    return {
      shown: { provider: way === 'alipay' ? 'alipay' : 'wechat', names: facts.names, nickname: facts.nickname },
      next,
    }
  ctx.app.log.info('a code was not taken', { way, answer: facts.answer, requestId: ctx.requestId })
  fail(facts.outcome === 'refused' ? 'identity.refused' : 'identity.down')
}

async function exchange({ app }: Context, way: IdentityMethod, code: string): Promise<IdentityFacts> {
  if (way === 'alipay') {
    const alipay = readAlipay(app.config, app.now)
    return alipay ? exchangeAuthCode(alipay, code) : fail('identity.unavailable')
  }
  const weChat = readWeChat(app.config)
  const appCredentials =
    weChat && { official: weChat.official, website: weChat.website, mini_program: weChat.miniProgram }[way]
  if (!weChat || !appCredentials) fail('identity.unavailable')
  return way === 'mini_program'
    ? exchangeMiniCode(weChat, appCredentials, code)
    : exchangeWebCode(weChat, appCredentials, code)
}

/**
 * Starts a registration without a password for the identity that this session has just proven, as `startRegistration`
 * does.
 */
export function registerProvenIdentity(
  ctx: Context,
  provider: IdentityProvider,
  input: NewLinkedMember,
): Promise<RegistrationStarted> {
  return startRegistration(ctx, input, { provider })
}

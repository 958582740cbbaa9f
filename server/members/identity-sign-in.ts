import type { z } from 'zod'
import type { RegistrationStarted } from '#contract/account.ts'
import type { Arrived, IdentityProvider, wechat } from '#contract/identity.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { exchangeAuthCode, readAlipay } from './alipay-wire.ts'
import type { IdentityMethod, Purpose } from './handshakes.ts'
import { comeBack } from './handshakes.ts'
import type { IdentityFacts, ProvenIdentity } from './identity.ts'
import { attach, holderOf, keepShown } from './identity.ts'
import { startRegistration } from './registration.ts'
import { rowById, toMember } from './rows.ts'
import { guestOf, open } from './sign-in.ts'
import { exchangeMiniCode, exchangeWebCode, readWeChat } from './wechat-wire.ts'

export interface Arrival {
  code: string
  state: string
}
export type NewLinkedMember = z.output<typeof wechat.register.input>

/**
 * Signs in the member whose identity the code proves. If there is no such member, stores the proven identity for this
 * session. Fails as `show` does.
 */
export async function arrive(ctx: Context, arrival: Arrival, ways: readonly IdentityMethod[]): Promise<Arrived> {
  const { shown, next } = await show(ctx, arrival, { ways, purpose: 'sign_in' })
  const { nickname } = shown
  const guest = guestOf(ctx)
  const holder = await holderOf(ctx, shown)
  if (!holder) {
    await keepShown(ctx, shown)
    return { signedIn: null, nickname, next }
  }
  const signedIn = await transact(ctx, async (ctx) => {
    const member = (await rowById(ctx, holder)) ?? fail('identity.refused')
    // Also links ids that the provider did not report at earlier sign-ins.
    await attach(ctx, holder, shown)
    return open(ctx, toMember(member), guest)
  })
  return { signedIn, nickname, next }
}

/**
 * Exchanges a provider's code for an identity. Fails with `identity.expired` if `state` is not from a sign-in that this
 * session started. Fails with `identity.refused` if the code is used, expired or invalid, and with `identity.down`
 * without a usable response.
 */
export async function show(
  ctx: Context,
  { code, state }: Arrival,
  trip: { ways: readonly IdentityMethod[]; purpose: Purpose },
): Promise<{ shown: ProvenIdentity; next: string | null }> {
  const { way, next } = await comeBack(ctx, state, trip)
  const told = await exchange(ctx, way, code)
  if (told.outcome === 'known')
    return {
      shown: { provider: way === 'alipay' ? 'alipay' : 'wechat', names: told.names, nickname: told.nickname },
      next,
    }
  ctx.app.log.info('a code was not taken', { way, answer: told.answer, requestId: ctx.requestId })
  fail(told.outcome === 'refused' ? 'identity.refused' : 'identity.down')
}

async function exchange({ app }: Context, way: IdentityMethod, code: string): Promise<IdentityFacts> {
  if (way === 'alipay') {
    const alipay = readAlipay(app.config, app.now)
    return alipay ? exchangeAuthCode(alipay, code) : fail('identity.unavailable')
  }
  const weChat = readWeChat(app.config)
  const at = weChat && { official: weChat.official, website: weChat.website, mini_program: weChat.miniProgram }[way]
  if (!weChat || !at) fail('identity.unavailable')
  return way === 'mini_program' ? exchangeMiniCode(weChat, at, code) : exchangeWebCode(weChat, at, code)
}

/**
 * Starts a registration without a password for the identity that this session has just proven, as `startRegistration`
 * does.
 */
export function registerShown(
  ctx: Context,
  provider: IdentityProvider,
  input: NewLinkedMember,
): Promise<RegistrationStarted> {
  return startRegistration(ctx, input, { provider })
}

import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { Arrived, IdentityProvider, wechat } from '#contract/identity.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { emit } from '#server/platform/queue.ts'
import { exchangeAuthCode, readAlipay } from './alipay-wire.ts'
import type { Purpose, Way } from './handshakes.ts'
import { comeBack } from './handshakes.ts'
import type { Shown, Told } from './identity.ts'
import { attach, holderOf, keepShown, takeShown } from './identity.ts'
import { noteConsents, readPhone } from './profile.ts'
import { canonicalEmail, insertMember, rowById, toMember } from './rows.ts'
import type { SignedIn } from './signing-in.ts'
import { emitRegistered, guestOf, open } from './signing-in.ts'
import { exchangeMiniCode, exchangeWebCode, readWeChat } from './wechat-wire.ts'

export interface Arrival {
  code: string
  state: string
}
export type NewLinkedMember = z.output<typeof wechat.register.input>

/** Signs in whom a company's code names, or keeps for this session who it was. Refuses as `show` does. */
export async function arrive(ctx: Context, arrival: Arrival, ways: readonly Way[]): Promise<Arrived> {
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
    // By now the company may know them by another name too.
    await attach(ctx, holder, shown)
    return open(ctx, toMember(member), guest)
  })
  return { signedIn, nickname, next }
}

/**
 * Takes a code to its company: who that is. `identity.expired` where this session did not set out with the state,
 * `identity.refused` for a code that is worth nothing (used, old, made up), `identity.down` where nothing useful is answered.
 */
export async function show(
  ctx: Context,
  { code, state }: Arrival,
  trip: { ways: readonly Way[]; purpose: Purpose },
): Promise<{ shown: Shown; next: string | null }> {
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

async function exchange({ app }: Context, way: Way, code: string): Promise<Told> {
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
 * Makes an account without a password for whom this session has just shown, and signs in with it. Refuses a known
 * address (`account.email_taken`), and who has shown nothing (`identity.unproven`).
 */
export async function registerShown(
  ctx: Context,
  provider: IdentityProvider,
  { name, email, phone, locale, news, ...held }: NewLinkedMember,
): Promise<SignedIn> {
  const values = {
    id: randomUUID(),
    email: canonicalEmail(email),
    passwordHash: null,
    name,
    phone: readPhone(phone),
    locale: locale ?? ctx.locale,
    createdAt: ctx.app.now(),
  }
  return transact(ctx, async (ctx) => {
    const shown = await takeShown(ctx, provider)
    const member = await insertMember(ctx, values)
    await emitRegistered(ctx, member, held)
    await emit(ctx, 'account.opened', { memberId: member.id })
    await noteConsents(ctx, member.id, { news }, 'registration')
    await attach(ctx, member.id, shown)
    return open(ctx, member, guestOf(ctx))
  })
}

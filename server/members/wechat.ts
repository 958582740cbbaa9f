import type { RegistrationStarted } from '#contract/account.ts'
import type { LinkedAccounts, SignInResult } from '#contract/identity.ts'
import type { Context } from '#server/platform/context.ts'
import { identitiesOf } from './identity.ts'
import { linkProvenIdentity } from './identity-links.ts'
import type { Arrival, NewLinkedMember } from './identity-sign-in.ts'
import { registerProvenIdentity, signInWithIdentity } from './identity-sign-in.ts'
import { memberIdOf } from './rows.ts'
import { readWeChat } from './wechat-wire.ts'

export { liveRooms } from './live-rooms.ts'
export { shareSignature } from './wechat-share.ts'

const browserMethods = ['official', 'website'] as const
const miniProgramMethods = ['mini_program'] as const

/** Whether WeChat sign-in is configured, and the public ids of the shop's apps there. */
export async function settings(ctx: Context) {
  const weChat = readWeChat(ctx.app.config)
  return {
    enabled: weChat !== null,
    browserAppId: weChat?.official?.id ?? null,
    websiteAppId: weChat?.website?.id ?? null,
    miniProgramAppId: weChat?.miniProgram?.id ?? null,
  }
}

/** Signs in a visitor who returns from WeChat's page, as `signInWithIdentity` does. */
export function signIn(ctx: Context, arrival: Arrival): Promise<SignInResult> {
  return signInWithIdentity(ctx, arrival, browserMethods)
}

/**
 * Signs in the visitor of a `wx.login` code, as `signInWithIdentity` does. Ignores any identity that the client claims.
 */
export function signInMiniProgram(ctx: Context, { code, state }: Arrival): Promise<SignInResult> {
  return signInWithIdentity(ctx, { code, state }, miniProgramMethods)
}

/**
 * Starts a registration for the identity that this session has just proven at WeChat, as `registerProvenIdentity` does.
 */
export function register(ctx: Context, input: NewLinkedMember): Promise<RegistrationStarted> {
  return registerProvenIdentity(ctx, 'wechat', input)
}

/** Links WeChat to the member, as `linkProvenIdentity` does. */
export function link(ctx: Context, arrival: Partial<Arrival>): Promise<LinkedAccounts> {
  return linkProvenIdentity(ctx, { provider: 'wechat', ways: [...browserMethods, ...miniProgramMethods] }, arrival)
}

/** Whether the member has a WeChat identity, and its nickname. */
export async function linked(ctx: Context): Promise<{ wmpBind: boolean; nickname: string | null }> {
  const names = (await identitiesOf(ctx, memberIdOf(ctx))).filter(({ provider }) => provider === 'wechat')
  return { wmpBind: names.length > 0, nickname: names.findLast(({ nickname }) => nickname)?.nickname ?? null }
}

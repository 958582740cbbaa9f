import type { z } from 'zod'
import type { IdentityProvider, identity, LinkedAccounts } from '#contract/identity.ts'
import type { Context } from '#server/platform/context.ts'
import { publicOrigin } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import type { EventPayloads } from '#server/platform/events.ts'
import { fail } from '#server/platform/fail.ts'
import { reachableOrigin } from '#server/platform/http/local-url.ts'
import { emit } from '#server/platform/queue.ts'
import { authorizePage, readAlipay } from './alipay-wire.ts'
import { emailTexts } from './email-texts.ts'
import { sendToMember } from './emails.ts'
import type { IdentityMethod } from './handshakes.ts'
import { startHandshake, sweepHandshakes } from './handshakes.ts'
import {
  attach,
  consumeProvenIdentity,
  detach,
  findIdentityOwner,
  identitiesOf,
  listProvenIdentities,
  storeProvenIdentity,
  sweepProvenIdentities,
} from './identity.ts'
import type { Arrival } from './identity-sign-in.ts'
import { proveIdentity } from './identity-sign-in.ts'
import type { MemberRow } from './rows.ts'
import { currentRow, lockRow, rowById } from './rows.ts'
import { requireRecentSignIn } from './sign-in.ts'
import { readWeChat, weChatPage } from './wechat-wire.ts'

type Setting = z.output<typeof identity.begin.input>
const providers = ['wechat', 'alipay'] as const

/** The providers that the visitor can use to sign in from this browser or app. */
export async function ways(ctx: Context): Promise<{ ways: IdentityProvider[] }> {
  return { ways: providers.filter((provider) => findMethod(ctx, provider) !== null) }
}

/**
 * The method for signing in with a provider from the visitor's browser or app; null if there is none. A provider's own
 * app offers only that provider. WeChat's page for websites shows a QR code, which is useless on a phone.
 */
function findMethod({ app, environment }: Context, provider: IdentityProvider): IdentityMethod | null {
  const { kind, isWeChat, isMobile } = environment
  if (provider === 'alipay') return app.config.ALIPAY_URL && !isWeChat ? 'alipay' : null
  const weChat = readWeChat(app.config)
  if (!weChat || kind === 'payment_app') return null
  if (kind === 'mini_program') return weChat.miniProgram && 'mini_program'
  if (isWeChat) return weChat.official && 'official'
  return isMobile ? null : weChat.website && 'website'
}

/**
 * Starts a sign-in or the linking of an identity. Returns the URL of the provider's page, or of the mini-program's page
 * that calls `wx.login`. Fails with `identity.unavailable` if this browser offers no sign-in with the provider. Linking
 * fails with `account.recent_required` if the sign-in is not recent.
 */
export async function begin(ctx: Context, { provider, purpose, next }: Setting) {
  if (purpose === 'link') await requireRecentSignIn(ctx)
  const way = findMethod(ctx, provider) ?? fail('identity.unavailable')
  const state = await startHandshake(ctx, { way, purpose, next: ownPath(next) })
  const returnPath = `${purpose === 'link' ? '/user/linked' : '/account/with'}/${provider}`
  if (way === 'mini_program') {
    const query = new URLSearchParams({ state, back: returnPath })
    return { place: 'mini_program' as const, url: `/pages/login/login?${query}` }
  }
  return { place: 'page' as const, url: pageOf(ctx, way, { redirect_uri: ctx.origin + returnPath, state }) }
}

function pageOf(
  ctx: Context,
  way: Exclude<IdentityMethod, 'mini_program'>,
  query: { redirect_uri: string; state: string },
) {
  if (way === 'alipay') {
    const { page, appId } = readAlipay(ctx.app.config, ctx.app.now) ?? fail('identity.unavailable')
    return authorizePage(reachableOrigin(page, ctx.origin), { app_id: appId, ...query })
  }
  const weChat = readWeChat(ctx.app.config)
  const appid = weChat?.[way]?.id
  if (!weChat || !appid) fail('identity.unavailable')
  return weChatPage(reachableOrigin(weChat.page, ctx.origin), way, { appid, ...query })
}

/** The given path if it is a path of the shop, else null. */
const ownPath = (path: string | undefined) => (path && /^\/(?![/\\])[^\s\\]*$/.test(path) ? path : null)

/**
 * The member's linked providers, the identities that this session has just proven but the member has not linked, and
 * the providers that the member can add in this browser.
 */
export async function linked(ctx: Context): Promise<LinkedAccounts> {
  const row = await currentRow(ctx)
  const names = await identitiesOf(ctx, row.id)
  const linkedProviders = providers.filter((provider) => names.some((name) => name.provider === provider))
  return {
    linked: linkedProviders.map((provider) => {
      const providerIdentities = names.filter((name) => name.provider === provider)
      const linkedAt = providerIdentities[0]?.linkedAt ?? ctx.app.now()
      const nickname = providerIdentities.findLast((name) => name.nickname)?.nickname ?? ''
      return {
        provider,
        nickname,
        linkedAt: linkedAt.toISOString(),
        mayUnlink: hasOtherSignInMethod(row, names, provider),
      }
    }),
    proven: await findUnlinkedProven(ctx, row.id),
    offered: (await ways(ctx)).ways.filter((provider) => !linkedProviders.includes(provider)),
  }
}

async function findUnlinkedProven(ctx: Context, memberId: string): Promise<LinkedAccounts['proven']> {
  const rows = await Promise.all(
    (await listProvenIdentities(ctx)).map(async (shown) => ({ ...shown, holder: await findIdentityOwner(ctx, shown) })),
  )
  const others = rows.filter(({ holder }) => holder !== memberId)
  return Promise.all(
    others.map(async ({ provider, nickname, holder }) => {
      const other = holder && (await rowById(ctx, holder))
      const accountSummary = other
        ? { name: other.name, email: other.email, since: other.createdAt.toISOString() }
        : null
      return { provider, nickname, other: accountSummary }
    }),
  )
}

/**
 * Removes a provider's identity from the member's account. Fails with `identity.last_way` if the member could no longer
 * sign in, and with `account.recent_required` if the sign-in is not recent.
 */
export async function unlink(ctx: Context, { provider }: { provider: IdentityProvider }): Promise<LinkedAccounts> {
  const memberId = await requireRecentSignIn(ctx)
  await transact(ctx, async (ctx) => {
    // The lock makes parallel requests wait, so that two requests cannot remove the last two identities.
    const row = await lockRow(ctx, memberId)
    const names = await identitiesOf(ctx, row.id)
    const isLinked = names.some((name) => name.provider === provider)
    if (isLinked && !hasOtherSignInMethod(row, names, provider)) fail('identity.last_way')
    await detach(ctx, row.id, provider)
  })
  return linked(ctx)
}

/**
 * Whether a member can sign in without this provider: with a password, a code to a proven address, or another provider.
 */
function hasOtherSignInMethod(
  row: MemberRow,
  names: { provider: IdentityProvider }[],
  without: IdentityProvider,
): boolean {
  return row.passwordHash !== null || row.emailVerifiedAt !== null || names.some(({ provider }) => provider !== without)
}

/**
 * Links an identity to the member. If `arrival` has a provider's code, links the identity for that code. Otherwise,
 * links the identity that this session has just proven. Informs the member by email.
 */
export async function linkProvenIdentity(
  ctx: Context,
  { provider, ways }: { provider: IdentityProvider; ways: readonly IdentityMethod[] },
  arrival: Partial<Arrival>,
): Promise<LinkedAccounts> {
  const memberId = await requireRecentSignIn(ctx)
  const { code, state } = arrival
  if (code !== undefined && state !== undefined) {
    const { shown } = await proveIdentity(ctx, { code, state }, { ways, purpose: 'link' })
    await storeProvenIdentity(ctx, shown)
  }
  await transact(ctx, async (ctx) => {
    const isNew = await attach(ctx, memberId, await consumeProvenIdentity(ctx, provider))
    if (!isNew) return
    await emit(ctx, 'member.identity_linked', { memberId, provider, at: ctx.app.now().toISOString() })
  })
  return linked(ctx)
}

/**
 * Emails the member that an identity was linked. The identity can sign in to the account without the password, so the
 * member must learn of a link that a stranger made.
 */
export async function mailIdentityLinked(
  ctx: Context,
  { memberId, provider, at }: EventPayloads['member.identity_linked'],
): Promise<void> {
  const link = `${publicOrigin(ctx.app.config)}/user/linked`
  await sendToMember(ctx, memberId, {
    about: { kind: 'linked', of: `${memberId}-${provider}-${Date.parse(at)}` },
    words: emailTexts.linked({ provider, link }),
  })
}

/** Deletes expired handshakes and unused proofs. */
export async function sweep(ctx: Context): Promise<void> {
  await sweepHandshakes(ctx)
  await sweepProvenIdentities(ctx)
}

import type { z } from 'zod'
import type { account } from '#contract/account.ts'
import { localeCookie } from '#contract/constants.ts'
import type { StoredReferral } from '#contract/referral.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { findSessionStart } from '#server/platform/http/sessions.ts'
import { rememberDevice } from '#server/platform/http/throttle.ts'
import { canonicalEmail } from '#server/platform/mail/email-address.ts'
import { emit } from '#server/platform/queue.ts'
import { moveProvenIdentities } from './identity.ts'
import type { Member } from './rows.ts'
import { changeRow, memberIdOf, toUser } from './rows.ts'

export type SignedIn = z.input<typeof account.signIn.output>

/**
 * How long a sign-in counts as recent. Sensitive calls need a recent sign-in, so that a stranger at an unattended
 * browser cannot make such calls.
 */
const recentSignInMs = 15 * 60_000

/** The guest's session, whose cart moves to the member at sign-in; null for a member's session. */
export function guestSessionOf(ctx: Context): string | null {
  return ctx.memberId ? null : ctx.sessionId
}

/** Signs in the visitor as this member, with a new session. Call it within a transaction. */
export async function openSession(ctx: Context, member: Member, guestSessionId: string | null): Promise<SignedIn> {
  const now = ctx.app.now()
  const previousSessionId = ctx.sessionId
  await changeRow(ctx, member.id, { lastLoginAt: now })
  const signedIn = await renew(ctx, member.id)
  const { sessionId } = signedIn
  await moveProvenIdentities(signedIn, previousSessionId, sessionId)
  rememberDevice(signedIn, canonicalEmail(member.email))
  const sessions = { guestSessionId, previousSessionId, sessionId }
  const results = await emit(signedIn, 'member.signed_in', { memberId: member.id, ...sessions })
  if (member.emailVerifiedAt) await emitProof(signedIn, member)
  // Keeps the language that the visitor chose in this browser. If the visitor chose none, sets the member's saved
  // language.
  if (!ctx.cookie(localeCookie)) ctx.setCookie(localeCookie, member.locale)
  return {
    user: toUser(member),
    userID: member.id,
    lastLoginDate: now.toISOString(),
    mergedLines: results.reduce<number>((sum, result) => sum + (typeof result === 'number' ? result : 0), 0),
  }
}

/** Replaces the session with a new session of a member, and returns the new context. Call it within a transaction. */
export async function renew(ctx: Context, memberId: string): Promise<Context & { sessionId: string }> {
  const sessionId = await ctx.renewSession(memberId)
  if (!sessionId) throw new Error('a member got no session')
  return { ...ctx, sessionId, memberId }
}

/** Emits the event that an account was created. Call it within the transaction that created the account. */
export function emitRegistered(
  ctx: Context,
  { id, email, phone }: Pick<Member, 'id' | 'email' | 'phone'>,
  { referId, referGroup }: StoredReferral,
) {
  return emit(ctx, 'member.registered', {
    memberId: id,
    email,
    phone,
    referId: referId ?? null,
    referGroup: referGroup ?? null,
  })
}

/** Emits the event that a member proved the address. */
export function emitProof(ctx: Context, { id, email }: Pick<Member, 'id' | 'email'>) {
  return emit(ctx, 'member.email_proven', { memberId: id, email })
}

/**
 * The id of a member whose sign-in is recent. Fails with `account.sign_in_required` for a guest, and with
 * `account.recent_required` if the sign-in is not recent.
 */
export async function requireRecentSignIn(ctx: Context): Promise<string> {
  const memberId = memberIdOf(ctx)
  const startedAt = await findSessionStart(ctx)
  if (!startedAt || ctx.app.now().getTime() - startedAt.getTime() > recentSignInMs) fail('account.recent_required')
  return memberId
}

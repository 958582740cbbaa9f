import type { z } from 'zod'
import type { account } from '#contract/account.ts'
import { localeCookie } from '#contract/constants.ts'
import type { HeldReferral } from '#contract/referral.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { beganAt } from '#server/platform/http/sessions.ts'
import { emit } from '#server/platform/queue.ts'
import { carryShown } from './identity.ts'
import type { Member } from './rows.ts'
import { canonicalEmail, changeRow, toUser } from './rows.ts'
import { rememberDevice } from './throttle.ts'

export type SignedIn = z.input<typeof account.signIn.output>

/** How long a sign-in counts as recent, for what must not be done by who finds an open browser. */
const recentMs = 15 * 60_000

/** What the guest of this context has: the session whose cart goes along; a member's own session has none. */
export function guestOf(ctx: Context): string | null {
  return ctx.memberId ? null : ctx.sessionId
}

/**
 * Turns the visitor into this member, with a new session and the language that the member has saved. Within a
 * transaction.
 */
export async function open(ctx: Context, member: Member, guestSessionId: string | null): Promise<SignedIn> {
  const now = ctx.app.now()
  const before = ctx.sessionId
  await changeRow(ctx, member.id, { lastLoginAt: now })
  const signedIn = await renew(ctx, member.id)
  const { sessionId } = signedIn
  await carryShown(signedIn, before, sessionId)
  rememberDevice(signedIn, canonicalEmail(member.email))
  const answers = await emit(signedIn, 'member.signed_in', { memberId: member.id, guestSessionId, sessionId })
  if (member.emailVerifiedAt) await emitProof(signedIn, member)
  // A language that was chosen in this browser stays.
  if (!ctx.cookie(localeCookie)) ctx.setCookie(localeCookie, member.locale)
  return {
    user: toUser(member),
    userID: member.id,
    lastLoginDate: now.toISOString(),
    mergedLines: answers.reduce<number>((sum, answer) => sum + (typeof answer === 'number' ? answer : 0), 0),
  }
}

/** A new session for a member; the one that asked is dead. Answers the context in it. Within a transaction. */
export async function renew(ctx: Context, memberId: string): Promise<Context & { sessionId: string }> {
  const sessionId = await ctx.renewSession(memberId)
  if (!sessionId) throw new Error('a member got no session')
  return { ...ctx, sessionId, memberId }
}

/** Says that somebody has an account now; within the transaction that made it. */
export function emitRegistered(
  ctx: Context,
  { id, email, phone }: Pick<Member, 'id' | 'email' | 'phone'>,
  { referId, referGroup }: HeldReferral,
) {
  return emit(ctx, 'member.registered', {
    memberId: id,
    email,
    phone,
    referId: referId ?? null,
    referGroup: referGroup ?? null,
  })
}

/** Says that the address is shown to be the member's. */
export function emitProof(ctx: Context, { id, email }: Pick<Member, 'id' | 'email'>) {
  return emit(ctx, 'member.email_proven', { memberId: id, email })
}

/** Refuses who signed in long ago: `account.recent_required`. */
export async function demandRecent(ctx: Context): Promise<void> {
  const began = await beganAt(ctx)
  if (!began || ctx.app.now().getTime() - began.getTime() > recentMs) fail('account.recent_required')
}

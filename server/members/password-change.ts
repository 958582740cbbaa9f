import type { Context } from '#server/platform/context.ts'
import { publicOrigin } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { endSessionsOf } from '#server/platform/http/sessions.ts'
import { emit } from '#server/platform/queue.ts'
import { emailTexts } from './email-texts.ts'
import { addresseeOf, senderName, write, writeToMember } from './emails.ts'
import { holderOf, issueToken, spendToken, voidAll } from './mailed-secrets.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { acceptMailedProof } from './proof.ts'
import type { MemberRow } from './rows.ts'
import { canonicalEmail, changeRow, currentRow, keepsPassword, rowByEmail, rowById } from './rows.ts'
import { demandRecent, emitProof, renew } from './sign-in.ts'
import { countTry, forgiveTries } from './throttle.ts'
import { isWeakPassword } from './weak-passwords.ts'

/**
 * Notes that a link for a new password is wanted for this address. Whether it is a member's is looked up later, with
 * the mail: the answer, and the time it takes, is the same for every address.
 */
export async function forgotPassword(ctx: Context, { emailID }: { emailID: string }): Promise<{ sent: true }> {
  await emit(ctx, 'account.reset_asked', { email: canonicalEmail(emailID) })
  return { sent: true }
}

/** Mails the link, where there is somebody to mail it to and the hour's mails are not used up. */
export async function mailResetLink(ctx: Context, { email }: { email: string }): Promise<void> {
  const member = await rowByEmail(ctx, email)
  const token = member && (await issueToken(ctx, member.id, 'reset'))
  if (!member || !token) return
  // The address of the link is the shop's own, whatever host was asked.
  const link = `${publicOrigin(ctx.app.config)}/account/reset?token=${token}`
  const reader = addresseeOf(member)
  const of = `${member.id}-${token.slice(0, 8)}`
  await write(ctx, reader, { kind: 'reset', of }, emailTexts.reset({ name: reader.name, link }))
}

/**
 * Sets a new password with the mailed token, which is used up; every session of the member ends. Refuses a token that
 * is unknown, old or used (`account.link_invalid`) and a weak password (`account.password_weak`), which costs no token.
 */
export async function resetForgotten(
  ctx: Context,
  { token, password }: { token: string; password: string },
): Promise<{ changed: true }> {
  const holder = await holderOf(ctx, token, 'reset')
  const member = holder && (await rowById(ctx, holder))
  if (!member) fail('account.link_invalid')
  refuseWeak(ctx, password, member, 'password')
  const passwordHash = await hashPassword(password)
  await transact(ctx, async (ctx) => {
    if (!(await spendToken(ctx, token, 'reset'))) fail('account.link_invalid')
    await acceptMailedProof(ctx, member.id)
    await store(ctx, member, passwordHash)
    await endSessionsOf(ctx, member.id)
    await emitProof(ctx, member)
  })
  await forgiveTries(ctx, 'password', canonicalEmail(member.email))
  return { changed: true }
}

/**
 * Changes the password of the member who is signed in, with the old one (`account.wrong_password`, ever slower), or
 * sets the first one soon after signing in (`account.recent_required`). Every other session ends, this one gets a new
 * token.
 */
export async function changePassword(
  ctx: Context,
  { password, newPassword }: { password?: string | undefined; newPassword: string },
): Promise<{ changed: true }> {
  const member = await currentRow(ctx)
  await demandOwner(ctx, member, password)
  refuseWeak(ctx, newPassword, member, 'newPassword')
  const passwordHash = await hashPassword(newPassword)
  const before = ctx.sessionId
  await transact(ctx, async (ctx) => {
    if (!(await keepsPassword(ctx, member))) fail('account.wrong_password', undefined, 'password')
    await store(ctx, member, passwordHash)
    const renewed = await renew(ctx, member.id)
    await endSessionsOf(ctx, member.id, { except: renewed.sessionId })
    await emit(renewed, 'member.signed_in', {
      memberId: member.id,
      guestSessionId: before,
      sessionId: renewed.sessionId,
    })
  })
  return { changed: true }
}

/** Tells the member that their password was changed, with a way to take it back. */
export async function mailPasswordChanged(
  ctx: Context,
  { memberId, at }: { memberId: string; at: string },
): Promise<void> {
  const link = `${publicOrigin(ctx.app.config)}/account/forgot`
  await writeToMember(
    ctx,
    memberId,
    { kind: 'password', of: `${memberId}-${Date.parse(at)}` },
    emailTexts.changed({ link }),
  )
}

/** Refuses a password that is guessed early: `account.password_weak`. */
export function refuseWeak(ctx: Context, password: string, owner: { email: string; name: string }, field: string) {
  if (isWeakPassword(password, [owner.email, owner.name, senderName(ctx)])) {
    fail('account.password_weak', undefined, field)
  }
}

/** Whoever has the browser is the member: they know the password, or signed in just now where there is none. */
export async function demandOwner(ctx: Context, member: MemberRow, password: string | undefined): Promise<void> {
  if (member.passwordHash === null) return demandRecent(ctx)
  const counted = await countTry(ctx, 'password', canonicalEmail(member.email))
  if (await isPassword(password ?? '', member.passwordHash)) return counted.forgive()
  fail('account.wrong_password', undefined, 'password')
}

async function store(ctx: Context, { id }: MemberRow, passwordHash: string) {
  await changeRow(ctx, id, { passwordHash })
  // Who reads the member's mail in secret has nothing left that was mailed before.
  await voidAll(ctx, id)
  await emit(ctx, 'member.password_changed', { memberId: id, at: ctx.app.now().toISOString() })
}

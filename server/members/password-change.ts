import type { Context } from '#server/platform/context.ts'
import { publicOrigin } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import type { EventPayloads } from '#server/platform/events.ts'
import { fail } from '#server/platform/fail.ts'
import { endSessionsOf } from '#server/platform/http/sessions.ts'
import { clearSecretAttempts, countSecretAttempt } from '#server/platform/http/throttle.ts'
import { canonicalEmail } from '#server/platform/mail/email-address.ts'
import { hashPassword, verifyPassword } from '#server/platform/passwords.ts'
import { emit } from '#server/platform/queue.ts'
import { isWeakPassword } from '#server/platform/weak-passwords.ts'
import { senderName } from '#server/settings/settings.ts'
import { emailTexts } from './email-texts.ts'
import { addresseeOf, sendEmail, sendToMember } from './emails.ts'
import { identitiesOf } from './identity.ts'
import { consumeToken, findTokenMember, invalidateAll, issueToken, sendIssued } from './mailed-secrets.ts'
import { acceptMailedProof } from './proof.ts'
import type { MemberRow } from './rows.ts'
import { changeRow, currentRow, isPasswordUnchanged, rowByEmail, rowById } from './rows.ts'
import { emitProof, renew, requireRecentSignIn } from './sign-in.ts'

/**
 * Requests a link for a new password. A job looks up the member later, so that the response and its timing are the same
 * for every address.
 */
export async function forgotPassword(ctx: Context, { emailID }: { emailID: string }): Promise<{ sent: true }> {
  await emit(ctx, 'account.reset_asked', { email: canonicalEmail(emailID) })
  return { sent: true }
}

/**
 * Emails the link that `forgotPassword` requested, if a member has the email address and the hourly limit allows it.
 */
export async function mailResetLink(ctx: Context, { email }: { email: string }): Promise<void> {
  const member = await rowByEmail(ctx, email)
  const token = member && (await issueToken(ctx, member.id, 'reset'))
  if (!member || !token) return
  // Uses the configured origin, never the host of a request. Otherwise an attacker could make the emailed link lead to
  // another server and receive the token.
  const link = `${publicOrigin(ctx.app.config)}/account/reset?token=${token}`
  const recipient = addresseeOf(member)
  const of = `${member.id}-${token.slice(0, 8)}`
  const words = emailTexts.reset({ name: recipient.name, link })
  await sendIssued(ctx, { memberId: member.id, purpose: 'reset', secret: token }, () =>
    sendEmail(ctx, recipient, { kind: 'reset', of, words }),
  )
}

/**
 * Sets a new password with the emailed token and ends all sessions of the member. The token is valid once. Fails with
 * `account.link_invalid` if the token is unknown, expired or used. Fails with `account.password_weak` if the password
 * is weak; the token then stays valid.
 */
export async function resetForgotten(
  ctx: Context,
  { token, password }: { token: string; password: string },
): Promise<{ changed: true }> {
  const ownerId = await findTokenMember(ctx, token, 'reset')
  const member = ownerId && (await rowById(ctx, ownerId))
  if (!member) fail('account.link_invalid')
  await refuseWeak(ctx, password, { owner: member, field: 'password' })
  const passwordHash = await hashPassword(password)
  await transact(ctx, async (ctx) => {
    if (!(await consumeToken(ctx, token, 'reset'))) fail('account.link_invalid')
    await acceptMailedProof(ctx, member.id)
    await store(ctx, member, { passwordHash, isReset: true })
    await endSessionsOf(ctx, member.id)
    await emitProof(ctx, member)
  })
  await clearSecretAttempts(ctx, 'password', canonicalEmail(member.email))
  return { changed: true }
}

/**
 * Changes the member's password. Fails with `account.wrong_password` if the old password is wrong. After several
 * failures, each attempt takes longer. Setting a first password fails with `account.recent_required` if the sign-in is
 * not recent. Renews the current session and ends all other sessions of the member.
 */
export async function changePassword(
  ctx: Context,
  { password, newPassword }: { password?: string | undefined; newPassword: string },
): Promise<{ changed: true }> {
  const member = await currentRow(ctx)
  await requireOwner(ctx, member, password)
  await refuseWeak(ctx, newPassword, { owner: member, field: 'newPassword' })
  const passwordHash = await hashPassword(newPassword)
  const previousSessionId = ctx.sessionId
  await transact(ctx, async (ctx) => {
    if (!(await isPasswordUnchanged(ctx, member))) fail('account.wrong_password', undefined, 'password')
    await store(ctx, member, { passwordHash, isReset: false })
    const renewed = await renew(ctx, member.id)
    await endSessionsOf(ctx, member.id, { except: renewed.sessionId })
    await emit(renewed, 'member.signed_in', {
      memberId: member.id,
      guestSessionId: previousSessionId,
      previousSessionId,
      sessionId: renewed.sessionId,
    })
  })
  return { changed: true }
}

/**
 * Emails the member after a password change, with a link to the page for a forgotten password. After a reset, a
 * stranger could still sign in with a linked wallet. So if wallets are linked, the email names them and links to the
 * page that unlinks them.
 */
export async function mailPasswordChanged(
  ctx: Context,
  { memberId, at, isReset = false }: EventPayloads['member.password_changed'],
): Promise<void> {
  const origin = publicOrigin(ctx.app.config)
  const identities = isReset ? await identitiesOf(ctx, memberId) : []
  const providers = [...new Set(identities.map(({ provider }) => provider))]
  await sendToMember(ctx, memberId, {
    about: { kind: 'password', of: `${memberId}-${Date.parse(at)}` },
    words:
      providers.length > 0
        ? emailTexts.changedWithLinked({ providers, link: `${origin}/user/linked` })
        : emailTexts.changed({ link: `${origin}/account/forgot` }),
  })
}

/** Fails with `account.password_weak` if the password is easy to guess. */
export async function refuseWeak(
  ctx: Context,
  password: string,
  { owner, field }: { owner: { email: string; name: string }; field: string },
): Promise<void> {
  if (isWeakPassword(password, [owner.email, owner.name, await senderName(ctx)])) {
    fail('account.password_weak', undefined, field)
  }
}

/** Requires proof that the visitor is the member: the password, or a recent sign-in if there is no password. */
export async function requireOwner(ctx: Context, member: MemberRow, password: string | undefined): Promise<void> {
  if (member.passwordHash === null) {
    await requireRecentSignIn(ctx)
    return
  }
  const attempt = await countSecretAttempt(ctx, 'password', canonicalEmail(member.email))
  if (await verifyPassword(password ?? '', member.passwordHash)) return attempt.clear()
  fail('account.wrong_password', undefined, 'password')
}

async function store(
  ctx: Context,
  { id }: MemberRow,
  { passwordHash, isReset }: { passwordHash: string; isReset: boolean },
) {
  await changeRow(ctx, id, { passwordHash })
  // Makes the secrets in earlier emails invalid, because a stranger may have access to the mailbox.
  await invalidateAll(ctx, id)
  await emit(ctx, 'member.password_changed', { memberId: id, at: ctx.app.now().toISOString(), isReset })
}

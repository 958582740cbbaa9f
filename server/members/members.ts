import { randomUUID } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { RegistrationStarted } from '#contract/account.ts'
import type { Locale } from '#contract/languages.ts'
import type { Context } from '#server/platform/context.ts'
import { publicOrigin } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { countSecretAttempt } from '#server/platform/http/throttle.ts'
import { canonicalEmail } from '#server/platform/mail/email-address.ts'
import { hashPassword, verifyPassword } from '#server/platform/passwords.ts'
import { emailTexts } from './email-texts.ts'
import { sendToMember } from './emails.ts'
import { refuseWeak } from './password-change.ts'
import { readPhone } from './profile.ts'
import type { Details } from './registration.ts'
import { startRegistration } from './registration.ts'
import type { Member } from './rows.ts'
import {
  changeRow,
  insertMember,
  isPasswordUnchanged,
  lockRow,
  rowByEmail,
  rowById,
  rowsByContact,
  toMember,
} from './rows.ts'
import type { SignedIn } from './sign-in.ts'
import { emitRegistered, guestSessionOf, openSession } from './sign-in.ts'
import { members } from './tables.ts'

export { countUpload } from '#server/platform/http/throttle.ts'
export { exportData, remove } from './account-deletion.ts'
export { addressProofMs, requestAddressCode, sweepAddressCodes, verifyAddressCode } from './address-codes.ts'
export { addresses, saveAddress, savedAddresses, updateAddresses } from './addresses.ts'
export { proveEmail, sendCode, sendProof, signInWithCode, signInWithLink } from './codes.ts'
export type { EmailContent, Translate } from './email-texts.ts'
export { emailTexts } from './email-texts.ts'
export { renderMemberEmail as composeLetter, sendToMember } from './emails.ts'
export { attach as linkIdentity, isWeChatLinked } from './identity.ts'
export { sweep as sweepArrivals } from './identity-links.ts'
export { sweep as sweepSecrets } from './mailed-secrets.ts'
export { changePassword, forgotPassword, resetForgotten } from './password-change.ts'
export { picture, uploadPicture } from './pictures.ts'
export { endSessions, profile, update, wants } from './profile.ts'
export { confirmRegistration, resendRegistration, sweepRegistrations } from './registration.ts'
export type { Member } from './rows.ts'
export { memberIdOf, toUser } from './rows.ts'
export type { SignedIn } from './sign-in.ts'

export type Registration = Details & { password: string }
export interface NewMember extends Omit<Registration, 'news'> {
  /** Whether the address is treated as proven, as for demonstration accounts. */
  isProven?: boolean
}

/**
 * Signs in with a new session and merges the guest's cart. Fails with `account.wrong_credentials` if no member has the
 * email address, or if the password is wrong. Both failures take the same time, so that the timing does not reveal
 * whether the address has an account.
 */
export async function signIn(
  ctx: Context,
  { email, password }: { email: string; password: string },
): Promise<SignedIn> {
  const address = canonicalEmail(email)
  const attempt = await countSecretAttempt(ctx, 'password', address)
  const member = await rowByEmail(ctx, address)
  const isCorrect = await verifyPassword(password, member?.passwordHash)
  if (!member || !isCorrect) fail('account.wrong_credentials')
  await attempt.clear()
  return transact(ctx, async (tx) => {
    if (!(await isPasswordUnchanged(tx, member))) fail('account.wrong_credentials')
    return openSession(tx, toMember(member), guestSessionOf(ctx))
  })
}

/**
 * Starts a registration, as `startRegistration` does; entering the emailed code creates the account. Fails with
 * `account.password_weak` if the password is weak, and with `input.invalid` if the phone number is invalid.
 */
export async function register(ctx: Context, { password, ...details }: Registration): Promise<RegistrationStarted> {
  await refuseWeak(ctx, password, { owner: details, field: 'password' })
  readPhone(details.phone)
  return startRegistration(ctx, details, { passwordHash: await hashPassword(password) })
}

/** Emails a welcome to a new member, with a link to the account. */
export async function mailWelcome(ctx: Context, { memberId }: { memberId: string }): Promise<void> {
  const link = `${publicOrigin(ctx.app.config)}/user/list`
  await sendToMember(ctx, memberId, {
    about: { kind: 'welcome', of: memberId },
    words: (say, name) => emailTexts.welcome({ name, link })(say),
  })
}

/** Ends a member's session. A guest's session stays. */
export async function signOut(ctx: Context): Promise<{ signedOut: true }> {
  if (ctx.memberId) await ctx.renewSession(null)
  return { signedOut: true }
}

export async function find(ctx: Context, id: string): Promise<Member | null> {
  const row = await rowById(ctx, id)
  return row && toMember(row)
}

export async function findByEmail(ctx: Context, email: string): Promise<Member | null> {
  const row = await rowByEmail(ctx, email)
  return row && toMember(row)
}

/** The members with this email address, or with this phone number as `readPhone` formats it. */
export async function findByContact(
  ctx: Context,
  contact: { email: string | null; phone: string | null },
): Promise<Member[]> {
  return (await rowsByContact(ctx, contact)).map(toMember)
}

/** The member of this request, or null for a guest. */
export async function current(ctx: Context): Promise<Member | null> {
  return ctx.memberId ? find(ctx, ctx.memberId) : null
}

/** Saves the member's language; does nothing for a guest. */
export async function setLocale(ctx: Context, locale: Locale): Promise<void> {
  if (ctx.memberId) await changeRow(ctx, ctx.memberId, { locale })
}

/**
 * Creates an account for the demonstration and tests, without an emailed code and without a session. Returns the
 * account's id.
 */
export async function create(ctx: Context, input: NewMember): Promise<string> {
  const values = await prepare(ctx, input)
  return transact(ctx, async (ctx) => {
    const member = await insertMember(ctx, values)
    if (!member) throw new Error(`${values.email} has an account`)
    await emitRegistered(ctx, member, input)
    return member.id
  })
}

/** The member with this referral id, or null. */
export async function findByReferralId(ctx: Context, referralId: string): Promise<Member | null> {
  const [row] = await ctx.db
    .select()
    .from(members)
    .where(and(eq(members.referralId, referralId), isNull(members.deletedAt)))
  return row ? toMember(row) : null
}

/** Moves a member's referral id, and so the links that contain it, to another member. */
export function moveReferralId(ctx: Context, { fromId, intoId }: { fromId: string; intoId: string }): Promise<void> {
  return transact(ctx, async (ctx) => {
    const { referralId } = await lockRow(ctx, fromId)
    // Referral ids are unique, so the former owner gets a new one first.
    await changeRow(ctx, fromId, { referralId: sql`default` })
    await changeRow(ctx, intoId, { referralId })
  })
}

/**
 * Sets a member's referrer group, whose terms then apply to the member's referrals. With null, the member is not a
 * referrer.
 */
export async function setReferrerGroup(ctx: Context, memberId: string, referrerGroup: string | null): Promise<void> {
  await changeRow(ctx, memberId, { referrerGroup })
}

/**
 * Prepares the row of a new account. Call it outside any transaction, because it hashes the password, which is slow.
 */
async function prepare(ctx: Context, { name, email, password, phone, locale, isProven }: NewMember) {
  const stored = readPhone(phone)
  return {
    id: randomUUID(),
    email: canonicalEmail(email),
    emailVerifiedAt: isProven ? ctx.app.now() : null,
    passwordHash: await hashPassword(password),
    name,
    phone: stored,
    locale: locale ?? ctx.locale,
    createdAt: ctx.app.now(),
  }
}

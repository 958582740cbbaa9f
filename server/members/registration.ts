import { createHmac, randomInt, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { RegistrationStarted } from '#contract/account.ts'
import { hourMs } from '#contract/durations.ts'
import type { IdentityProvider } from '#contract/identity.ts'
import type { Locale } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import type { StoredReferral } from '#contract/referral.ts'
import type { Context } from '#server/platform/context.ts'
import { publicOrigin } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { hashToken, newToken } from '#server/platform/http/sessions.ts'
import { isEqualSecret } from '#server/platform/http/xsrf.ts'
import { canonicalEmail } from '#server/platform/mail/email-address.ts'
import { emit } from '#server/platform/queue.ts'
import { scaledLimit } from '#server/platform/scaled-limit.ts'
import { emailTexts } from './email-texts.ts'
import { addresseeOf, sendEmail } from './emails.ts'
import { attach, consumeProvenIdentity, extendProvenIdentity } from './identity.ts'
import { attemptsPerCode, codeLifetimeMs, issueToken, minRefusalMs, sendIssued } from './mailed-secrets.ts'
import { readPhone, recordConsents } from './profile.ts'
import { acceptMailedProof } from './proof.ts'
import type { Member, MemberRow } from './rows.ts'
import { insertMember, rowByEmail, toMember } from './rows.ts'
import type { SignedIn } from './sign-in.ts'
import { emitRegistered, guestSessionOf, openSession } from './sign-in.ts'
import { registrations } from './tables.ts'

type Row = typeof registrations.$inferSelect

/** The input of a registration. */
export interface Details extends StoredReferral {
  name: string
  email: string
  phone?: string | undefined
  locale?: Locale | undefined
  /** Whether the visitor consents to news by email. */
  news?: boolean | undefined
}
/** The sign-in method of the new member: a password, or the provider at which the session has proven an identity. */
type SignInMethod = { passwordHash: string } | { provider: IdentityProvider }

/**
 * Stores the input and requests an email to the address. The work and the response are the same for every address. Only
 * the email differs, and a job writes it later. Fails with `request.too_many` above the hourly limit of emails. Fails
 * with `identity.unproven` if the session has proven no identity at the provider.
 */
export async function startRegistration(
  ctx: Context,
  details: Details,
  signInMethod: SignInMethod,
): Promise<RegistrationStarted> {
  const token = newToken()
  const { name, news = false, referId = null, referGroup = null } = details
  const values = {
    hash: hashToken(token),
    email: canonicalEmail(details.email),
    name,
    phone: readPhone(details.phone),
    locale: details.locale ?? ctx.locale,
    news,
    referId,
    referGroup,
    ...signInMethod,
    createdAt: ctx.app.now(),
  }
  await transact(ctx, async (ctx) => {
    if ('provider' in signInMethod && !(await extendProvenIdentity(ctx, signInMethod.provider)))
      fail('identity.unproven')
    await refuseMoreEmails(ctx, values.email)
    await ctx.db.insert(registrations).values(values)
    await emit(ctx, 'account.registration_started', { hash: values.hash })
  })
  return { sent: true, registration: token }
}

/**
 * Requests another email for a registration. Unknown and expired registrations get the same response. Fails with
 * `request.too_many` above the hourly limit.
 */
export async function resendRegistration(
  ctx: Context,
  { registration }: { registration: string },
): Promise<{ sent: true }> {
  const hash = hashToken(registration)
  await transact(ctx, async (ctx) => {
    const row = await find(ctx, hash)
    if (!row) return
    if (row.provider) await extendProvenIdentity(ctx, row.provider)
    await refuseMoreEmails(ctx, row.email)
    await ctx.db
      .update(registrations)
      .set({ sent: sql`${registrations.sent} + 1` })
      .where(eq(registrations.hash, hash))
    await emit(ctx, 'account.registration_started', { hash })
  })
  return { sent: true }
}

/** Emails a code to a new address, and a sign-in link to a member's address. */
export async function mailRegistration(ctx: Context, { hash }: { hash: string }): Promise<void> {
  const row = await find(ctx, hash)
  if (!row) return
  const member = await rowByEmail(ctx, row.email)
  await (member ? mailSignInLink(ctx, member) : mailRegistrationCode(ctx, row))
}

async function mailSignInLink(ctx: Context, member: MemberRow) {
  const token = await issueToken(ctx, member.id, 'link')
  if (!token) return
  const link = `${publicOrigin(ctx.app.config)}/account/link?token=${token}`
  const about = { kind: 'known', of: `${member.id}-${token.slice(0, 8)}` } as const
  const recipient = addresseeOf(member)
  const words = emailTexts.known({ name: recipient.name, link })
  await sendIssued(ctx, { memberId: member.id, purpose: 'link', secret: token }, () =>
    sendEmail(ctx, recipient, { ...about, words }),
  )
}

/**
 * Emails a new code for a registration. The email contains no input of the visitor, so that nobody can send text of
 * their own to a stranger's address.
 */
async function mailRegistrationCode(ctx: Context, { hash, email, locale }: Row) {
  const now = ctx.app.now().getTime()
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const codeValues = { codeHash: hashCode(ctx, hash, code), codeExpiresAt: new Date(now + codeLifetimeMs), attempts: 0 }
  await ctx.db.update(registrations).set(codeValues).where(eq(registrations.hash, hash))
  const about = { kind: 'registration', of: `${hash.slice(0, 12)}-${now}` } as const
  await sendEmail(ctx, { name: '', email, locale }, { ...about, words: emailTexts.registration({ code }) })
}

/**
 * Confirms a registration with the emailed code: creates the account, proves its email address and signs in. If the
 * address has an account by then, proves the address of that account and signs in to it. Fails with
 * `account.wrong_code` if the code is wrong, used or expired, or if the registration is unknown. Fails with
 * `identity.unproven` if the session no longer proves the wallet's identity.
 */
export async function confirmRegistration(
  ctx: Context,
  { registration, code }: { registration: string; code: string },
): Promise<SignedIn> {
  const hash = hashToken(registration)
  const minDelay = wait(minRefusalMs)
  if (await isCorrectCode(ctx, hash, code)) {
    const signedIn = await transact(ctx, async (ctx) => {
      const [row] = await ctx.db.delete(registrations).where(eq(registrations.hash, hash)).returning()
      return row && openSession(ctx, await findOrCreateMember(ctx, row), guestSessionOf(ctx))
    })
    if (signedIn) return signedIn
  }
  await minDelay
  fail('account.wrong_code', undefined, 'code')
}

/**
 * Whether this is the emailed code of the registration. Counts each attempt before the comparison, so that parallel
 * attempts are limited like serial ones.
 */
async function isCorrectCode(ctx: Context, hash: string, code: string): Promise<boolean> {
  const [stored] = await ctx.db
    .update(registrations)
    .set({ attempts: sql`${registrations.attempts} + 1` })
    .where(
      and(
        eq(registrations.hash, hash),
        gt(registrations.codeExpiresAt, ctx.app.now()),
        lt(registrations.attempts, attemptsPerCode),
      ),
    )
    .returning({ codeHash: registrations.codeHash })
  return isEqualSecret(stored?.codeHash ?? '', hashCode(ctx, hash, code))
}

/** The new member of a confirmed registration, or the existing member with the same email address. */
async function findOrCreateMember(ctx: Context, row: Row): Promise<Member> {
  const { email, name, phone, locale, passwordHash, news, provider } = row
  const now = ctx.app.now()
  const values = { id: randomUUID(), email, emailVerifiedAt: now, passwordHash, name, phone, locale, createdAt: now }
  const member = await insertMember(ctx, values)
  if (!member) return toMember(await acceptMailedProof(ctx, (await rowByEmail(ctx, email))?.id ?? ''))
  if (provider) await attach(ctx, member.id, await consumeProvenIdentity(ctx, provider))
  await emitRegistered(ctx, member, { referId: row.referId ?? undefined, referGroup: row.referGroup ?? undefined })
  await emit(ctx, 'account.opened', { memberId: member.id })
  await recordConsents(ctx, member.id, { consents: { news }, source: 'registration' })
  return member
}

/** Deletes registrations that nobody confirmed within the hour. */
export async function sweepRegistrations(ctx: Context): Promise<void> {
  await ctx.db.delete(registrations).where(lt(registrations.createdAt, anHourAgo(ctx)))
}

/**
 * Fails with `request.too_many` if the address has reached the hourly limit of emails. Call it within a transaction.
 */
async function refuseMoreEmails(ctx: Context, email: string) {
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtext(${`registration ${email}`}))`)
  const [row] = await ctx.db
    .select({ sent: sql<number>`coalesce(sum(${registrations.sent}), 0)::int` })
    .from(registrations)
    .where(and(eq(registrations.email, email), gt(registrations.createdAt, anHourAgo(ctx))))
  const max = scaledLimit(ctx.app, limits.registrationEmailsPerHour)
  if ((row?.sent ?? 0) >= max) fail('request.too_many', { seconds: hourMs / 1000 })
}

async function find(ctx: Context, hash: string): Promise<Row | undefined> {
  const condition = and(eq(registrations.hash, hash), gt(registrations.createdAt, anHourAgo(ctx)))
  return (await ctx.db.select().from(registrations).where(condition))[0]
}

const anHourAgo = (ctx: Context) => new Date(ctx.app.now().getTime() - hourMs)

/** Hashes a code with the shop's secret, so that a reader of the table cannot try all codes. */
function hashCode({ app }: Context, registration: string, code: string): string {
  return createHmac('sha256', app.secret).update(`registration ${registration} ${code}`).digest('base64url')
}

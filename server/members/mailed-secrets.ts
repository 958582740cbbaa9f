import { createHmac, randomInt } from 'node:crypto'
import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import { hourMs } from '#contract/durations.ts'
import type { Context } from '#server/platform/context.ts'
import { hashToken, newToken } from '#server/platform/http/sessions.ts'
import { isEqualSecret } from '#server/platform/http/xsrf.ts'
import { members, mailedSecrets as secrets } from './tables.ts'

export type Purpose = (typeof secrets.$inferSelect)['purpose']

/** Secrets that are emailed as a code. */
export type CodePurpose = 'sign_in' | 'device_sign_in' | 'proof'

/** Secrets that are emailed as a link with a token. */
type LinkPurpose = 'reset' | 'link'

export const codeLifetimeMs = 10 * 60_000
const linkLifetimeMs = 30 * 60_000
const lifetimesMs: Record<Purpose, number> = {
  reset: linkLifetimeMs,
  link: linkLifetimeMs,
  sign_in: codeLifetimeMs,
  device_sign_in: codeLifetimeMs,
  proof: codeLifetimeMs,
}
/**
 * A request with a wrong code takes at least this long, so that its duration does not reveal whether a member has the
 * address.
 */
export const minRefusalMs = 250
/**
 * The maximum number of attempts to enter a code. If an attacker uses them all, the probability of guessing a six-digit
 * code is 1 in 200,000.
 */
export const attemptsPerCode = 5
/** The maximum number of emails of each kind that the shop sends to a member within an hour. */
const maxEmailsPerHour: Record<Purpose, number> = {
  reset: 3,
  link: 3,
  sign_in: 6,
  device_sign_in: 6,
  proof: 6,
}

/**
 * Issues a token for a link and replaces the previous one. Null if the hourly limit of emails is reached. Stores only
 * the hash.
 */
export async function issueToken(ctx: Context, memberId: string, purpose: LinkPurpose): Promise<string | null> {
  const token = newToken()
  return (await store(ctx, { memberId, purpose, hash: hashToken(token) })) ? token : null
}

/** Issues a six-digit code and replaces the previous one. Null if the hourly limit of emails is reached. */
export async function issueCode(ctx: Context, memberId: string, purpose: CodePurpose): Promise<string | null> {
  const code = newCode()
  return (await store(ctx, { memberId, purpose, hash: hashCode(ctx, memberId, code) })) ? code : null
}

/**
 * Sends the email with a secret that was just issued. If the sending fails, the email does not count towards the hourly
 * limit. The secret then becomes invalid, so that nobody can guess a secret that its owner never received.
 */
export async function sendIssued(
  ctx: Context,
  { memberId, purpose, secret }: { memberId: string; purpose: Purpose; secret: string },
  send: () => Promise<void>,
): Promise<void> {
  try {
    await send()
  } catch (error) {
    const isFailedOne = inArray(secrets.hash, [hashToken(secret), hashCode(ctx, memberId, secret)])
    const now = ctx.app.now().toISOString()
    await ctx.db
      .update(secrets)
      .set({
        sent: sql`greatest(${secrets.sent} - 1, 0)`,
        expiresAt: sql`case when ${isFailedOne} then ${now}::timestamptz else ${secrets.expiresAt} end`,
      })
      .where(and(eq(secrets.memberId, memberId), eq(secrets.purpose, purpose)))
    throw error
  }
}

/** The member of a valid token, or null. */
export async function findTokenMember(ctx: Context, token: string, purpose: LinkPurpose): Promise<string | null> {
  const [found] = await ctx.db
    .select({ memberId: secrets.memberId })
    .from(secrets)
    .where(and(eq(secrets.hash, hashToken(token)), eq(secrets.purpose, purpose), gt(secrets.expiresAt, ctx.app.now())))
  return found?.memberId ?? null
}

/** Uses up a token. Of parallel requests, one gets the member's id and the others get null. */
export async function consumeToken(ctx: Context, token: string, purpose: LinkPurpose): Promise<string | null> {
  const [used] = await ctx.db
    .delete(secrets)
    .where(and(eq(secrets.hash, hashToken(token)), eq(secrets.purpose, purpose), gt(secrets.expiresAt, ctx.app.now())))
    .returning({ memberId: secrets.memberId })
  return used?.memberId ?? null
}

/** A code that was checked and not used up yet. */
export interface CheckedCode {
  memberId: string
  purpose: CodePurpose
  hash: string
}

/**
 * Checks a code that a visitor entered for this address. Null if the code is wrong or expired, or if too many attempts
 * were made. Counts each attempt before the comparison, so that parallel attempts are limited like serial ones.
 */
export async function verifyCode(
  ctx: Context,
  { email, code, purpose }: { email: string; code: string; purpose: CodePurpose },
): Promise<CheckedCode | null> {
  const [secret] = await ctx.db
    .update(secrets)
    .set({ attempts: sql`${secrets.attempts} + 1` })
    .from(members)
    .where(
      and(
        eq(members.id, secrets.memberId),
        eq(sql`lower(${members.email})`, email),
        eq(secrets.purpose, purpose),
        gt(secrets.expiresAt, ctx.app.now()),
        lt(secrets.attempts, attemptsPerCode),
      ),
    )
    .returning({ memberId: secrets.memberId, hash: secrets.hash })
  const memberId = secret?.memberId ?? ''
  const isCorrect = isEqualSecret(secret?.hash ?? '', hashCode(ctx, memberId, code))
  return secret && isCorrect ? { memberId, purpose, hash: secret.hash } : null
}

/**
 * Uses up a checked code. Call it in the transaction of the action that the code permits, so that the code stays valid
 * if the transaction fails. Of parallel requests, one gets true and the others get false.
 */
export async function consumeCode(ctx: Context, { memberId, purpose, hash }: CheckedCode): Promise<boolean> {
  const used = await ctx.db
    .delete(secrets)
    .where(and(eq(secrets.memberId, memberId), eq(secrets.purpose, purpose), eq(secrets.hash, hash)))
    .returning({ memberId: secrets.memberId })
  return used.length > 0
}

/** Makes all tokens and codes of a member invalid. The count of emails in the current hour stays. */
export async function invalidateAll(ctx: Context, memberId: string): Promise<void> {
  await ctx.db.update(secrets).set({ hash: '', expiresAt: ctx.app.now() }).where(eq(secrets.memberId, memberId))
}

/** Deletes secrets that expired more than an hour ago. Until then, their rows count emails for the hourly limit. */
export async function sweep(ctx: Context): Promise<void> {
  await ctx.db.delete(secrets).where(lt(secrets.expiresAt, new Date(ctx.app.now().getTime() - hourMs)))
}

async function store(ctx: Context, { memberId, purpose, hash }: { memberId: string; purpose: Purpose; hash: string }) {
  const now = ctx.app.now()
  const sameHour = sql`${secrets.countedFrom} > ${new Date(now.getTime() - hourMs).toISOString()}::timestamptz`
  const stored = await ctx.db
    .insert(secrets)
    .values({ memberId, purpose, hash, expiresAt: new Date(now.getTime() + lifetimesMs[purpose]), countedFrom: now })
    .onConflictDoUpdate({
      target: [secrets.memberId, secrets.purpose],
      set: {
        hash,
        expiresAt: new Date(now.getTime() + lifetimesMs[purpose]),
        attempts: 0,
        sent: sql`case when ${sameHour} then ${secrets.sent} + 1 else 1 end`,
        countedFrom: sql`case when ${sameHour} then ${secrets.countedFrom} else excluded.counted_from end`,
      },
      setWhere: sql`not ${sameHour} or ${secrets.sent} < ${maxEmailsPerHour[purpose]}`,
    })
    .returning({ memberId: secrets.memberId })
  return stored.length > 0
}

export const newCode = () => String(randomInt(1_000_000)).padStart(6, '0')

/** Hashes a code with the shop's secret, so that a reader of the table cannot try all codes. */
export function hashCode({ app }: Context, holder: string, code: string): string {
  return createHmac('sha256', app.secret).update(`code ${holder} ${code}`).digest('base64url')
}

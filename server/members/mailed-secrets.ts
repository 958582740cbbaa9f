import { createHmac, randomInt } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import { hashToken, newToken } from '#server/platform/http/sessions.ts'
import { isSame } from '#server/platform/http/xsrf.ts'
import { members, mailedSecrets as secrets } from './tables.ts'

export type Purpose = (typeof secrets.$inferSelect)['purpose']

/** What is mailed as a link with a token. */
type LinkPurpose = 'reset' | 'link'

export const codeLifeMs = 10 * 60_000
const linkLifeMs = 30 * 60_000
const lifeMs: Record<Purpose, number> = { reset: linkLifeMs, link: linkLifeMs, sign_in: codeLifeMs, proof: codeLifeMs }
/** Every refusal of a code takes at least this long, so that timing does not reveal an unknown address. */
export const refusalMs = 250
/** So many tries each code has: with six digits, one in two hundred thousand is hit. */
export const triesPerCode = 5
const hourMs = 3_600_000
/** So many mails of a kind a member gets within an hour, whoever asks for them. */
const mailsPerHour: Record<Purpose, number> = { reset: 3, link: 3, sign_in: 6, proof: 6 }

/** A token for a link, in place of any before it; null where the hour's mails are used up. Only its hash is kept. */
export async function issueToken(ctx: Context, memberId: string, purpose: LinkPurpose): Promise<string | null> {
  const token = newToken()
  return (await store(ctx, { memberId, purpose, hash: hashToken(token) })) ? token : null
}

/** Six digits, in place of any before them; null where the hour's mails are used up. */
export async function issueCode(ctx: Context, memberId: string, purpose: 'sign_in' | 'proof'): Promise<string | null> {
  const code = newCode()
  return (await store(ctx, { memberId, purpose, hash: hashCode(ctx, memberId, code) })) ? code : null
}

/** Whose token this is while it can be used, or null. */
export async function holderOf(ctx: Context, token: string, purpose: LinkPurpose): Promise<string | null> {
  const [found] = await ctx.db
    .select({ memberId: secrets.memberId })
    .from(secrets)
    .where(and(eq(secrets.hash, hashToken(token)), eq(secrets.purpose, purpose), gt(secrets.expiresAt, ctx.app.now())))
  return found?.memberId ?? null
}

/** Uses a token up: of all who bring it, one gets its member's id, the others null. */
export async function spendToken(ctx: Context, token: string, purpose: LinkPurpose): Promise<string | null> {
  const [used] = await ctx.db
    .delete(secrets)
    .where(and(eq(secrets.hash, hashToken(token)), eq(secrets.purpose, purpose), gt(secrets.expiresAt, ctx.app.now())))
    .returning({ memberId: secrets.memberId })
  return used?.memberId ?? null
}

/**
 * Uses the code up that was mailed to this address: of all who bring it, one gets its member's id. Every try counts
 * before it is looked at, so that many at once have no more tries than one after the other.
 */
export async function spendCode(
  ctx: Context,
  { email, code, purpose }: { email: string; code: string; purpose: 'sign_in' | 'proof' },
): Promise<string | null> {
  const [tried] = await ctx.db
    .update(secrets)
    .set({ attempts: sql`${secrets.attempts} + 1` })
    .from(members)
    .where(
      and(
        eq(members.id, secrets.memberId),
        eq(sql`lower(${members.email})`, email),
        eq(secrets.purpose, purpose),
        gt(secrets.expiresAt, ctx.app.now()),
        lt(secrets.attempts, triesPerCode),
      ),
    )
    .returning({ memberId: secrets.memberId, hash: secrets.hash })
  const memberId = tried?.memberId ?? ''
  const isRight = isSame(tried?.hash ?? '', hashCode(ctx, memberId, code))
  if (!tried || !isRight) return null
  const used = await ctx.db
    .delete(secrets)
    .where(and(eq(secrets.memberId, memberId), eq(secrets.purpose, purpose), eq(secrets.hash, tried.hash)))
    .returning({ memberId: secrets.memberId })
  return used[0]?.memberId ?? null
}

/** From now on nothing counts that was mailed to this member before; how much was mailed within the hour still does. */
export async function voidAll(ctx: Context, memberId: string): Promise<void> {
  await ctx.db.update(secrets).set({ hash: '', expiresAt: ctx.app.now() }).where(eq(secrets.memberId, memberId))
}

/** Forgets what can no longer be used. */
export async function sweep(ctx: Context): Promise<void> {
  await ctx.db.delete(secrets).where(lt(secrets.expiresAt, new Date(ctx.app.now().getTime() - hourMs)))
}

async function store(ctx: Context, { memberId, purpose, hash }: { memberId: string; purpose: Purpose; hash: string }) {
  const now = ctx.app.now()
  const isSameHour = sql`${secrets.countedFrom} > ${new Date(now.getTime() - hourMs).toISOString()}::timestamptz`
  const stored = await ctx.db
    .insert(secrets)
    .values({ memberId, purpose, hash, expiresAt: new Date(now.getTime() + lifeMs[purpose]), countedFrom: now })
    .onConflictDoUpdate({
      target: [secrets.memberId, secrets.purpose],
      set: {
        hash,
        expiresAt: new Date(now.getTime() + lifeMs[purpose]),
        attempts: 0,
        sent: sql`case when ${isSameHour} then ${secrets.sent} + 1 else 1 end`,
        countedFrom: sql`case when ${isSameHour} then ${secrets.countedFrom} else excluded.counted_from end`,
      },
      setWhere: sql`not ${isSameHour} or ${secrets.sent} < ${mailsPerHour[purpose]}`,
    })
    .returning({ memberId: secrets.memberId })
  return stored.length > 0
}

/** Six digits. */
export const newCode = () => String(randomInt(1_000_000)).padStart(6, '0')

/** With the shop's secret, so that who reads the table cannot try all codes. */
export function hashCode({ app }: Context, holder: string, code: string): string {
  return createHmac('sha256', app.secret).update(`code ${holder} ${code}`).digest('base64url')
}

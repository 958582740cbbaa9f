import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import type { IdentityProvider } from '#contract/identity.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { sessions } from '#server/platform/tables.ts'
import { selectWeChatIdentity } from './queries.ts'
import { memberIdentities as identities, provenIdentities as proven } from './tables.ts'

/** One way in which a company calls somebody; `app` is empty where it is the same in all of the shop's apps. */
export interface Name {
  app: string
  subject: string
}
/** What a company said of a code: who it is, that the code is worth nothing, or nothing of use. */
export type IdentityFacts =
  | { outcome: 'known'; names: Name[]; nickname: string }
  | { outcome: 'refused' | 'down'; answer: string }

/** Somebody as a company knows them, the name that counts most first. */
export interface ProvenIdentity {
  provider: IdentityProvider
  names: Name[]
  nickname: string
}

const provenMs = 10 * 60_000

/** The member who has this identity, or null. Of two, the one who has the name that counts more. */
export async function holderOf(ctx: Context, { provider, names }: ProvenIdentity): Promise<string | null> {
  const subjects = names.map(({ subject }) => subject)
  const rows = await ctx.db
    .select()
    .from(identities)
    .where(and(eq(identities.provider, provider), inArray(identities.subject, subjects)))
  for (const { app, subject } of names) {
    const row = rows.find((row) => row.app === app && row.subject === subject)
    if (row) return row.memberId
  }
  return null
}

/** Gives a member this identity. `identity.taken` where somebody else has it; what they have already stays. */
export async function attach(
  ctx: Context,
  memberId: string,
  { provider, names, nickname }: ProvenIdentity,
): Promise<void> {
  const holder = await holderOf(ctx, { provider, names, nickname })
  if (holder && holder !== memberId) fail('identity.taken')
  const linkedAt = ctx.app.now()
  for (const [index, { app, subject }] of names.entries()) {
    const [kept] = await ctx.db
      .insert(identities)
      .values({ provider, app, subject, memberId, nickname, linkedAt })
      .onConflictDoUpdate({
        target: [identities.provider, identities.app, identities.subject],
        set: { nickname: sql`coalesce(nullif(excluded.nickname, ''), ${identities.nickname})` },
        setWhere: eq(identities.memberId, memberId),
      })
      .returning({ memberId: identities.memberId })
    // Another one was faster.
    if (!kept && index === 0) fail('identity.taken')
  }
}

/** Takes every name by which a company knows a member off the account. */
export async function detach(ctx: Context, memberId: string, provider: IdentityProvider): Promise<void> {
  await ctx.db.delete(identities).where(and(eq(identities.memberId, memberId), eq(identities.provider, provider)))
}

/** Every name that a member has anywhere. */
export function identitiesOf(ctx: Context, memberId: string) {
  return ctx.db.select().from(identities).where(eq(identities.memberId, memberId)).orderBy(identities.linkedAt)
}

/** Whether the member who is signed in has a WeChat identity; a guest has none. */
export async function isWeChatLinked(ctx: Context): Promise<boolean> {
  if (!ctx.memberId) return false
  return (await selectWeChatIdentity(ctx.db, { memberId: ctx.memberId })).length > 0
}
/** Keeps for this session, ten minutes long, what its visitor has just shown to be. */
export async function keepShown(ctx: Context, { provider, names, nickname }: ProvenIdentity): Promise<void> {
  const sessionId = await ctx.ensureSession()
  const kept = { names, nickname, expiresAt: new Date(ctx.app.now().getTime() + provenMs) }
  await ctx.db
    .insert(proven)
    .values({ sessionId, provider, ...kept })
    .onConflictDoUpdate({ target: [proven.sessionId, proven.provider], set: kept })
}

/** What this session has just shown of its visitor. */
export async function shownBy(ctx: Context): Promise<ProvenIdentity[]> {
  if (!ctx.sessionId) return []
  return ctx.db
    .select({ provider: proven.provider, names: proven.names, nickname: proven.nickname })
    .from(proven)
    .where(and(eq(proven.sessionId, ctx.sessionId), gt(proven.expiresAt, ctx.app.now())))
}

/** Keeps what this session has shown for another ten minutes; false if it shows nothing. */
export async function prolongShown(ctx: Context, provider: IdentityProvider): Promise<boolean> {
  const now = ctx.app.now()
  const prolonged = await ctx.db
    .update(proven)
    .set({ expiresAt: new Date(now.getTime() + provenMs) })
    .where(and(eq(proven.sessionId, ctx.sessionId ?? ''), eq(proven.provider, provider), gt(proven.expiresAt, now)))
    .returning({ provider: proven.provider })
  return prolonged.length > 0
}

/**
 * Uses up what this session has just shown: of all who ask at once, one gets it. `identity.unproven` where there is
 * nothing.
 */
export async function takeShown(ctx: Context, provider: IdentityProvider): Promise<ProvenIdentity> {
  const [taken] = await ctx.db
    .delete(proven)
    .where(
      and(
        eq(proven.sessionId, ctx.sessionId ?? ''),
        eq(proven.provider, provider),
        gt(proven.expiresAt, ctx.app.now()),
      ),
    )
    .returning({ provider: proven.provider, names: proven.names, nickname: proven.nickname })
  return taken ?? fail('identity.unproven')
}

/** What a session has shown goes along when its visitor signs in with a new one. */
export async function carryShown(ctx: Context, from: string | null, to: string): Promise<void> {
  if (from) await ctx.db.update(proven).set({ sessionId: to }).where(eq(proven.sessionId, from))
}

/** Forgets what any session of a member has shown; before those sessions end. */
export async function forgetShownBy(ctx: Context, memberId: string): Promise<void> {
  const theirs = ctx.db
    .select({ id: sql<string>`${sessions.id}::text` })
    .from(sessions)
    .where(eq(sessions.memberId, memberId))
  await ctx.db.delete(proven).where(inArray(proven.sessionId, theirs))
}

/** Forgets what was shown and not used. */
export async function sweepShown(ctx: Context): Promise<void> {
  await ctx.db.delete(proven).where(lt(proven.expiresAt, ctx.app.now()))
}

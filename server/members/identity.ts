import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import type { IdentityProvider } from '#contract/identity.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { sessions } from '#server/platform/tables.ts'
import { selectWeChatIdentity } from './queries.ts'
import { memberIdentities as identities, provenIdentities as proven } from './tables.ts'

/** An id of a visitor at a provider. `app` is empty if the id is the same in all of the shop's apps. */
export interface Name {
  app: string
  subject: string
}
/** The provider's response to a code: an identity, a refusal, or nothing usable. */
export type IdentityFacts =
  | { outcome: 'known'; names: Name[]; nickname: string }
  | { outcome: 'refused' | 'down'; answer: string }

/** A proven identity. The first of `names` is the id that decides to which member the identity belongs. */
export interface ProvenIdentity {
  provider: IdentityProvider
  names: Name[]
  nickname: string
}

const proofLifetimeMs = 10 * 60_000

/** The member with this identity, or null. If its ids belong to different members, the first id in `names` decides. */
export async function findIdentityOwner(ctx: Context, { provider, names }: ProvenIdentity): Promise<string | null> {
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

/**
 * Links all ids of an identity to a member. An id that is already linked only gets the new nickname. Returns false if
 * the identity was already linked to this member. Fails with `identity.taken` if it is linked to another member.
 */
export async function attach(
  ctx: Context,
  memberId: string,
  { provider, names, nickname }: ProvenIdentity,
): Promise<boolean> {
  const ownerId = await findIdentityOwner(ctx, { provider, names, nickname })
  if (ownerId && ownerId !== memberId) fail('identity.taken')
  const linkedAt = ctx.app.now()
  for (const [index, { app, subject }] of names.entries()) {
    const [stored] = await ctx.db
      .insert(identities)
      .values({ provider, app, subject, memberId, nickname, linkedAt })
      .onConflictDoUpdate({
        target: [identities.provider, identities.app, identities.subject],
        set: { nickname: sql`coalesce(nullif(excluded.nickname, ''), ${identities.nickname})` },
        setWhere: eq(identities.memberId, memberId),
      })
      .returning({ memberId: identities.memberId })
    // If no row is returned, the id belongs to another member, for example because of a parallel request. The first id
    // decides to which member the identity belongs, so the call fails for the first id. Any other id stays with the
    // other member.
    if (!stored && index === 0) fail('identity.taken')
  }
  return ownerId === null
}

/** Removes all ids of a provider from a member. */
export async function detach(ctx: Context, memberId: string, provider: IdentityProvider): Promise<void> {
  await ctx.db.delete(identities).where(and(eq(identities.memberId, memberId), eq(identities.provider, provider)))
}

/** All linked ids of a member. */
export function identitiesOf(ctx: Context, memberId: string) {
  return ctx.db.select().from(identities).where(eq(identities.memberId, memberId)).orderBy(identities.linkedAt)
}

/** Whether the visitor is a member with a WeChat identity. */
export async function isWeChatLinked(ctx: Context): Promise<boolean> {
  if (!ctx.memberId) return false
  return (await selectWeChatIdentity(ctx.db, { memberId: ctx.memberId })).length > 0
}
/** Stores a proven identity for this session, for ten minutes. */
export async function storeProvenIdentity(ctx: Context, { provider, names, nickname }: ProvenIdentity): Promise<void> {
  const sessionId = await ctx.ensureSession()
  const values = { names, nickname, expiresAt: new Date(ctx.app.now().getTime() + proofLifetimeMs) }
  await ctx.db
    .insert(proven)
    .values({ sessionId, provider, ...values })
    .onConflictDoUpdate({ target: [proven.sessionId, proven.provider], set: values })
}

/** The identities that this session has just proven. */
export async function listProvenIdentities(ctx: Context): Promise<ProvenIdentity[]> {
  if (!ctx.sessionId) return []
  return ctx.db
    .select({ provider: proven.provider, names: proven.names, nickname: proven.nickname })
    .from(proven)
    .where(and(eq(proven.sessionId, ctx.sessionId), gt(proven.expiresAt, ctx.app.now())))
}

/**
 * Extends a proven identity of this session by ten minutes. Returns false if the session has no valid proof at this
 * provider.
 */
export async function extendProvenIdentity(ctx: Context, provider: IdentityProvider): Promise<boolean> {
  const now = ctx.app.now()
  const extended = await ctx.db
    .update(proven)
    .set({ expiresAt: new Date(now.getTime() + proofLifetimeMs) })
    .where(and(eq(proven.sessionId, ctx.sessionId ?? ''), eq(proven.provider, provider), gt(proven.expiresAt, now)))
    .returning({ provider: proven.provider })
  return extended.length > 0
}

/**
 * Uses up a proven identity of this session; only one of several parallel requests succeeds. Fails with
 * `identity.unproven` if there is none.
 */
export async function consumeProvenIdentity(ctx: Context, provider: IdentityProvider): Promise<ProvenIdentity> {
  const [consumed] = await ctx.db
    .delete(proven)
    .where(
      and(
        eq(proven.sessionId, ctx.sessionId ?? ''),
        eq(proven.provider, provider),
        gt(proven.expiresAt, ctx.app.now()),
      ),
    )
    .returning({ provider: proven.provider, names: proven.names, nickname: proven.nickname })
  return consumed ?? fail('identity.unproven')
}

/** Moves proven identities to the new session at sign-in. */
export async function moveProvenIdentities(ctx: Context, from: string | null, to: string): Promise<void> {
  if (from) await ctx.db.update(proven).set({ sessionId: to }).where(eq(proven.sessionId, from))
}

/**
 * Deletes the proven identities of all sessions of a member. Call it before the sessions end, because it finds the
 * identities through the rows of the sessions.
 */
export async function deleteProvenIdentitiesOf(ctx: Context, memberId: string): Promise<void> {
  const sessionIds = ctx.db
    .select({ id: sql<string>`${sessions.id}::text` })
    .from(sessions)
    .where(eq(sessions.memberId, memberId))
  await ctx.db.delete(proven).where(inArray(proven.sessionId, sessionIds))
}

/** Deletes expired proofs. */
export async function sweepProvenIdentities(ctx: Context): Promise<void> {
  await ctx.db.delete(proven).where(lt(proven.expiresAt, ctx.app.now()))
}

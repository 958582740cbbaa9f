import { hash, randomBytes, randomUUID } from 'node:crypto'
import { and, desc, eq, gt, lt, ne, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { dayMs, hourMs } from '#contract/durations.ts'
import type { App, Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { placeholders, prepared } from '#server/platform/database/prepared-queries.ts'
import { afterCommit, transact } from '#server/platform/database/transactions.ts'
import { sessions } from '#server/platform/tables.ts'

const guestDays = 30
const memberIdleDays = 14
const memberDays = 90
/** Minimum time between two updates of a session. */
const minUpdateIntervalMs = hourMs

export interface Session {
  id: string
  memberId: string | null
  expiresAt: Date
}

/** Creates a token of 256 random bits. Only its hash is stored. */
export const newToken = () => randomBytes(32).toString('base64url')
export const isToken = (value: string | undefined): value is string => /^[\w-]{43}$/.test(value ?? '')
export const hashToken = (token: string) => hash('sha256', token, 'base64url')

interface CachedSession {
  session: Session
  at: Date
}

/** Caches each found session for a second, because the calls of one page look up the same session. */
const sessionCache = new Map<string, CachedSession>()
const sessionCacheMs = 1000
const maxCachedSessions = 10_000
/**
 * Incremented when sessions end. A lookup that began earlier may have found an ended session, so its result is not
 * cached.
 */
let endCount = 0
/** Whether this process receives notifications of sessions that other processes end. */
let receivesNotifications = true

const selectSession = prepared((db) =>
  db
    .select()
    .from(sessions)
    .where(eq(sessions.tokenHash, sql.placeholder('tokenHash'))),
)

/**
 * Finds the active session of a token and extends it, at most once an hour. A guest's session lasts until 30 days after
 * the last request. A member's session lasts until 14 days after the last request, but at most 90 days in total.
 */
export async function findSession(db: Database, token: string, now: Date): Promise<Session | null> {
  const tokenHash = hashToken(token)
  const cached = sessionCache.get(tokenHash)
  if (cached && isFresh(cached, now)) return cached.session
  const endCountBefore = endCount
  const [found] = await selectSession(db, { tokenHash })
  if (!found || found.expiresAt <= now) return null
  let { expiresAt } = found
  if (now.getTime() - found.lastSeenAt.getTime() > minUpdateIntervalMs) {
    expiresAt = expiry(found.memberId, found.createdAt, now)
    await db.update(sessions).set({ lastSeenAt: now, expiresAt }).where(eq(sessions.id, found.id))
  }
  const session = { id: found.id, memberId: found.memberId, expiresAt }
  if (endCount === endCountBefore) cacheSession(tokenHash, { session, at: now })
  return session
}

function cacheSession(tokenHash: string, found: CachedSession) {
  if (sessionCache.size >= maxCachedSessions) sessionCache.clear()
  if (receivesNotifications) sessionCache.set(tokenHash, found)
}

/**
 * Whether a cached session may be used. The times come from the database clock. If that clock was set back, `at` can
 * lie in the future; the session is then read again.
 */
function isFresh({ at, session }: CachedSession, now: Date): boolean {
  return now >= at && now < session.expiresAt && now.getTime() - at.getTime() < sessionCacheMs
}

export interface NewSession {
  /** The session's id; random if missing. */
  id?: string
  token: string
  memberId: string | null
  device: string
  now: Date
}

/**
 * Opens a guest's session with this id, or returns the session that another request has already stored for the token.
 * After the commit, a guest's session is cached for a second.
 */
export async function openGuestSession(ctx: Context, { id, token }: { id: string; token: string }): Promise<Session> {
  const now = ctx.app.now()
  const session = await createSession(ctx.db, { id, token, memberId: null, device: '', now })
  if (!session.memberId) afterCommit(ctx, () => cacheSession(hashToken(token), { session, at: now }))
  return session
}

/**
 * Stores a session for this token, or returns the token's active session, so that concurrent calls return the same
 * session. Replaces an expired session, because a browser keeps its token for longer than the session lasts.
 */
export async function createSession(
  db: Database,
  { id = randomUUID(), token, memberId, device, now }: NewSession,
): Promise<Session> {
  const expiresAt = expiry(memberId, now, now)
  const values = { id, tokenHash: hashToken(token), memberId, device, createdAt: now, lastSeenAt: now, expiresAt }
  const [stored] = await insertSession(db, values)
  if (!stored) throw new Error('a session was not stored')
  return stored
}

const insertSession = prepared((db) =>
  db
    .insert(sessions)
    .values(placeholders(sessions))
    .onConflictDoUpdate({
      target: sessions.tokenHash,
      set: {
        id: unlessActive(sessions.id),
        memberId: unlessActive(sessions.memberId),
        device: unlessActive(sessions.device),
        createdAt: unlessActive(sessions.createdAt),
        lastSeenAt: sql`excluded.last_seen_at`,
        expiresAt: unlessActive(sessions.expiresAt),
      },
    })
    .returning({ id: sessions.id, memberId: sessions.memberId, expiresAt: sessions.expiresAt }),
)

/** The new value of a column if the stored session has expired, else the stored value. */
function unlessActive(column: PgColumn) {
  const isExpiredCondition = sql`${sessions.expiresAt} <= excluded.created_at`
  return sql`case when ${isExpiredCondition} then excluded.${sql.identifier(column.name)} else ${column} end`
}

/**
 * Ends a session when the transaction commits. A member's session ends in every process at once. A guest's session may
 * stay cached in other processes for another second.
 */
export function endSession(ctx: Context, id: string): Promise<void> {
  return transact(ctx, async (ctx) => {
    const [deleted] = await ctx.db
      .delete(sessions)
      .where(eq(sessions.id, id))
      .returning({ memberId: sessions.memberId })
    if (deleted?.memberId) await publishMemberChange(ctx, deleted.memberId)
    afterCommit(ctx, () => forgetSessions((session) => session.id === id))
  })
}

/**
 * Ends sessions of a member: all, only one, or all but one. The sessions end with the commit, in every process at once.
 */
export async function endSessionsOf(
  ctx: Context,
  memberId: string,
  { only, except }: { only?: string | undefined; except?: string | null } = {},
): Promise<void> {
  const condition = and(
    eq(sessions.memberId, memberId),
    only ? eq(sessions.id, only) : undefined,
    except ? ne(sessions.id, except) : undefined,
  )
  await ctx.db.delete(sessions).where(condition)
  await publishMemberChange(ctx, memberId)
}

/**
 * When the transaction commits, notifies every process that a member's session ended or that the member's data on pages
 * changed. All processes then read the data again. Must be called for each change of data that the page shell shows.
 */
export async function publishMemberChange(ctx: Context, memberId: string): Promise<void> {
  const { app } = ctx
  await ctx.db.execute(sql`select pg_notify('members', ${memberId})`)
  afterCommit(ctx, () => forgetMember(app, memberId))
}

/**
 * Listens for changes of members and for the end of their sessions, in all processes. `onGap` is called with false when
 * notifications may be missed, and with true when they arrive again. In between, no sessions are cached.
 */
export function followMembers(app: App, onGap: (isConnected: boolean) => void): Promise<void> {
  return app.database.listen(
    'members',
    (memberId) => forgetMember(app, memberId),
    (isConnected) => {
      receivesNotifications = isConnected
      forgetSessions(() => true)
      onGap(isConnected)
    },
  )
}

function forgetMember(app: App, memberId: string) {
  forgetSessions((session) => session.memberId === memberId)
  app.onMemberChange(memberId)
}

function forgetSessions(matches: (session: Session) => boolean) {
  endCount++
  for (const [tokenHash, { session }] of sessionCache) if (matches(session)) sessionCache.delete(tokenHash)
}

/** Lists a member's active sessions, starting with the most recently used session. */
export async function listSessions(ctx: Context, memberId: string) {
  return ctx.db
    .select({
      id: sessions.id,
      device: sessions.device,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .where(and(eq(sessions.memberId, memberId), gt(sessions.expiresAt, ctx.app.now())))
    .orderBy(desc(sessions.lastSeenAt))
}

/** When the visitor's session started. Null if the visitor has no session. */
export async function findSessionStart(ctx: Context): Promise<Date | null> {
  if (!ctx.sessionId) return null
  const [found] = await ctx.db.select({ at: sessions.createdAt }).from(sessions).where(eq(sessions.id, ctx.sessionId))
  return found?.at ?? null
}

/** Deletes expired sessions. */
export async function sweepSessions(db: Database, now: Date) {
  await db.delete(sessions).where(lt(sessions.expiresAt, now))
}

function expiry(memberId: string | null, createdAt: Date, now: Date) {
  if (!memberId) return new Date(now.getTime() + guestDays * dayMs)
  return new Date(Math.min(now.getTime() + memberIdleDays * dayMs, createdAt.getTime() + memberDays * dayMs))
}

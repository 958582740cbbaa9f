import { randomBytes } from 'node:crypto'
import { and, eq, gt, inArray, lt } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { hashToken } from '#server/platform/http/sessions.ts'
import { identityHandshakes as handshakes } from './tables.ts'

type Row = typeof handshakes.$inferSelect
export type IdentityMethod = Row['way']
export type Purpose = Row['purpose']

const lifetimeMs = 10 * 60_000

/**
 * Stores a handshake for this session: an unfinished sign-in or linking at a provider. Returns its state, which the
 * request with the provider's code must contain.
 */
export async function startHandshake(
  ctx: Context,
  { way, purpose, next }: { way: IdentityMethod; purpose: Purpose; next: string | null },
): Promise<string> {
  // WeChat accepts a state of at most 128 characters, letters and digits only.
  const state = randomBytes(24).toString('hex')
  const sessionId = await ctx.ensureSession()
  const expiresAt = new Date(ctx.app.now().getTime() + lifetimeMs)
  await ctx.db.insert(handshakes).values({ hash: hashToken(state), sessionId, way, purpose, next, expiresAt })
  return state
}

/**
 * Uses up the state that `startHandshake` issued to this session for this purpose. Fails with `identity.expired` for
 * any other state. A state that belongs to another session stays valid.
 */
export async function finishHandshake(
  ctx: Context,
  state: string,
  { ways, purpose }: { ways: readonly IdentityMethod[]; purpose: Purpose },
): Promise<{ way: IdentityMethod; next: string | null }> {
  const [used] = await ctx.db
    .delete(handshakes)
    .where(
      and(
        eq(handshakes.hash, hashToken(state)),
        eq(handshakes.sessionId, ctx.sessionId ?? ''),
        eq(handshakes.purpose, purpose),
        inArray(handshakes.way, [...ways]),
        gt(handshakes.expiresAt, ctx.app.now()),
      ),
    )
    .returning({ way: handshakes.way, next: handshakes.next })
  return used ?? fail('identity.expired')
}

/** Deletes expired handshakes. */
export async function sweepHandshakes(ctx: Context): Promise<void> {
  await ctx.db.delete(handshakes).where(lt(handshakes.expiresAt, ctx.app.now()))
}

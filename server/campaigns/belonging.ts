import { eq } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import { campaignJoins } from './tables.ts'

/** What a guest has joined stays theirs in the session in which they sign in. */
export async function keepThroughSignIn(
  ctx: Context,
  { guestSessionId, sessionId }: { guestSessionId: string | null; sessionId: string },
): Promise<void> {
  if (!guestSessionId) return
  await ctx.db.update(campaignJoins).set({ sessionId }).where(eq(campaignJoins.sessionId, guestSessionId))
}

/** Takes a member out of the lists of who joined: what was bought stays counted. */
export async function forget(ctx: Context, { memberId }: { memberId: string }): Promise<void> {
  await ctx.db
    .update(campaignJoins)
    .set({ memberId: null, name: '**', persons: [] })
    .where(eq(campaignJoins.memberId, memberId))
}

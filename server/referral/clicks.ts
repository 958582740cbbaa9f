import { eq, sql } from 'drizzle-orm'
import * as members from '#server/members/members.ts'
import type { Context } from '#server/platform/context.ts'
import { hasJoined } from './groups.ts'
import { referralClicks } from './tables.ts'

/**
 * Counts that somebody came by a member's link today, and nothing of who; robots, the member themselves and browsers
 * that ask not to be tracked do not count. That one visitor counts once a day is for their own browser to remember.
 */
export async function click(
  ctx: Context,
  { referId, referGroup = null }: { referId: string; referGroup?: string | null | undefined },
): Promise<{ isCounted: boolean }> {
  if (ctx.declinesTracking || ctx.isRobot()) return { isCounted: false }
  const referrer = await members.findByReferralId(ctx, referId)
  if (!referrer?.referrerGroup || referrer.id === ctx.memberId) return { isCounted: false }
  const groupId = (await hasJoined(ctx, referrer.id, referGroup)) ? (referGroup ?? '') : referrer.referrerGroup
  await ctx.db
    .insert(referralClicks)
    .values({ referrerId: referrer.id, groupId, day: ctx.app.now().toISOString().slice(0, 10), count: 1 })
    .onConflictDoUpdate({
      target: [referralClicks.referrerId, referralClicks.groupId, referralClicks.day],
      set: { count: sql`${referralClicks.count} + 1` },
    })
  return { isCounted: true }
}

/** How often a member's links were followed. */
export async function clicksOf(ctx: Context, memberId: string): Promise<number> {
  const [row] = await ctx.db
    .select({ sum: sql<number>`coalesce(sum(${referralClicks.count}), 0)::int` })
    .from(referralClicks)
    .where(eq(referralClicks.referrerId, memberId))
  return row?.sum ?? 0
}

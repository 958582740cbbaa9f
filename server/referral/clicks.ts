import { eq, sql } from 'drizzle-orm'
import * as members from '#server/members/members.ts'
import type { Context } from '#server/platform/context.ts'
import { hasJoined } from './groups.ts'
import { referralClicks } from './tables.ts'

/**
 * Adds a visit through a member's link to today's count, without any data of the visitor. Ignores robots, the member,
 * and browsers that decline tracking. A browser that follows the same link again on the same day sends no further
 * visit.
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

/** The number of visits through a member's links. */
export async function clicksOf(ctx: Context, memberId: string): Promise<number> {
  const [row] = await ctx.db
    .select({ sum: sql<number>`coalesce(sum(${referralClicks.count}), 0)::int` })
    .from(referralClicks)
    .where(eq(referralClicks.referrerId, memberId))
  return row?.sum ?? 0
}

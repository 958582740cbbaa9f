import { and, asc, eq, or } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import { digestsOf } from './persons.ts'
import { referralRewards, referrals, referrers } from './tables.ts'

/** What the shop knows of a member's recommendations, for the download of their data: friends without who they are. */
export async function exportOf(ctx: Context, { memberId }: { memberId: string }) {
  const joined = await ctx.db.select().from(referrers).where(eq(referrers.memberId, memberId))
  const found = await ctx.db
    .select()
    .from(referrals)
    .where(or(eq(referrals.memberId, memberId), eq(referrals.referrerId, memberId)))
    .orderBy(asc(referrals.id))
  const rewards = await ctx.db
    .select()
    .from(referralRewards)
    .where(eq(referralRewards.memberId, memberId))
    .orderBy(asc(referralRewards.id))
  return {
    referral: {
      groups: joined.map(({ groupId, joinedAt }) => ({ groupId, joinedAt })),
      cameBy: found
        .filter((row) => row.memberId === memberId)
        .map(({ groupId, via, boundAt }) => ({ groupId, via, boundAt })),
      brought: found
        .filter((row) => row.referrerId === memberId)
        .map(({ groupId, via, boundAt }) => ({ groupId, via, boundAt })),
      rewards: rewards.map(({ side, terms, state, amount, currency, couponCode, countedAt, dueAt, settledAt }) => {
        return { side, as: terms.as, state, amount, currency, couponCode, countedAt, dueAt, settledAt }
      }),
    },
  }
}

/** Takes a member out: they recommend nobody, get nothing more, and who brought them keeps a friend without a name. */
export async function forget(ctx: Context, { memberId, email }: { memberId: string; email: string }): Promise<void> {
  await ctx.db.delete(referrers).where(eq(referrers.memberId, memberId))
  const { email: digest } = digestsOf(ctx, { email, phone: null })
  await ctx.db
    .update(referrals)
    .set({ memberId: null, email: null, phone: null })
    .where(or(eq(referrals.memberId, memberId), eq(referrals.email, digest ?? '')))
  await ctx.db
    .update(referralRewards)
    .set({ state: 'refused', settledAt: ctx.app.now() })
    .where(and(eq(referralRewards.memberId, memberId), eq(referralRewards.state, 'waiting')))
}

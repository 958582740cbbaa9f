import { and, asc, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import * as members from '#server/members/members.ts'
import type { Context } from '#server/platform/context.ts'
import { closesCircle } from './attribution.ts'
import { clicksOf } from './clicks.ts'
import { digestsOf } from './persons.ts'
import { referralClicks, referralOrders, referralRewards, referrals, referrers } from './tables.ts'

/** Exports a member's referral data, without the identity of friends. */
export async function exportData(ctx: Context, { memberId }: { memberId: string }) {
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
      clicks: await clicksOf(ctx, memberId),
      rewards: rewards.map(({ side, terms, state, amount, currency, couponCode, countedAt, dueAt, settledAt }) => {
        return { side, as: terms.as, state, amount, currency, couponCode, countedAt, dueAt, settledAt }
      }),
    },
  }
}

/**
 * Moves the referrals of the account `fromId` to `intoId` when the two accounts merge. If both accounts were referred,
 * only the oldest referral by a third member stays linked to the merged account. A referral that would close a circle
 * does not stay linked. An unlinked referral keeps its paid rewards, but its waiting rewards are refused.
 */
export async function transfer(ctx: Context, { fromId, intoId }: { fromId: string; intoId: string }): Promise<void> {
  await ctx.db.execute(sql`insert into referrers (member_id, group_id, joined_at)
    select ${intoId}, group_id, joined_at from referrers where member_id = ${fromId} on conflict do nothing`)
  await ctx.db.delete(referrers).where(eq(referrers.memberId, fromId))
  await ctx.db.execute(sql`insert into referral_clicks (referrer_id, group_id, day, count)
    select ${intoId}, group_id, day, count from referral_clicks where referrer_id = ${fromId}
    on conflict (referrer_id, group_id, day) do update set count = referral_clicks.count + excluded.count`)
  await ctx.db.delete(referralClicks).where(eq(referralClicks.referrerId, fromId))
  await transferBindings(ctx, fromId, intoId)
  await ctx.db.update(referralOrders).set({ referrerId: intoId }).where(eq(referralOrders.referrerId, fromId))
  await ctx.db.update(referralRewards).set({ memberId: intoId }).where(eq(referralRewards.memberId, fromId))
  const into = await members.find(ctx, intoId)
  if (into?.referrerGroup) return
  const [joined] = await ctx.db
    .select()
    .from(referrers)
    .where(eq(referrers.memberId, intoId))
    .orderBy(desc(referrers.joinedAt))
    .limit(1)
  if (!joined) return
  await members.setReferrerGroup(ctx, intoId, joined.groupId)
  // The links that the account `fromId` shared must lead to the account `intoId` after the merge.
  await members.moveReferralId(ctx, { fromId, intoId })
}

async function transferBindings(ctx: Context, fromId: string, intoId: string) {
  const ids = [fromId, intoId]
  const affected = await ctx.db
    .select()
    .from(referrals)
    .where(inArray(referrals.memberId, ids))
    .orderBy(asc(referrals.boundAt), asc(referrals.id))
    .for('update')
  const oldest = affected.find(({ referrerId }) => !ids.includes(referrerId))
  for (const { id } of affected) await ctx.db.update(referrals).set({ memberId: null }).where(eq(referrals.id, id))
  await ctx.db.update(referrals).set({ referrerId: intoId }).where(eq(referrals.referrerId, fromId))
  const isLinked = oldest && !(await closesCircle(ctx, oldest.referrerId, intoId))
  if (isLinked) await ctx.db.update(referrals).set({ memberId: intoId }).where(eq(referrals.id, oldest.id))
  const unlinkedIds = affected.filter(({ id }) => !isLinked || id !== oldest.id).map(({ id }) => id)
  if (unlinkedIds.length === 0) return
  const waitingCondition = and(inArray(referralRewards.referralId, unlinkedIds), eq(referralRewards.state, 'waiting'))
  await ctx.db.update(referralRewards).set({ state: 'refused', settledAt: ctx.app.now() }).where(waitingCondition)
}

/**
 * Erases a member from referrals. The member stops being a referrer, and their waiting rewards are refused. The
 * referral that brought the member stays with its referrer, but no longer identifies the member.
 */
export async function erase(
  ctx: Context,
  { memberId, provenEmail }: { memberId: string; provenEmail: string | null },
): Promise<void> {
  await ctx.db.delete(referrers).where(eq(referrers.memberId, memberId))
  await ctx.db.delete(referralClicks).where(eq(referralClicks.referrerId, memberId))
  const { email: digest } = digestsOf(ctx, { email: provenEmail ?? '', phone: null })
  const guestReferrals = digest ? and(isNull(referrals.memberId), eq(referrals.email, digest)) : undefined
  await ctx.db
    .update(referrals)
    .set({ memberId: null, email: null, phone: null })
    .where(or(eq(referrals.memberId, memberId), guestReferrals))
  await ctx.db
    .update(referralRewards)
    .set({ state: 'refused', settledAt: ctx.app.now() })
    .where(and(eq(referralRewards.memberId, memberId), eq(referralRewards.state, 'waiting')))
}

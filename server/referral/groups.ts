import { and, asc, desc, eq } from 'drizzle-orm'
import type { ReferralGroup, ReferralTerms } from '#contract/referral.ts'
import { shopCurrency } from '#server/catalogue/catalogue.ts'
import * as members from '#server/members/members.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { rememberOwnLink } from './browsers.ts'
import type { Terms } from './tables.ts'
import { referralGroups, referrers } from './tables.ts'
import { termsText } from './terms-text.ts'

export type GroupRow = typeof referralGroups.$inferSelect
export type GroupInput = typeof referralGroups.$inferInsert

/** The groups that are open to join or that the signed-in member has joined, in the sequence that the owner chose. */
export async function groups(ctx: Context): Promise<{ groups: ReferralGroup[] }> {
  const currency = await shopCurrency(ctx)
  const ownMembership = and(eq(referrers.groupId, referralGroups.id), eq(referrers.memberId, ctx.memberId ?? ''))
  const rows = await ctx.db
    .select({ group: referralGroups, joinedAt: referrers.joinedAt })
    .from(referralGroups)
    .leftJoin(referrers, ownMembership)
    .orderBy(asc(referralGroups.position), asc(referralGroups.id))
  const visible = rows.filter(({ group, joinedAt }) => group.isOpen || joinedAt)
  return { groups: visible.map(({ group, joinedAt }) => toGroup(group, joinedAt, currency)) }
}

/**
 * Makes a group's terms apply to the member's link. If the member has not joined the group yet, the member joins it.
 * Fails with `not_found` if the group is neither open nor joined.
 */
export async function joinGroup(ctx: Context, { id }: { id: string }): Promise<{ groups: ReferralGroup[] }> {
  const memberId = members.memberIdOf(ctx)
  await transact(ctx, async (ctx) => {
    const group = await findGroup(ctx, id)
    if (!group || (!group.isOpen && !(await hasJoined(ctx, memberId, id)))) fail('not_found')
    await ctx.db.insert(referrers).values({ memberId, groupId: id, joinedAt: ctx.app.now() }).onConflictDoNothing()
    await members.setReferrerGroup(ctx, memberId, id)
  })
  rememberOwnLink(ctx, memberId)
  return groups(ctx)
}

/** Fails with `referral.join_first` unless the member has joined a group and is thereby a referrer. */
export async function requireReferrer(ctx: Context): Promise<void> {
  await ownGroup(ctx)
}

/** The signed-in member and their link's group. Fails with `referral.join_first` if they have joined none. */
export async function ownGroup(ctx: Context): Promise<{ member: members.Member; group: GroupRow; joinedAt: Date }> {
  const member = (await members.current(ctx)) ?? fail('account.sign_in_required')
  const [found] = await ctx.db
    .select({ group: referralGroups, joinedAt: referrers.joinedAt })
    .from(referrers)
    .innerJoin(referralGroups, eq(referralGroups.id, referrers.groupId))
    .where(eq(referrers.memberId, member.id))
    .orderBy(desc(eq(referrers.groupId, member.referrerGroup ?? '')), desc(referrers.joinedAt))
    .limit(1)
  return found ? { member, ...found } : fail('referral.join_first')
}

/**
 * Adds a group, or changes the one with this id. A change does not affect the rewards of orders that were already
 * counted.
 */
export async function put(ctx: Context, input: GroupInput): Promise<void> {
  const { id: _, ...values } = input
  await ctx.db.insert(referralGroups).values(input).onConflictDoUpdate({ target: referralGroups.id, set: values })
}

export async function findGroup(ctx: Context, id: string): Promise<GroupRow | null> {
  const [group] = await ctx.db.select().from(referralGroups).where(eq(referralGroups.id, id))
  return group ?? null
}

/** Whether a member has joined this group; false if `groupId` is null. */
export async function hasJoined(ctx: Context, memberId: string, groupId: string | null): Promise<boolean> {
  if (!groupId) return false
  const ownMembership = and(eq(referrers.memberId, memberId), eq(referrers.groupId, groupId))
  return (await ctx.db.$count(referrers, ownMembership)) > 0
}

/** A group's terms as a friend sees them. */
export function toConditions({ id, name, text, friend, minimum, returnDays }: GroupRow, currency: string) {
  return {
    id,
    name,
    text,
    friend: friend && toTerms(friend, currency),
    minimum: { amount: minimum, currency },
    returnDays,
  }
}

/** Converts a group's row to the format of the API. */
export function toGroup(group: GroupRow, joinedAt: Date | null, currency: string): ReferralGroup {
  const { referrer, ordersEach, windowDays, monthlyOrders } = group
  return {
    ...toConditions(group, currency),
    referrer: toTerms(referrer, currency),
    ordersEach,
    windowDays,
    monthlyOrders,
    joinedAt: joinedAt?.toISOString() ?? null,
  }
}

function toTerms({ as, reward, days, minimum }: Terms, currency: string): ReferralTerms {
  const money = (amount: number | undefined) => (amount === undefined ? null : { amount, currency })
  const isFixed = 'amount' in reward
  return {
    as,
    words: termsText({ as, reward, ...(minimum !== undefined && { minimum }) }, currency),
    amount: isFixed ? money(reward.amount) : null,
    percent: isFixed ? null : reward.percent,
    most: isFixed ? null : money(reward.most),
    days: days ?? null,
    minimum: money(minimum),
  }
}

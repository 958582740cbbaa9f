import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import { endAll, findPeriods, lockMember, writePeriods } from './grants.ts'
import { withGrant } from './periods.ts'
import { membershipCoupons, membershipGrants, memberships } from './tables.ts'

/** Exports all membership data of a member. */
export async function exportData(ctx: Context, { memberId }: { memberId: string }) {
  const periods = await ctx.db.select().from(memberships).where(eq(memberships.memberId, memberId))
  const grants = await ctx.db.select().from(membershipGrants).where(eq(membershipGrants.memberId, memberId))
  const coupons = await ctx.db.select().from(membershipCoupons).where(eq(membershipCoupons.memberId, memberId))
  return { memberships: { periods, grants, coupons } }
}

/** Deletes the memberships of a member who leaves; their coupons become invalid. */
export async function erase(ctx: Context, { memberId }: { memberId: string }): Promise<void> {
  await endAll(ctx, { memberId })
  await ctx.db.delete(membershipCoupons).where(eq(membershipCoupons.memberId, memberId))
  await ctx.db.delete(membershipGrants).where(eq(membershipGrants.memberId, memberId))
  await ctx.db.delete(memberships).where(eq(memberships.memberId, memberId))
}

/**
 * Moves one member's memberships to another, adding the remaining time of each tier. Call it within a transaction. If
 * both members have a coupon of the same month, both coupons stay valid, but only the coupon of `intoId` is listed.
 */
export async function transfer(ctx: Context, { fromId, intoId }: { fromId: string; intoId: string }): Promise<void> {
  for (const id of [fromId, intoId].sort()) await lockMember(ctx, id)
  const now = ctx.app.now()
  const memberId = intoId
  const periods = (await findPeriods(ctx, fromId)).filter(({ until }) => until > now)
  // Adds the lower tiers first. Each higher tier that is added later postpones the lower tiers by its own duration, so
  // that the member loses no time.
  for (const { tierId, rank, from, until } of periods.toReversed()) {
    const higherEnds = periods.filter((other) => other.rank > rank).map((other) => other.until.getTime())
    const remainingMs = until.getTime() - Math.max(now.getTime(), from.getTime(), ...higherEnds)
    if (remainingMs <= 0) continue
    const end = (start: Date) => new Date(start.getTime() + remainingMs)
    await writePeriods(ctx, memberId, withGrant(await findPeriods(ctx, memberId), { tierId, rank, end, now }).periods)
  }
  await ctx.db.delete(memberships).where(eq(memberships.memberId, fromId))
  await ctx.db.update(membershipGrants).set({ memberId }).where(eq(membershipGrants.memberId, fromId))
  const months = ctx.db
    .select({ month: membershipCoupons.month })
    .from(membershipCoupons)
    .where(eq(membershipCoupons.memberId, intoId))
  const ofSource = eq(membershipCoupons.memberId, fromId)
  await ctx.db.delete(membershipCoupons).where(and(ofSource, inArray(membershipCoupons.month, months)))
  await ctx.db.update(membershipCoupons).set({ memberId }).where(ofSource)
}

import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import { end, lockMember, periodsOf, writePeriods } from './grants.ts'
import { withGrant } from './periods.ts'
import { membershipCoupons, membershipGrants, memberships } from './tables.ts'

/** Everything about memberships that is kept of a member, for the download of their data. */
export async function exportData(ctx: Context, { memberId }: { memberId: string }) {
  const periods = await ctx.db.select().from(memberships).where(eq(memberships.memberId, memberId))
  const grants = await ctx.db.select().from(membershipGrants).where(eq(membershipGrants.memberId, memberId))
  const coupons = await ctx.db.select().from(membershipCoupons).where(eq(membershipCoupons.memberId, memberId))
  return { memberships: { periods, grants, coupons } }
}

/** Forgets the memberships of a member who leaves; their coupons can no longer be used. */
export async function erase(ctx: Context, { memberId }: { memberId: string }): Promise<void> {
  await end(ctx, { memberId })
  await ctx.db.delete(membershipCoupons).where(eq(membershipCoupons.memberId, memberId))
  await ctx.db.delete(membershipGrants).where(eq(membershipGrants.memberId, memberId))
  await ctx.db.delete(memberships).where(eq(memberships.memberId, memberId))
}

/**
 * Makes one member's memberships another's, within a transaction: what is left of each tier is added to what that one
 * has. Of two coupons of one month both can still be used, and the one of the member who stays is told.
 */
export async function transfer(ctx: Context, { fromId, intoId }: { fromId: string; intoId: string }): Promise<void> {
  for (const id of [fromId, intoId].sort()) await lockMember(ctx, id)
  const now = ctx.app.now()
  const memberId = intoId
  const periods = (await periodsOf(ctx, fromId)).filter(({ until }) => until > now)
  // The lower tier first: the higher one puts it off again by as long as it runs.
  for (const { tierId, rank, from, until } of periods.toReversed()) {
    const over = periods.filter((other) => other.rank > rank).map((other) => other.until.getTime())
    const leftMs = until.getTime() - Math.max(now.getTime(), from.getTime(), ...over)
    if (leftMs <= 0) continue
    const end = (start: Date) => new Date(start.getTime() + leftMs)
    await writePeriods(ctx, memberId, withGrant(await periodsOf(ctx, memberId), { tierId, rank, end, now }).periods)
  }
  await ctx.db.delete(memberships).where(eq(memberships.memberId, fromId))
  await ctx.db.update(membershipGrants).set({ memberId }).where(eq(membershipGrants.memberId, fromId))
  const had = ctx.db
    .select({ month: membershipCoupons.month })
    .from(membershipCoupons)
    .where(eq(membershipCoupons.memberId, intoId))
  const brought = eq(membershipCoupons.memberId, fromId)
  await ctx.db.delete(membershipCoupons).where(and(brought, inArray(membershipCoupons.month, had)))
  await ctx.db.update(membershipCoupons).set({ memberId }).where(brought)
}

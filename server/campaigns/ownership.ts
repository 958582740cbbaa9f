import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { memberDigest } from '#server/coupons/coupons.ts'
import type { Context } from '#server/platform/context.ts'
import { recount } from './joins.ts'
import { lock } from './rows.ts'
import { campaignJoins, campaigns } from './tables.ts'

/** Moves a guest's campaign orders to the new session at sign-in. */
export async function moveToSession(
  ctx: Context,
  { guestSessionId, sessionId }: { guestSessionId: string | null; sessionId: string },
): Promise<void> {
  if (!guestSessionId) return
  await ctx.db.update(campaignJoins).set({ sessionId }).where(eq(campaignJoins.sessionId, guestSessionId))
}

/** Assigns a guest's campaign orders to the member who claimed the orders. */
export async function claim(
  ctx: Context,
  { memberId, orderIds }: { memberId: string; orderIds: string[] },
): Promise<void> {
  await ctx.db.update(campaignJoins).set({ memberId }).where(inArray(campaignJoins.orderId, orderIds))
}

/** Removes a member's name and identity from the participants of all campaigns. The purchases still count. */
export async function erase(ctx: Context, { memberId }: { memberId: string }): Promise<void> {
  await ctx.db
    .update(campaignJoins)
    .set({ memberId: null, name: '**', persons: [] })
    .where(eq(campaignJoins.memberId, memberId))
}

/**
 * Transfers a member's campaign orders to another member, within a transaction. In undecided campaigns, both members
 * then count as one person.
 */
export async function transfer(ctx: Context, { fromId, intoId }: { fromId: string; intoId: string }): Promise<void> {
  const ofBothMembers = inArray(campaignJoins.memberId, [fromId, intoId])
  const rows = await ctx.db
    .selectDistinct({ id: campaignJoins.campaignId })
    .from(campaignJoins)
    .innerJoin(campaigns, eq(campaigns.id, campaignJoins.campaignId))
    .where(and(ofBothMembers, isNull(campaigns.outcome)))
    .orderBy(campaignJoins.campaignId)
  for (const { id } of rows) await lock(ctx, id)
  const [from, into] = [memberDigest(ctx, fromId), memberDigest(ctx, intoId)]
  await ctx.db
    .update(campaignJoins)
    .set({ memberId: intoId, persons: sql`array_replace(${campaignJoins.persons}, ${from}, ${into})` })
    .where(eq(campaignJoins.memberId, fromId))
  for (const { id } of rows) await mergePersons(ctx, id, intoId)
}

async function mergePersons(ctx: Context, campaignId: string, memberId: string) {
  const ofMember = and(eq(campaignJoins.campaignId, campaignId), eq(campaignJoins.memberId, memberId))
  const rows = await ctx.db
    .select({ person: campaignJoins.person })
    .from(campaignJoins)
    .where(ofMember)
    .orderBy(campaignJoins.joinedAt)
  const persons = new Set(rows.map(({ person }) => person))
  const [first, ...others] = persons
  if (!first || others.length === 0) return
  const ofOthers = and(eq(campaignJoins.campaignId, campaignId), inArray(campaignJoins.person, others))
  await ctx.db.update(campaignJoins).set({ person: first }).where(ofOthers)
  await recount(ctx, campaignId)
}

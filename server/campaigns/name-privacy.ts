import { and, eq, ne } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import { publishTopics } from '#server/platform/publish.ts'
import { ownedBy } from './joins.ts'
import { campaignJoins } from './tables.ts'

/**
 * Hides a visitor's name in the list of participants, or shows it again. Does nothing for visitors who did not join.
 */
export async function hide(ctx: Context, { id, isHidden }: { id: string; isHidden: boolean }): Promise<void> {
  const changed = await ctx.db
    .update(campaignJoins)
    .set({ isHidden })
    .where(and(eq(campaignJoins.campaignId, id), ne(campaignJoins.isHidden, isHidden), ownedBy(ctx)))
    .returning({ orderId: campaignJoins.orderId })
  if (changed.length > 0) publishTopics(ctx, ['campaigns'])
}

import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import type { JoinedItem } from './tables.ts'
import { campaignJoins } from './tables.ts'

const paidJoin = inArray(campaignJoins.state, ['paid', 'settling', 'settled'])

/** Maps each paid order of a campaign to its items that remain in the campaign. */
export async function findRemainingItems(ctx: Context, campaignId: string): Promise<Map<string, JoinedItem[]>> {
  const rows = await ctx.db
    .select({ orderId: campaignJoins.orderId, items: campaignJoins.items })
    .from(campaignJoins)
    .where(and(eq(campaignJoins.campaignId, campaignId), paidJoin))
  return new Map(rows.map(({ orderId, items }) => [orderId, items]))
}

/** The items of one order that remain in its campaign; empty if the order is not paid or has left the campaign. */
export async function findRemainingItemsOf(ctx: Context, orderId: string): Promise<JoinedItem[]> {
  const [row] = await ctx.db
    .select({ items: campaignJoins.items })
    .from(campaignJoins)
    .where(and(eq(campaignJoins.orderId, orderId), paidJoin))
  return row?.items ?? []
}

import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import * as campaigns from '#server/campaigns/campaigns.ts'
import type { Context } from '#server/platform/context.ts'
import { canonicalEmail } from '#server/platform/mail/email-address.ts'
import { orders, orderTimeline } from './tables.ts'

/**
 * Ownership of orders: claiming guest orders by a verified email address, moving orders when accounts merge, and
 * exporting orders for the member.
 */

/** Assigns to the member all guest orders that have this email address. The member must have verified the address. */
export async function claim(ctx: Context, { memberId, email }: { memberId: string; email: string }): Promise<void> {
  const claimed = await ctx.db
    .update(orders)
    .set({ memberId })
    .where(and(isNull(orders.memberId), eq(sql`lower(${orders.contact} ->> 'email')`, canonicalEmail(email))))
    .returning({ id: orders.id, campaignId: orders.campaignId })
  const orderIds = claimed.filter(({ campaignId }) => campaignId).map(({ id }) => id)
  if (orderIds.length > 0) await campaigns.claim(ctx, { memberId, orderIds })
}

/** Moves all orders of one member to another. */
export async function transfer(ctx: Context, { fromId, intoId }: { fromId: string; intoId: string }): Promise<void> {
  await ctx.db.update(orders).set({ memberId: intoId }).where(eq(orders.memberId, fromId))
}

/** The member's orders and comments, for the download of their data. */
export async function exportData(ctx: Context, { memberId }: { memberId: string }) {
  const rows = await ctx.db.select().from(orders).where(eq(orders.memberId, memberId)).orderBy(asc(orders.placedAt))
  const ids = rows.map(({ id }) => id)
  const condition = and(eq(orderTimeline.by, 'shopper'), inArray(orderTimeline.orderId, ids))
  const comments = ids.length > 0 ? await ctx.db.select().from(orderTimeline).where(condition) : []
  return {
    orders: rows.map(({ sessionId: _, cartId: __, billHash: ___, network: ____, ...order }) => order),
    comments: comments.map(({ orderId, at, kind, note }) => ({ orderId, at, kind, note })),
  }
}

import { and, desc, eq, isNotNull, or } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import type { Owner } from './queries.ts'
import { selectCartWithLines, selectLines } from './queries.ts'
import type { CartRow, LineRow } from './tables.ts'
import { carts } from './tables.ts'

export const ownerOf = ({ memberId }: Context): Owner => (memberId ? 'member' : 'guest')

/**
 * The ids that `ownCartCondition` compares with a cart: the visitor's member and session ids, and the campaign's id.
 */
export const idsOf = ({ memberId, sessionId, campaignId }: Context) => ({ memberId, sessionId, campaignId })

/**
 * Reads the visitor's cart, and its lines in the order in which they were added. Takes no lock. Returns null if the
 * visitor has no cart.
 */
export async function read(ctx: Context): Promise<{ cart: CartRow; rows: LineRow[] } | null> {
  const found = await selectCartWithLines(ctx.db, idsOf(ctx), ownerOf(ctx))
  const [first] = found
  if (!first) return null
  return { cart: first.cart, rows: found.flatMap(({ row }) => row ?? []) }
}

/** Reads the lines of a cart in the order in which they were added. */
export function rowsOf(ctx: Context, cartId: string): Promise<LineRow[]> {
  return selectLines(ctx.db, { cartId })
}

/** The visitor's contact in their last order of this campaign. Null if they have no such order. */
export async function lastContact(ctx: Context): Promise<CartRow['contact']> {
  const { sessionId, memberId, campaignId } = ctx
  const ownerCondition = or(
    sessionId ? eq(carts.sessionId, sessionId) : undefined,
    memberId ? eq(carts.memberId, memberId) : undefined,
  )
  const [last] = await ctx.db
    .select({ contact: carts.contact })
    .from(carts)
    .where(and(eq(carts.campaignId, campaignId), eq(carts.state, 'closed'), isNotNull(carts.contact), ownerCondition))
    .orderBy(desc(carts.updatedAt))
    .limit(1)
  return last?.contact ?? null
}

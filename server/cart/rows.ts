import { and, desc, eq, isNotNull, or } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import type { Owner } from './queries.ts'
import { insertCart, selectCartWithLines, selectLines, selectOwnLines, updateVersion } from './queries.ts'
import type { CartRow, LineRow } from './tables.ts'
import { carts } from './tables.ts'

export const ownerOf = ({ memberId }: Context): Owner => (memberId ? 'member' : 'guest')

/** The ids with which `isMine` compares: the visitor's member and session ids, and the campaign's id. */
export const idsOf = ({ memberId, sessionId, campaignId }: Context) => ({ memberId, sessionId, campaignId })

/**
 * Reads the visitor's cart and its lines in the order in which they were added, without a lock; null if there is none.
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

/** Reads the lines of the visitor's cart. Finds the cart by the visitor, so that its id need not be known. */
export function ownRows(ctx: Context): Promise<LineRow[]> {
  return selectOwnLines(ctx.db, idsOf(ctx), ownerOf(ctx))
}

/** Creates or locks the visitor's cart and increments its version, so that changes run one after the other. */
export async function openForChange(ctx: Context): Promise<CartRow> {
  if (!ctx.sessionId) throw new Error('a cart needs a session')
  const [cart] = await insertCart(ctx.db, { ...idsOf(ctx), now: ctx.app.now() }, ownerOf(ctx))
  if (!cart) throw new Error('a cart was not stored')
  return cart
}

/** Locks the visitor's cart and increments its version; undefined if there is none. */
export async function lockForChange(ctx: Context): Promise<CartRow | undefined> {
  const [cart] = await updateVersion(ctx.db, { ...idsOf(ctx), now: ctx.app.now() }, ownerOf(ctx))
  return cart
}

/** The visitor's contact in their last order of this campaign; null without an order. */
export async function lastContact(ctx: Context): Promise<CartRow['contact']> {
  const { sessionId, memberId, campaignId } = ctx
  const isOwn = or(
    sessionId ? eq(carts.sessionId, sessionId) : undefined,
    memberId ? eq(carts.memberId, memberId) : undefined,
  )
  const [last] = await ctx.db
    .select({ contact: carts.contact })
    .from(carts)
    .where(and(eq(carts.campaignId, campaignId), eq(carts.state, 'closed'), isNotNull(carts.contact), isOwn))
    .orderBy(desc(carts.updatedAt))
    .limit(1)
  return last?.contact ?? null
}

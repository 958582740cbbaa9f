import { and, desc, eq, isNotNull, or } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import type { Owner } from './queries.ts'
import { insertCart, selectCartWithLines, selectLines, selectOwnLines, updateVersion } from './queries.ts'
import type { CartRow, LineRow } from './tables.ts'
import { carts } from './tables.ts'

export const ownerOf = ({ memberId }: Context): Owner => (memberId ? 'member' : 'guest')

/** The visitor's ids, and whether the shop's own cart is meant or that of a campaign. */
export const idsOf = ({ memberId, sessionId, campaignId }: Context) => ({ memberId, sessionId, campaignId })

/** The visitor's cart and its lines in the order they were added, only read; null where there is none. */
export async function read(ctx: Context): Promise<{ cart: CartRow; rows: LineRow[] } | null> {
  const found = await selectCartWithLines(ctx.db, idsOf(ctx), ownerOf(ctx))
  const [first] = found
  if (!first) return null
  return { cart: first.cart, rows: found.flatMap(({ row }) => row ?? []) }
}

/** The lines of a cart in the order they were added. */
export function rowsOf(ctx: Context, cartId: string): Promise<LineRow[]> {
  return selectLines(ctx.db, { cartId })
}

/** The same of the visitor's cart, asked without waiting for its id. */
export function ownRows(ctx: Context): Promise<LineRow[]> {
  return selectOwnLines(ctx.db, idsOf(ctx), ownerOf(ctx))
}

/** The visitor's cart, made where there is none, locked, its version counted up: changes come one after the other. */
export async function openForChange(ctx: Context): Promise<CartRow> {
  if (!ctx.sessionId) throw new Error('a cart needs a session')
  const [cart] = await insertCart(ctx.db, { ...idsOf(ctx), now: ctx.app.now() }, ownerOf(ctx))
  if (!cart) throw new Error('a cart was not stored')
  return cart
}

/** The visitor's cart, locked and its version counted up; undefined where there is none. */
export async function lockForChange(ctx: Context): Promise<CartRow | undefined> {
  const [cart] = await updateVersion(ctx.db, { ...idsOf(ctx), now: ctx.app.now() }, ownerOf(ctx))
  return cart
}

/** Who the visitor said that they are when they last ordered of this campaign; null where they did not. */
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

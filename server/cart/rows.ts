import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import { cartLines, carts } from './tables.ts'

export type CartRow = typeof carts.$inferSelect
export type LineRow = typeof cartLines.$inferSelect

/** Whether a cart is the one that this visitor fills. */
export function isMine(ctx: Context) {
  const owner = ctx.memberId
    ? eq(carts.memberId, ctx.memberId)
    : ctx.sessionId
      ? and(eq(carts.sessionId, ctx.sessionId), isNull(carts.memberId))
      : sql`false`
  return and(eq(carts.state, 'open'), owner)
}

/** The visitor's cart and its lines in the order they were added, only read; null where there is none. */
export async function read(ctx: Context): Promise<{ cart: CartRow; rows: LineRow[] } | null> {
  if (!ctx.sessionId && !ctx.memberId) return null
  const found = await ctx.db
    .select({ cart: carts, row: cartLines })
    .from(carts)
    .leftJoin(cartLines, eq(cartLines.cartId, carts.id))
    .where(isMine(ctx))
    .orderBy(asc(cartLines.addedAt), asc(cartLines.key))
  const [first] = found
  if (!first) return null
  return { cart: first.cart, rows: found.flatMap(({ row }) => row ?? []) }
}

/** The lines of a cart in the order they were added. */
export function rowsOf(ctx: Context, cartId: string): Promise<LineRow[]> {
  return ctx.db
    .select()
    .from(cartLines)
    .where(eq(cartLines.cartId, cartId))
    .orderBy(asc(cartLines.addedAt), asc(cartLines.key))
}

/** The visitor's cart, made where there is none, locked, its version counted up: changes come one after the other. */
export async function openForChange(ctx: Context): Promise<CartRow> {
  const { sessionId, memberId } = ctx
  if (!sessionId) throw new Error('a cart needs a session')
  const now = ctx.app.now()
  const [cart] = await ctx.db
    .insert(carts)
    .values({ sessionId, memberId, version: 1, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({ ...oneOpen(ctx), set: { version: sql`${carts.version} + 1`, updatedAt: now } })
    .returning()
  if (!cart) throw new Error('a cart was not stored')
  return cart
}

/** The constraint by which there is one open cart: a member's on every device, a guest's in each session. */
export function oneOpen(ctx: Context) {
  return ctx.memberId
    ? { target: carts.memberId, targetWhere: sql`state = 'open' and member_id is not null` }
    : { target: carts.sessionId, targetWhere: sql`state = 'open'` }
}

/** The visitor's cart, locked and its version counted up; undefined where there is none. */
export async function lockForChange(ctx: Context): Promise<CartRow | undefined> {
  const [cart] = await ctx.db
    .update(carts)
    .set({ version: sql`${carts.version} + 1`, updatedAt: ctx.app.now() })
    .where(isMine(ctx))
    .returning()
  return cart
}

import type { SQL } from 'drizzle-orm'
import { and, asc, desc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { open, prepared } from '#server/platform/database/prepared.ts'
import { cartLines, carts } from './tables.ts'

export type CartRow = typeof carts.$inferSelect
export type LineRow = typeof cartLines.$inferSelect

/** Whether a cart is still filled: written as its indexes have it, for a plan that serves all values does not look into them. */
export const isOpen = sql`${carts.state} = 'open'`

/** Whose an open cart is: a member's on every device, a guest's in one session. */
export type Owner = 'member' | 'guest'

export const ownerOf = ({ memberId }: Context): Owner => (memberId ? 'member' : 'guest')

/** Whether a cart is the one that the visitor fills; the visitor's ids are left open, see `idsOf`. */
export function isMine(owner: Owner) {
  return and(
    isOpen,
    eq(carts.campaignId, sql.placeholder('campaignId')),
    owner === 'member'
      ? eq(carts.memberId, sql.placeholder('memberId'))
      : and(eq(carts.sessionId, sql.placeholder('sessionId')), isNull(carts.memberId)),
  )
}

/** The visitor's ids, and whether the shop's own cart is meant or that of a campaign. */
export const idsOf = ({ memberId, sessionId, campaignId }: Context) => ({ memberId, sessionId, campaignId })

/** The visitor's cart and its lines in the order they were added, only read; null where there is none. */
export async function read(ctx: Context): Promise<{ cart: CartRow; rows: LineRow[] } | null> {
  const found = await selectWithLines(ctx.db, idsOf(ctx), ownerOf(ctx))
  const [first] = found
  if (!first) return null
  return { cart: first.cart, rows: found.flatMap(({ row }) => row ?? []) }
}

const selectWithLines = prepared((db, owner: Owner) =>
  db
    .select({ cart: carts, row: cartLines })
    .from(carts)
    .leftJoin(cartLines, eq(cartLines.cartId, carts.id))
    .where(isMine(owner))
    .orderBy(asc(cartLines.addedAt), asc(cartLines.key)),
)

/** The lines of a cart in the order they were added. */
export function rowsOf(ctx: Context, cartId: string): Promise<LineRow[]> {
  return selectLines(ctx.db, { cartId })
}

const selectLines = prepared((db) => linesOf(db, sql`${sql.placeholder('cartId')}`))

/** The same of the visitor's cart, asked without waiting for its id. */
export function ownRows(ctx: Context): Promise<LineRow[]> {
  return selectOwnLines(ctx.db, idsOf(ctx), ownerOf(ctx))
}

const selectOwnLines = prepared((db, owner: Owner) =>
  linesOf(db, sql`${db.select({ id: carts.id }).from(carts).where(isMine(owner))}`),
)

function linesOf(db: Database, cartId: SQL) {
  return db
    .select()
    .from(cartLines)
    .where(eq(cartLines.cartId, cartId))
    .orderBy(asc(cartLines.addedAt), asc(cartLines.key))
}

/** The visitor's cart, made where there is none, locked, its version counted up: changes come one after the other. */
export async function openForChange(ctx: Context): Promise<CartRow> {
  if (!ctx.sessionId) throw new Error('a cart needs a session')
  const [cart] = await openCart(ctx.db, { ...idsOf(ctx), now: ctx.app.now() }, ownerOf(ctx))
  if (!cart) throw new Error('a cart was not stored')
  return cart
}

const now = sql.placeholder('now')
const openCart = prepared((db, owner: Owner) =>
  db
    .insert(carts)
    .values({
      sessionId: sql.placeholder('sessionId'),
      memberId: sql.placeholder('memberId'),
      campaignId: sql.placeholder('campaignId'),
      version: 1,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoUpdate({
      ...oneOpen(owner),
      set: { version: sql`${carts.version} + 1`, updatedAt: sql`excluded.updated_at` },
    })
    .returning(),
)

/** The constraint by which an owner has one open cart of the shop and one of each campaign. */
export function oneOpen(owner: Owner) {
  return owner === 'member'
    ? { target: [carts.memberId, carts.campaignId], targetWhere: sql`state = 'open' and member_id is not null` }
    : { target: [carts.sessionId, carts.campaignId], targetWhere: sql`state = 'open'` }
}

/** The visitor's cart, locked and its version counted up; undefined where there is none. */
export async function lockForChange(ctx: Context): Promise<CartRow | undefined> {
  const [cart] = await countUp(ctx.db, { ...idsOf(ctx), now: ctx.app.now() }, ownerOf(ctx))
  return cart
}

const countUp = prepared((db, owner: Owner) =>
  db
    .update(carts)
    .set({ version: sql`${carts.version} + 1`, updatedAt: open('now', carts.updatedAt) })
    .where(isMine(owner))
    .returning(),
)

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

import { eq, sql } from 'drizzle-orm'
import type { Contact, Method, Slot } from '#contract/checkout.ts'
import type { Context } from '#server/platform/context.ts'
import type { CartRow } from './rows.ts'
import { isMine, oneOpen } from './rows.ts'
import { carts } from './tables.ts'

/** What a shopper decides for a cart at checkout. */
export interface Choices {
  method: Method | null
  slot: Slot | null
  contact: Contact | null
  comment: string
}

/** What is held for a cart: stock for one version of its lines, and a place in a slot, until a time. */
export type Held = Pick<CartRow, 'heldUntil' | 'heldVersion' | 'heldSlot'>

/** The visitor's open cart with what was chosen for it; null where there is none. */
export async function read(ctx: Context): Promise<CartRow | null> {
  if (!ctx.sessionId && !ctx.memberId) return null
  const [cart] = await ctx.db.select().from(carts).where(isMine(ctx))
  return cart ?? null
}

/** Remembers choices with the visitor's cart, an empty one if need be. A method other than before forgets the slot. */
export async function choose(ctx: Context, choices: Partial<Choices>): Promise<CartRow> {
  const sessionId = await ctx.ensureSession()
  const { method } = choices
  const slot = method && !choices.slot && sql`case when ${carts.method} = ${method} then ${carts.slot} end`
  const updatedAt = ctx.app.now()
  const [cart] = await ctx.db
    .insert(carts)
    .values({ ...choices, sessionId, memberId: ctx.memberId, createdAt: updatedAt, updatedAt })
    .onConflictDoUpdate({ ...oneOpen(ctx), set: { ...choices, ...(slot && { slot }), updatedAt } })
    .returning()
  if (!cart) throw new Error('a cart was not stored')
  return cart
}

/** Notes what is held for a cart now. */
export async function noteHeld(ctx: Context, cartId: string, held: Held): Promise<void> {
  await ctx.db.update(carts).set(held).where(eq(carts.id, cartId))
}

/** Locks a cart until the transaction ends, whoever's it is; null where there is none. */
export async function lockAny(ctx: Context, cartId: string): Promise<CartRow | null> {
  const [cart] = await ctx.db.select().from(carts).where(eq(carts.id, cartId)).for('update')
  return cart ?? null
}

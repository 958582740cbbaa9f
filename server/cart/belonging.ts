import { eq, inArray } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import { cartLines, carts } from './tables.ts'

/** What lies in a member's cart, for the download of their data. */
export async function exportOf(ctx: Context, { memberId }: { memberId: string }) {
  const rows = await ctx.db
    .select({ sku: cartLines.sku, quantity: cartLines.quantity, note: cartLines.note, addedAt: cartLines.addedAt })
    .from(cartLines)
    .innerJoin(carts, eq(carts.id, cartLines.cartId))
    .where(eq(carts.memberId, memberId))
  return { cart: rows }
}

/** Empties a member's carts and takes the person out of those that orders came from. */
export async function forget(ctx: Context, { memberId }: { memberId: string }): Promise<void> {
  const theirs = ctx.db.select({ id: carts.id }).from(carts).where(eq(carts.memberId, memberId))
  await ctx.db.delete(cartLines).where(inArray(cartLines.cartId, theirs))
  await ctx.db
    .update(carts)
    .set({ state: 'closed', memberId: null, contact: null, address: null, comment: '', couponCode: null })
    .where(eq(carts.memberId, memberId))
}

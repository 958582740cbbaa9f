import { eq, notExists } from 'drizzle-orm'
import * as cart from '#server/cart/cart.ts'
import { carts } from '#server/cart/tables.ts'
import type { Context } from '#server/platform/context.ts'
import { orders } from './tables.ts'

/** Deletes closed carts of guests that no order refers to. */
export function deleteGuestCarts(ctx: Context): Promise<void> {
  const ordersOfCart = ctx.db.select({ id: orders.id }).from(orders).where(eq(orders.cartId, carts.id))
  return cart.deleteClosedGuestCarts(ctx, notExists(ordersOfCart))
}

import { eq, notExists } from 'drizzle-orm'
import * as cart from '#server/cart/cart.ts'
import { carts } from '#server/cart/tables.ts'
import type { Context } from '#server/platform/context.ts'
import { orders } from './tables.ts'

/** Deletes old closed carts of guests, except carts to which an order refers. */
export function deleteGuestCarts(ctx: Context): Promise<void> {
  const ordersOfCart = ctx.db.select({ id: orders.id }).from(orders).where(eq(orders.cartId, carts.id))
  return cart.deleteClosedGuestCarts(ctx, notExists(ordersOfCart))
}

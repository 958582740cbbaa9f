import type { BillCoupon, Method } from '#contract/checkout.ts'
import type { PricedCart } from '#server/cart/cart.ts'
import type { Judged, Occasion } from '#server/coupons/coupons.ts'
import { judge, personsOf } from '#server/coupons/coupons.ts'
import { hasOrdered, live } from '#server/orders/orders.ts'
import { toErrorItem } from '#server/platform/answer.ts'
import type { Context } from '#server/platform/context.ts'

/** What the coupon of a cart takes off; null without one. A code that was taken out of the shop is forgotten. */
export async function couponOf(ctx: Context, found: PricedCart, method: Method): Promise<Judged | null> {
  const { couponCode } = found.cart
  return couponCode ? judge(ctx, couponCode, await occasionOf(ctx, found, method)) : null
}

/** The coupon as a bill tells it. */
export function toBillCoupon(ctx: Context, { code, label, refusal }: Judged): BillCoupon {
  return { code, label, problem: refusal && toErrorItem(refusal, ctx.locale).message }
}

/** What a coupon has to know of a cart. */
export async function occasionOf(ctx: Context, found: PricedCart, method: Method): Promise<Occasion> {
  const { cart, lines, location, currency } = found
  const { memberId, contact } = cart
  const order = await live(ctx, cart.id)
  return {
    now: ctx.app.now(),
    location,
    method,
    currency,
    memberId,
    orderId: order?.id ?? null,
    persons: personsOf(ctx, cart),
    lines: lines.map(({ key, sku, productId, quantity, unitPrice }) => ({
      key,
      sku,
      productId,
      quantity,
      unitPrice: unitPrice.amount,
    })),
    hasOrdered: () => hasOrdered(ctx, { memberId, contact, except: order?.id ?? null }),
  }
}

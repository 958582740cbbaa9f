import type { BillCoupon, Method } from '#contract/checkout.ts'
import type { PricedCart } from '#server/cart/cart.ts'
import type { Judged, Occasion } from '#server/coupons/coupons.ts'
import { judge, personsOf } from '#server/coupons/coupons.ts'
import type { OrderRow } from '#server/orders/orders.ts'
import { hasOrdered, live } from '#server/orders/orders.ts'
import { toErrorItem } from '#server/platform/answer.ts'
import type { Context } from '#server/platform/context.ts'
import { memberOff } from '#server/pricing/benefits.ts'
import { toGoods } from './goods.ts'

/** What the coupon of a cart takes off; null without one. A code that was taken out of the shop is forgotten. */
export async function couponOf(
  ctx: Context,
  found: PricedCart,
  method: Method,
  before?: OrderRow | null,
): Promise<Judged | null> {
  const { couponCode } = found.cart
  return couponCode ? judge(ctx, couponCode, await occasionOf(ctx, found, method, before)) : null
}

/** The coupon as a bill tells it. */
export function toBillCoupon(ctx: Context, { code, label, refusal }: Judged): BillCoupon {
  return { code, label, problem: refusal && toErrorItem(refusal, ctx.locale).message }
}

/** What a coupon has to know of a cart, whose live order is read unless it is given. */
export async function occasionOf(
  ctx: Context,
  found: PricedCart,
  method: Method,
  before?: OrderRow | null,
): Promise<Occasion> {
  const { cart, lines, location, currency, benefits } = found
  // A coupon counts of what the member pays.
  const off = memberOff(lines.map(toGoods), benefits)
  const { memberId, contact } = cart
  const order = before === undefined ? await live(ctx, cart.id) : before
  return {
    now: ctx.app.now(),
    location,
    method,
    currency,
    memberId,
    orderId: order?.id ?? null,
    persons: personsOf(ctx, cart),
    lines: lines.map(({ key, sku, productId, quantity, total }, at) => ({
      key,
      sku,
      productId,
      quantity,
      unitPrice: Math.floor((total.amount - (off[at] ?? 0)) / quantity),
    })),
    hasOrdered: () => hasOrdered(ctx, { memberId, contact, except: order?.id ?? null }),
  }
}

import type { BillCoupon, Method } from '#contract/checkout.ts'
import { buyerOf } from '#server/cart/buyer.ts'
import type { PricedCart } from '#server/cart/cart.ts'
import type { Judged, Occasion } from '#server/coupons/coupons.ts'
import { judge, ordersUsing, personsOf } from '#server/coupons/coupons.ts'
import type { OrderRow } from '#server/orders/orders.ts'
import { hasOrdered, isAnyPending, live } from '#server/orders/orders.ts'
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
  return couponCode ? judgeFor(ctx, couponCode, await occasionOf(ctx, found, method, before)) : null
}

/**
 * A coupon on an occasion. If its last use is in an order of the buyer's that still waits for its payment, it is not used
 * yet: the refusal is `coupons.waiting`.
 */
export async function judgeFor(ctx: Context, code: string, occasion: Occasion): Promise<Judged | null> {
  const judged = await judge(ctx, code, occasion)
  if (judged?.refusal?.code !== 'coupons.used' && judged?.refusal?.code !== 'coupons.used_up') return judged
  const using = await ordersUsing(ctx, { code: judged.code, persons: occasion.persons.judged })
  return (await isAnyPending(ctx, using)) ? { ...judged, refusal: { code: 'coupons.waiting' } } : judged
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
  const { isEmailProven } = await buyerOf(ctx, cart.id)
  const persons = personsOf(ctx, { memberId, contact, isEmailProven })
  return {
    now: ctx.app.now(),
    location,
    method,
    currency,
    memberId,
    orderId: order?.id ?? null,
    persons,
    lines: lines.map(({ key, sku, productId, quantity, total }, at) => ({
      key,
      sku,
      productId,
      quantity,
      unitPrice: Math.floor((total.amount - (off[at] ?? 0)) / quantity),
    })),
    hasOrdered: () => hasOrdered(ctx, { memberId, contact, isEmailProven, except: order?.id ?? null }),
  }
}

import type { BillCoupon, Method } from '#contract/checkout.ts'
import type { CartRow, PricedCart } from '#server/cart/cart.ts'
import { buyerOf } from '#server/cart/cart.ts'
import type { CheckedCoupon, ClaimFacts, CouponFacts, CouponUse, Persons } from '#server/coupons/coupons.ts'
import { checkCoupon, findOrdersUsing, personsOf, redeem } from '#server/coupons/coupons.ts'
import { all as allLocations } from '#server/locations/locations.ts'
import type { OrderRow } from '#server/orders/orders.ts'
import { findLiveOrder, hasOrdered, isAnyPending } from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import type { FailureItem } from '#server/platform/fail.ts'
import { Failure, failAll } from '#server/platform/fail.ts'
import { toErrorItem } from '#server/platform/http/responses.ts'
import { memberDiscounts } from '#server/pricing/pricing.ts'
import { toGoods } from './goods.ts'

/**
 * The coupons that can apply to a cart. If the shopper typed a code, returns only the coupon of this code, even if it
 * is not valid. Otherwise returns the valid claimed coupons. Ignores coupons that staff deleted.
 */
export async function couponsOf(
  ctx: Context,
  pricedCart: PricedCart,
  { method, before }: { method: Method; before?: OrderRow | null | undefined },
): Promise<{ typed: CheckedCoupon | null; claimed: CheckedCoupon[] }> {
  const { couponCode, claims } = pricedCart.cart
  if (!couponCode && claims.length === 0) return { typed: null, claimed: [] }
  const facts = await couponFactsOf(ctx, pricedCart, { method, before })
  const typed = couponCode ? await judgeFor(ctx, couponCode, facts) : null
  if (typed) return { typed, claimed: [] }
  const judged = await Promise.all(claims.map((code) => checkCoupon(ctx, code, facts)))
  return {
    typed: null,
    claimed: judged.filter((coupon) => coupon !== null).filter(({ discount }) => discount !== null),
  }
}

/**
 * Checks whether the coupon with this code applies; null if there is no such coupon. If an unpaid order of the same
 * buyer holds the coupon's last use, the refusal is `coupons.waiting`.
 */
export async function judgeFor(ctx: Context, code: string, facts: CouponFacts): Promise<CheckedCoupon | null> {
  const judged = await checkCoupon(ctx, code, facts)
  if (!judged?.refusal) return judged
  return { ...judged, refusal: await orPendingUse(ctx, judged.refusal, { code: judged.code, persons: facts.persons }) }
}

/**
 * Redeems a coupon for an order that is being placed. If an unpaid order of the same buyer holds the coupon's last use,
 * fails with `coupons.waiting`.
 */
export async function redeemFor(ctx: Context, use: CouponUse): Promise<void> {
  try {
    await redeem(ctx, use)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    failAll(await Promise.all(error.items.map((refusal) => orPendingUse(ctx, refusal, use))))
  }
}

/** Returns `coupons.waiting` if an unpaid order of the same buyer holds the last use, else the given refusal. */
async function orPendingUse(
  ctx: Context,
  refusal: FailureItem,
  { code, persons }: { code: string; persons: Persons },
): Promise<FailureItem> {
  if (refusal.code !== 'coupons.used' && refusal.code !== 'coupons.used_up') return refusal
  const orderIds = await findOrdersUsing(ctx, { code, persons: persons.counted })
  return (await isAnyPending(ctx, orderIds)) ? { code: 'coupons.waiting' } : refusal
}

/** Converts a coupon to the shape of a bill. */
export function toBillCoupon(ctx: Context, { code, label, refusal }: CheckedCoupon, isClaimed: boolean): BillCoupon {
  return { code, label, isClaimed, problem: refusal && toErrorItem(refusal, ctx.locale).message }
}

/**
 * The facts about a cart that decide whether coupons apply. `before` is the cart's pending or placed order; if it is
 * undefined, this function reads that order.
 */
export async function couponFactsOf(
  ctx: Context,
  pricedCart: PricedCart,
  { method, before }: { method: Method; before?: OrderRow | null | undefined },
): Promise<CouponFacts> {
  const { cart, lines, location, currency, benefits } = pricedCart
  // Coupons apply to the prices after the member's discount.
  const memberReductions = memberDiscounts(lines.map(toGoods), benefits)
  const { memberId, contact } = cart
  const order = before === undefined ? await findLiveOrder(ctx, cart.id) : before
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
    lines: lines.map(({ key, sku, productId, quantity, total }, index) => ({
      key,
      sku,
      productId,
      quantity,
      total: total.amount - (memberReductions[index] ?? 0),
    })),
    hasOrdered: () => hasOrdered(ctx, { memberId, contact, isEmailProven, except: order?.id ?? null }),
  }
}

/** The facts that decide which coupons a shopper can claim. Includes facts of the shopper's cart, if there is one. */
export async function claimFactsOf(ctx: Context, cart: CartRow | null): Promise<ClaimFacts> {
  const { memberId } = ctx
  const contact = cart?.contact ?? null
  const [[store], order, buyer] = await Promise.all([
    allLocations(ctx),
    cart && findLiveOrder(ctx, cart.id),
    cart && buyerOf(ctx, cart.id),
  ])
  const isEmailProven = buyer?.isEmailProven ?? false
  const orderId = order?.id ?? null
  return {
    now: ctx.app.now(),
    location: { timeZone: store?.timeZone ?? 'UTC' },
    memberId,
    orderId,
    persons: personsOf(ctx, { memberId, contact, isEmailProven }),
    hasOrdered: () => hasOrdered(ctx, { memberId, contact, isEmailProven, except: orderId }),
  }
}

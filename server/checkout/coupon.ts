import type { Bill } from '#contract/billing.ts'
import type { Cart } from '#contract/cart.ts'
import { choices, priced, view } from '#server/cart/cart.ts'
import { normaliseCode, requireClaimable } from '#server/coupons/coupons.ts'
import type { Context } from '#server/platform/context.ts'
import { Failure, fail } from '#server/platform/fail.ts'
import { makeBill } from './bill.ts'
import { claimFactsOf, couponFactsOf, judgeFor } from './coupon-facts.ts'
import { findChosenMethod } from './fulfilment-methods.ts'

/**
 * Applies a coupon to the visitor's cart and returns the bill. Fails with the exact reason if the coupon does not
 * apply.
 */
export async function apply(ctx: Context, { code }: { code: string }): Promise<Bill> {
  const pricedCart = await priced(ctx)
  if (!pricedCart || pricedCart.lines.length === 0) fail('cart.empty')
  const { method, campaign } = await findChosenMethod(ctx, pricedCart)
  if (campaign?.campaign.allowsCoupons === false) fail('campaigns.no_coupons')
  const judged = await judgeFor(ctx, code, await couponFactsOf(ctx, pricedCart, { method }))
  if (!judged) fail('coupons.unknown', { code })
  if (judged.refusal) throw new Failure([{ ...judged.refusal, field: 'code' }])
  const cart = await choices.choose(ctx, { couponCode: judged.code })
  return (await makeBill(ctx, { ...pricedCart, cart }, { payAtStore: false })).bill
}

/**
 * Claims a listed or personal coupon for the visitor's cart and returns the cart. Fails with `coupons.unknown` for any
 * other coupon, and with the exact reason if the shopper cannot use the coupon. A repeated claim does nothing.
 */
export async function claim(ctx: Context, { code }: { code: string }): Promise<Cart> {
  const cart = await choices.read(ctx)
  if (!cart?.claims.includes(normaliseCode(code)))
    await choices.claim(ctx, await requireClaimable(ctx, code, await claimFactsOf(ctx, cart)))
  return view(ctx)
}

/**
 * Removes the coupon with this code from the visitor's cart. Without a code, removes the typed coupon. Returns the
 * bill, to which another claimed coupon may now apply.
 */
export async function remove(ctx: Context, { code }: { code?: string | undefined } = {}): Promise<Bill> {
  const pricedCart = await priced(ctx)
  const cart = pricedCart && (await choices.dropCoupon(ctx, code === undefined ? null : normaliseCode(code)))
  if (!cart) fail('cart.empty')
  return (await makeBill(ctx, { ...pricedCart, cart }, { payAtStore: false })).bill
}

import type { Bill } from '#contract/billing.ts'
import { choices, priced } from '#server/cart/cart.ts'
import type { Context } from '#server/platform/context.ts'
import { Failure, fail } from '#server/platform/fail.ts'
import { makeBill } from './bill.ts'
import { couponFactsOf, judgeFor } from './coupon-facts.ts'
import { methodOf } from './fulfilment-methods.ts'

/**
 * Applies a coupon to the visitor's cart and returns the bill. Fails with the exact reason if the coupon does not
 * apply.
 */
export async function apply(ctx: Context, { code }: { code: string }): Promise<Bill> {
  const found = await priced(ctx)
  if (!found || found.lines.length === 0) fail('cart.empty')
  const { method, campaign } = await methodOf(ctx, found)
  if (campaign?.campaign.allowsCoupons === false) fail('campaigns.no_coupons')
  const judged = await judgeFor(ctx, code, await couponFactsOf(ctx, found, { method }))
  if (!judged) fail('coupons.unknown', { code })
  if (judged.refusal) throw new Failure([{ ...judged.refusal, field: 'code' }])
  const cart = await choices.choose(ctx, { couponCode: judged.code })
  return (await makeBill(ctx, { ...found, cart }, { payAtStore: false })).bill
}

/** Removes the coupon from the visitor's cart and returns the bill. */
export async function remove(ctx: Context): Promise<Bill> {
  const found = await priced(ctx)
  if (!found) fail('cart.empty')
  const cart = await choices.choose(ctx, { couponCode: null })
  return (await makeBill(ctx, { ...found, cart }, { payAtStore: false })).bill
}

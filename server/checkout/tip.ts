import type { Bill } from '#contract/billing.ts'
import type { TipChoice } from '#contract/checkout.ts'
import { choices, priced } from '#server/cart/cart.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { makeBill } from './bill.ts'

/**
 * Sets or removes the tip on the bill of the visitor's cart and returns the bill. Fails with `checkout.tip_unavailable`
 * if the shop asks for no tip on this bill.
 */
export async function setTip(ctx: Context, { tip }: { tip: TipChoice | null }): Promise<Bill> {
  const pricedCart = await priced(ctx)
  if (!pricedCart || pricedCart.lines.length === 0) fail('cart.empty')
  const { bill } = await makeBill(ctx, { ...pricedCart, cart: { ...pricedCart.cart, tip } }, { payAtStore: false })
  if (tip && !bill.tip) fail('checkout.tip_unavailable')
  await choices.choose(ctx, { tip })
  return bill
}

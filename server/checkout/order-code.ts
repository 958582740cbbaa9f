import { eq } from 'drizzle-orm'
import { choices } from '#server/cart/cart.ts'
import { carts } from '#server/cart/tables.ts'
import { askForAddressCode, proveAddress } from '#server/members/members.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'

/**
 * Has a code mailed to the email address of the visitor's cart: `checkout.contact_required` without one, `orders.codes_full`
 * where the hour's codes are used up.
 */
export async function sendCode(ctx: Context): Promise<{ sent: true; email: string }> {
  const email = (await choices.read(ctx))?.contact?.email || fail('checkout.contact_required')
  await askForAddressCode(ctx, email)
  return { sent: true, email }
}

/** Takes the code that was mailed to the address of this cart: `account.wrong_code`. The address is proven from then on. */
export async function takeCode(ctx: Context, { cartId, code }: { cartId: string; code: string }): Promise<void> {
  const [cart] = await ctx.db.select({ contact: carts.contact }).from(carts).where(eq(carts.id, cartId))
  const email = cart?.contact?.email ?? ''
  if (!(await proveAddress(ctx, { email, code }))) fail('account.wrong_code', undefined, 'code')
}

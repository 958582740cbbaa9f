import { choices, lock } from '#server/cart/cart.ts'
import { requestAddressCode, verifyAddressCode } from '#server/members/members.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'

/**
 * Emails a verification code to the contact of the visitor's cart. Fails with `checkout.contact_required` if the
 * contact has no email address, and with `orders.codes_full` if the hourly limit of codes is reached.
 */
export async function sendCode(ctx: Context): Promise<{ sent: true; email: string }> {
  const email = (await choices.read(ctx))?.contact?.email || fail('checkout.contact_required')
  await requestAddressCode(ctx, email)
  return { sent: true, email }
}

/**
 * Checks the emailed code and so verifies the email address of the visitor's cart. Fails with `account.wrong_code` for
 * a wrong code, and with `not_found` for another visitor's cart.
 */
export async function verifyOrderCode(ctx: Context, { cartId, code }: { cartId: string; code: string }): Promise<void> {
  const { contact } = await lock(ctx, cartId)
  const email = contact?.email ?? ''
  if (!(await verifyAddressCode(ctx, { email, code }))) fail('account.wrong_code', undefined, 'code')
}

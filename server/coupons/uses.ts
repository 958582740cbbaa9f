import { and, arrayOverlaps, eq, isNull } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import type { Persons } from './persons.ts'
import { insertPersons, insertUse, updatePersonsUnused, updateReturned, updateUnused, updateUsed } from './queries.ts'
import { couponUses } from './tables.ts'

/**
 * Uses a coupon for an order, in the transaction that places it. Only one order gets the last use. Fails with
 * `coupons.used_up` if no use is left or the coupon is inactive, and with `coupons.used` if this person has reached the
 * limit.
 */
export async function redeem(
  ctx: Context,
  { code, orderId, persons: { noted, judged } }: { code: string; orderId: string; persons: Persons },
): Promise<void> {
  const [coupon] = await updateUsed(ctx.db, { code })
  if (!coupon) fail('coupons.used_up')
  const { maxUsesEach } = coupon
  if (maxUsesEach !== null) {
    const counted = await insertPersons(ctx.db, { code, persons: noted, judged, maxUsesEach })
    if (counted.length < noted.length) fail('coupons.used')
  }
  await insertUse(ctx.db, { orderId, code, persons: noted, now: ctx.app.now() })
}

/** Gives back an order's use of a coupon. Repeated calls, and calls without a use, do nothing. */
export async function giveBack(ctx: Context, orderId: string): Promise<void> {
  const [use] = await updateReturned(ctx.db, { orderId, now: ctx.app.now() })
  if (!use) return
  await updateUnused(ctx.db, { code: use.code })
  await updatePersonsUnused(ctx.db, { code: use.code, persons: use.persons })
}

/** The ids of the orders in which any of these persons uses the coupon. Leaves out orders that gave back their use. */
export async function ordersUsing(
  ctx: Context,
  { code, persons }: { code: string; persons: string[] },
): Promise<string[]> {
  if (persons.length === 0) return []
  const found = await ctx.db
    .select({ orderId: couponUses.orderId })
    .from(couponUses)
    .where(and(eq(couponUses.code, code), isNull(couponUses.returnedAt), arrayOverlaps(couponUses.persons, persons)))
  return found.map(({ orderId }) => orderId)
}

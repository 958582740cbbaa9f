import { and, arrayOverlaps, eq, isNull } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import { lockNames } from '#server/platform/database/locks.ts'
import { fail } from '#server/platform/fail.ts'
import type { Persons } from './persons.ts'
import {
  insertPersons,
  insertUse,
  updatePersonsUnused,
  updateReturned,
  updateReturnedToUsed,
  updateUnused,
  updateUsed,
  updateUsedAgain,
} from './queries.ts'
import { couponUses } from './tables.ts'

/** A use of a coupon by an order that is being placed. `hasOrdered` returns whether the buyer has ordered before. */
export interface CouponUse {
  code: string
  orderId: string
  persons: Persons
  hasOrdered(): Promise<boolean>
}

/**
 * Uses a coupon for an order, in the transaction that places it. Only one order gets the last use. Fails with
 * `coupons.used_up` if no use is left or the coupon is inactive, and with `coupons.used` if this person has reached the
 * limit. Fails with `coupons.first_order` if the coupon is for a first order and the buyer has another order.
 */
export async function redeem(
  ctx: Context,
  { code, orderId, persons: { stored, counted }, hasOrdered }: CouponUse,
): Promise<void> {
  const [coupon] = await updateUsed(ctx.db, { code })
  if (!coupon) fail('coupons.used_up')
  const { maxUsesEach, isForFirstOrder } = coupon
  if (isForFirstOrder) {
    // The lock makes parallel first orders of one buyer wait for each other. When this order gets the lock, the other
    // order has committed, so `hasOrdered` finds it.
    await lockNames(
      ctx,
      stored.map((person) => `first order ${person}`),
    )
    if (await hasOrdered()) fail('coupons.first_order')
  }
  if (maxUsesEach !== null) {
    const inserted = await insertPersons(ctx.db, { code, persons: stored, judged: counted, maxUsesEach })
    if (inserted.length < stored.length) fail('coupons.used')
  }
  await insertUse(ctx.db, { orderId, code, persons: stored, now: ctx.app.now() })
}

/** Gives back an order's use of a coupon. Repeated calls, and calls without a use, do nothing. */
export async function releaseUse(ctx: Context, orderId: string): Promise<void> {
  const [use] = await updateReturned(ctx.db, { orderId, now: ctx.app.now() })
  if (!use) return
  await updateUnused(ctx.db, { code: use.code })
  await updatePersonsUnused(ctx.db, { code: use.code, persons: use.persons })
}

/**
 * Uses a coupon again for an order that gave back its use, even if the coupon has ended since the order was placed.
 * Returns false if no use is left in total or for this person; the caller must then roll back. Returns true and does
 * nothing if the order still has its use or never had one.
 */
export async function retakeUse(
  ctx: Context,
  { orderId, persons: { counted } }: { orderId: string; persons: Persons },
): Promise<boolean> {
  const [use] = await updateReturnedToUsed(ctx.db, { orderId })
  if (!use) return true
  const [coupon] = await updateUsedAgain(ctx.db, { code: use.code })
  if (!coupon) return false
  const { code, persons } = use
  const { maxUsesEach } = coupon
  if (maxUsesEach === null) return true
  return (await insertPersons(ctx.db, { code, persons, judged: counted, maxUsesEach })).length === persons.length
}

/** The ids of the orders in which any of these persons uses the coupon. Leaves out orders that gave back their use. */
export async function findOrdersUsing(
  ctx: Context,
  { code, persons }: { code: string; persons: string[] },
): Promise<string[]> {
  if (persons.length === 0) return []
  const rows = await ctx.db
    .select({ orderId: couponUses.orderId })
    .from(couponUses)
    .where(and(eq(couponUses.code, code), isNull(couponUses.returnedAt), arrayOverlaps(couponUses.persons, persons)))
  return rows.map(({ orderId }) => orderId)
}

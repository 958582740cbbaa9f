import { asc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { CouponState, ownerStaffCalls } from '#contract/office/owner.ts'
import { both } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import type { CouponRow } from './conditions.ts'
import { normalise, put, withdraw } from './coupons.ts'
import { coupons as couponRows } from './tables.ts'

/** This module has the staff calls that list, write and stop coupons. */

type Listed = Promise<{ coupons: CouponState[] }>

/** All coupons except personal ones, by code. */
export async function coupons(ctx: Context): Listed {
  const rows = await ctx.db
    .select()
    .from(couponRows)
    .where(sql`not ${couponRows.conditions} ? 'member'`)
    .orderBy(asc(couponRows.code))
  return { coupons: rows.map((row) => toState(row, ctx.app.now())) }
}

/** Adds a coupon or replaces the one with this code, and activates it. */
export async function writeCoupon(
  ctx: Context,
  { coupon, startsAt, endsAt, ...input }: z.output<typeof ownerStaffCalls.writeCoupon.input>,
): Listed {
  await put(ctx, { ...input, code: coupon, startsAt: toDate(startsAt), endsAt: toDate(endsAt), active: true })
  return coupons(ctx)
}

/** Deactivates a coupon, personal or not. Fails with `staff.unknown` if the code is unknown. */
export async function stopCoupon(ctx: Context, { coupon }: { coupon: string }): Listed {
  const code = normalise(coupon)
  const known = await ctx.db.$count(couponRows, eq(couponRows.code, code))
  if (known === 0) fail('staff.unknown', { what: both('staff.a_coupon', { name: code }) })
  await withdraw(ctx, [code])
  return coupons(ctx)
}

const toDate = (instant: string | null) => (instant === null ? null : new Date(instant))

function toState({ code, name, used, maxUses, startsAt, endsAt, active }: CouponRow, now: Date): CouponState {
  const state = !active
    ? 'stopped'
    : endsAt && endsAt <= now
      ? 'over'
      : maxUses !== null && used >= maxUses
        ? 'used_up'
        : startsAt && startsAt > now
          ? 'waiting'
          : 'active'
  return { code, name, state, used, maxUses, endsAt: endsAt?.toISOString() ?? null }
}

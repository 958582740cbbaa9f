import { asc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { CouponState, ownerStaffCalls } from '#contract/office/owner.ts'
import { bilingualText } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import type { CouponRow } from './conditions.ts'
import { deactivate, normaliseCode, put } from './coupons.ts'
import { coupons as couponRows } from './tables.ts'

/** This module has the staff calls that list, write and stop coupons. */

type CouponList = Promise<{ coupons: CouponState[] }>

/** All coupons except personal ones, by code. */
export async function coupons(ctx: Context): CouponList {
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
): CouponList {
  await put(ctx, { ...input, code: coupon, startsAt: toDate(startsAt), endsAt: toDate(endsAt), active: true })
  return coupons(ctx)
}

/** Deactivates a coupon, personal or not. Fails with `staff.unknown` if the code is unknown. */
export async function stopCoupon(ctx: Context, { coupon }: { coupon: string }): CouponList {
  const code = normaliseCode(coupon)
  const matches = await ctx.db.$count(couponRows, eq(couponRows.code, code))
  if (matches === 0) fail('staff.unknown', { what: bilingualText('staff.a_coupon', { name: code }) })
  await deactivate(ctx, [code])
  return coupons(ctx)
}

const toDate = (instant: string | null) => (instant === null ? null : new Date(instant))

function toState(row: CouponRow, now: Date): CouponState {
  const { code, name, used, maxUses, endsAt } = row
  return { code, name, state: stateOf(row, now), used, maxUses, endsAt: endsAt?.toISOString() ?? null }
}

function stateOf({ used, maxUses, startsAt, endsAt, active }: CouponRow, now: Date): CouponState['state'] {
  if (!active) return 'stopped'
  if (endsAt && endsAt <= now) return 'over'
  if (maxUses !== null && used >= maxUses) return 'used_up'
  return startsAt && startsAt > now ? 'waiting' : 'active'
}

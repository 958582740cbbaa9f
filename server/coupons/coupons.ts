import type { SQL } from 'drizzle-orm'
import { and, asc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import type { CouponTerms } from '#contract/coupons.ts'
import type { Text } from '#contract/shapes.ts'
import { all as allLocations } from '#server/locations/locations.ts'
import { memberIdOf } from '#server/members/members.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import type { FailureItem } from '#server/platform/fail.ts'
import { Failure, fail } from '#server/platform/fail.ts'
import { remindAt } from '#server/platform/reminders.ts'
import type { Discount } from '#server/pricing/pricing.ts'
import type { ClaimFacts, CouponFacts, CouponRow } from './conditions.ts'
import { claimRefusalOf, refusalOf } from './conditions.ts'
import { selectCoupon, selectProductsIn } from './queries.ts'
import type { CouponLine } from './reward.ts'
import { discountOf } from './reward.ts'
import { coupons, ownerOf } from './tables.ts'
import { loadTerms } from './terms.ts'

export type { ClaimFacts, CouponFacts } from './conditions.ts'
export type { Persons } from './persons.ts'
export { memberDigest, personsOf } from './persons.ts'
export { emailTexts, remind } from './reminders.ts'
export type { CouponUse } from './uses.ts'
export { findOrdersUsing, redeem, releaseUse, retakeUse } from './uses.ts'

export type CouponInput = Omit<typeof coupons.$inferInsert, 'used' | 'remindAt'>

/** The member gets a reminder this many days before a personal coupon ends. */
const remindDays = 3

/** A checked coupon: its discount, or the reason why it gives none. */
export interface CheckedCoupon {
  code: string
  label: Text
  discount: Discount | null
  refusal: FailureItem | null
}

/** The publicly listed coupons that are active and not used up, and whose period has begun and not ended. */
export function list(ctx: Context): Promise<{ coupons: CouponTerms[] }> {
  return findUsable(ctx, sql`${coupons.listed}`)
}

/**
 * The member's personal coupons that are active and not used up, and whose period has begun and not ended. The coupon
 * that ends soonest comes first. Fails with `account.sign_in_required` for a guest.
 */
export async function own(ctx: Context): Promise<{ coupons: CouponTerms[] }> {
  const memberId = memberIdOf(ctx)
  return findUsable(ctx, sql`${ownerOf} = ${memberId}`)
}

async function findUsable(ctx: Context, condition: SQL): Promise<{ coupons: CouponTerms[] }> {
  const now = ctx.app.now()
  const usesLeftCondition = or(isNull(coupons.maxUses), gt(coupons.maxUses, coupons.used))
  const conditions = and(
    condition,
    coupons.active,
    usesLeftCondition,
    or(isNull(coupons.endsAt), gt(coupons.endsAt, now)),
  )
  const rows = await ctx.db.select().from(coupons).where(conditions).orderBy(asc(coupons.endsAt), asc(coupons.code))
  const started = rows.filter(({ startsAt }) => !startsAt || startsAt <= now)
  return { coupons: await Promise.all(started.map((coupon) => loadTerms(ctx, coupon))) }
}

/**
 * The code of a coupon that the shopper can claim: a listed or personal one. Fails with `coupons.unknown` for any other
 * coupon. Fails with the reason if the coupon is not valid now, is used up, or is meant for other people.
 */
export async function requireClaimable(ctx: Context, code: string, facts: ClaimFacts): Promise<string> {
  const { orderId, persons, memberId } = facts
  const [found] = await selectCoupon(ctx.db, {
    code: normaliseCode(code),
    orderId: orderId ?? '',
    persons: persons.counted,
  })
  if (!found) fail('coupons.unknown', { code })
  const { coupon, ...uses } = found
  const isOwn = memberId !== null && coupon.conditions.member === memberId
  if (!coupon.listed && !isOwn) fail('coupons.unknown', { code })
  const refusal = await claimRefusalOf(coupon, uses, facts)
  if (refusal) throw new Failure([refusal])
  return coupon.code
}

/** The reward and conditions of a coupon. Fails with `coupons.unknown` if the code is unknown. */
export async function terms(ctx: Context, { code }: { code: string }): Promise<CouponTerms> {
  const [coupon] = await ctx.db
    .select()
    .from(coupons)
    .where(eq(coupons.code, normaliseCode(code)))
  return coupon ? loadTerms(ctx, coupon) : fail('coupons.unknown', { code })
}

/** The discount of a coupon for an order with these facts, or why it gives none; null for an unknown code. */
export async function checkCoupon(ctx: Context, code: string, facts: CouponFacts): Promise<CheckedCoupon | null> {
  const { orderId, persons, lines } = facts
  const [found] = await selectCoupon(ctx.db, {
    code: normaliseCode(code),
    orderId: orderId ?? '',
    persons: persons.counted,
  })
  if (!found) return null
  const { coupon, ...uses } = found
  const scope = await findScope(ctx, coupon, lines)
  const refusal = await refusalOf(coupon, uses, { facts, names: { locations: await allLocations(ctx), scope } })
  const label = coupon.name
  // For a gift, all lines are passed on, because the gift need not be one of the goods to which the coupon is limited.
  const discounted = coupon.reward.kind === 'gift' ? lines : scope
  const discount = refusal ? null : { ...discountOf(coupon.reward, discounted, label), code: coupon.code }
  return { code: coupon.code, label, refusal, discount }
}

/**
 * Adds a coupon, or changes the coupon with this code. A changed coupon keeps its count of uses. Fails with
 * `input.invalid` if `maxUses` is less than this count.
 */
export function put(ctx: Context, input: CouponInput): Promise<void> {
  const { conditions, endsAt } = input
  const isOwn = conditions?.member !== undefined
  const values = {
    ...input,
    code: normaliseCode(input.code),
    remindAt: isOwn && endsAt ? remindAt(endsAt, ctx.app.now(), remindDays) : null,
  }
  return transact(ctx, async (ctx) => {
    const written = await ctx.db
      .insert(coupons)
      .values(values)
      .onConflictDoUpdate({
        target: coupons.code,
        set: values,
        setWhere: sql`excluded.max_uses is null or excluded.max_uses >= ${coupons.used}`,
      })
      .returning({ code: coupons.code })
    if (written.length > 0) return
    const [found] = await ctx.db.select({ used: coupons.used }).from(coupons).where(eq(coupons.code, values.code))
    fail('input.invalid', { field: 'maxUses', message: 'field.too_small', limit: found?.used }, 'maxUses')
  })
}

/** Deactivates the coupons with these codes, personal or not. Repeated calls do nothing. */
export async function deactivate(ctx: Context, codes: string[]): Promise<void> {
  if (codes.length === 0) return
  await ctx.db
    .update(coupons)
    .set({ active: false })
    .where(inArray(coupons.code, codes.map(normaliseCode)))
}

/** Returns the SKUs in `skus` that a coupon gives as a free gift. Inactive coupons count too. */
export async function findReferencedSkus({ db }: Context, { skus }: { skus: string[] }): Promise<string[]> {
  const gift = sql<string>`${coupons.reward}->>'sku'`
  const rows = await db
    .selectDistinct({ sku: gift })
    .from(coupons)
    .where(sql`${gift} in (select json_array_elements_text(${JSON.stringify(skus)}::json))`)
  return rows.map(({ sku }) => sku)
}

/**
 * Normalises a code for comparison: removes spaces at both ends, converts full-width letters and digits to ordinary
 * ones (NFKC), and converts the code to upper case.
 */
export function normaliseCode(code: string): string {
  return code.trim().normalize('NFKC').toUpperCase()
}

/** The lines to which a coupon applies. */
async function findScope(ctx: Context, { conditions }: CouponRow, lines: CouponLine[]): Promise<CouponLine[]> {
  const { products, categories, exceptProducts = [] } = conditions
  const productIds = [...new Set(lines.map(({ productId }) => productId))]
  const rows = categories ? await selectProductsIn(ctx.db, { categories, productIds }) : []
  const inCategories = new Set(rows.map(({ productId }) => productId))
  const isIncluded = (id: string) => (!products && !categories) || products?.includes(id) || inCategories.has(id)
  return lines.filter(({ productId }) => isIncluded(productId) && !exceptProducts.includes(productId))
}

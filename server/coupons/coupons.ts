import type { SQL } from 'drizzle-orm'
import { and, asc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import type { CouponTerms } from '#contract/coupons.ts'
import type { Text } from '#contract/shapes.ts'
import { all as allLocations } from '#server/locations/locations.ts'
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
import { termsOf } from './terms.ts'

export type { ClaimFacts, CouponFacts } from './conditions.ts'
export type { Persons } from './persons.ts'
export { memberDigest, personsOf } from './persons.ts'
export { emailTexts, remind } from './reminders.ts'
export { giveBack, ordersUsing, redeem } from './uses.ts'

export type CouponInput = Omit<typeof coupons.$inferInsert, 'used' | 'remindAt'>

/** The member gets a reminder this many days before a personal coupon ends. */
const remindDays = 3

/** A checked coupon: its discount, or the reason why it gives none. */
export interface Judged {
  code: string
  label: Text
  discount: Discount | null
  refusal: FailureItem | null
}

/** The publicly listed coupons that are active and not used up, and whose period has begun and not ended. */
export function list(ctx: Context): Promise<{ coupons: CouponTerms[] }> {
  return usable(ctx, sql`${coupons.listed}`)
}

/**
 * The member's personal coupons that are active and not used up, and whose period has begun and not ended. The coupon
 * that ends soonest comes first. Fails with `account.sign_in_required` for a guest.
 */
export async function own(ctx: Context): Promise<{ coupons: CouponTerms[] }> {
  const memberId = ctx.memberId ?? fail('account.sign_in_required')
  return usable(ctx, sql`${ownerOf} = ${memberId}`)
}

async function usable(ctx: Context, which: SQL): Promise<{ coupons: CouponTerms[] }> {
  const now = ctx.app.now()
  const isLeft = or(isNull(coupons.maxUses), gt(coupons.maxUses, coupons.used))
  const isOn = and(which, coupons.active, isLeft, or(isNull(coupons.endsAt), gt(coupons.endsAt, now)))
  const found = await ctx.db.select().from(coupons).where(isOn).orderBy(asc(coupons.endsAt), asc(coupons.code))
  const begun = found.filter(({ startsAt }) => !startsAt || startsAt <= now)
  return { coupons: await Promise.all(begun.map((coupon) => termsOf(ctx, coupon))) }
}

/**
 * The code of a coupon that the shopper can claim: a listed or personal one. Fails with `coupons.unknown` for any other
 * coupon. Fails with the reason if the coupon is not valid now, is used up, or is meant for other people.
 */
export async function claimable(ctx: Context, code: string, facts: ClaimFacts): Promise<string> {
  const { orderId, persons, memberId } = facts
  const [found] = await selectCoupon(ctx.db, { code: normalise(code), orderId: orderId ?? '', persons: persons.judged })
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
    .where(eq(coupons.code, normalise(code)))
  return coupon ? termsOf(ctx, coupon) : fail('coupons.unknown', { code })
}

/** The discount of a coupon for an order with these facts, or why it gives none; null for an unknown code. */
export async function judge(ctx: Context, code: string, facts: CouponFacts): Promise<Judged | null> {
  const { orderId, persons, lines } = facts
  const [found] = await selectCoupon(ctx.db, { code: normalise(code), orderId: orderId ?? '', persons: persons.judged })
  if (!found) return null
  const { coupon, ...uses } = found
  const scope = await scopeOf(ctx, coupon, lines)
  const refusal = await refusalOf(coupon, uses, { facts, names: { locations: await allLocations(ctx), scope } })
  const label = coupon.name
  const discount = refusal ? null : { ...discountOf(coupon.reward, scope, label), code: coupon.code }
  return { code: coupon.code, label, refusal, discount }
}

/** Adds a coupon, or changes the coupon with this code. A changed coupon keeps its count of uses. */
export function put(ctx: Context, input: CouponInput): Promise<void> {
  const { conditions, endsAt } = input
  const isOwn = conditions?.member !== undefined
  const values = {
    ...input,
    code: normalise(input.code),
    remindAt: isOwn && endsAt ? remindAt(endsAt, ctx.app.now(), remindDays) : null,
  }
  return transact(ctx, async (ctx) => {
    await ctx.db.insert(coupons).values(values).onConflictDoUpdate({ target: coupons.code, set: values })
  })
}

/** Deactivates coupons of any owner. Repeated calls do nothing. */
export async function withdraw(ctx: Context, codes: string[]): Promise<void> {
  if (codes.length === 0) return
  await ctx.db
    .update(coupons)
    .set({ active: false })
    .where(inArray(coupons.code, codes.map(normalise)))
}

/** Returns the given SKUs that some coupon gives as a free gift. */
export async function namedSkus({ db }: Context, { skus }: { skus: string[] }): Promise<string[]> {
  const gift = sql<string>`${coupons.reward}->>'sku'`
  const rows = await db
    .selectDistinct({ sku: gift })
    .from(coupons)
    .where(sql`${gift} in (select json_array_elements_text(${JSON.stringify(skus)}::json))`)
  return rows.map(({ sku }) => sku)
}

/** Normalises a code for comparison: trimmed, with half-width characters (NFKC), in upper case. */
export function normalise(code: string): string {
  return code.trim().normalize('NFKC').toUpperCase()
}

/** The lines to which a coupon applies. */
async function scopeOf(ctx: Context, { conditions }: CouponRow, lines: CouponLine[]): Promise<CouponLine[]> {
  const { products, categories, exceptProducts = [] } = conditions
  const productIds = [...new Set(lines.map(({ productId }) => productId))]
  const rows = categories ? await selectProductsIn(ctx.db, { categories, productIds }) : []
  const inCategories = new Set(rows.map(({ productId }) => productId))
  const isNamed = (id: string) => (!products && !categories) || products?.includes(id) || inCategories.has(id)
  return lines.filter(({ productId }) => isNamed(productId) && !exceptProducts.includes(productId))
}

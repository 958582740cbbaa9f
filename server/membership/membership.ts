import { and, asc, eq, gt, notExists, sql } from 'drizzle-orm'
import { dayMs } from '#contract/durations.ts'
import type { MembershipOffer, MembershipPlan, OwnMembership, StaffMembership } from '#contract/membership.ts'
import * as catalogue from '#server/catalogue/catalogue.ts'
import { variants } from '#server/catalogue/tables.ts'
import { coupons, couponUses } from '#server/coupons/tables.ts'
import { shopTimeZone } from '#server/locations/locations.ts'
import * as members from '#server/members/members.ts'
import { bilingualText } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { publishCatalogueChange } from '#server/platform/publish.ts'
import type { Tier } from './benefits.ts'
import { describeBenefits } from './benefits.ts'
import { endAll, findPeriods, grantMonths } from './grants.ts'
import { membershipCoupons, membershipPlans, membershipTiers } from './tables.ts'

export { emailTexts } from './email-texts.ts'
export type { MembershipPurchase } from './grants.ts'
export { benefits, findPurchase, grantMonths, grantPurchased, revoke } from './grants.ts'
export { erase, exportData, transfer } from './ownership.ts'
export { issueCoupons, remind } from './reminders.ts'

/** The state of a membership is `ending` from this many days before its end. */
export const endingDays = 14

/**
 * The tiers with a plan on sale, lowest rank first, with these plans. A plan is on sale if its variant is active and
 * `catalogue.list` lists its product of type MEMBERSHIP.
 */
export async function offer(ctx: Context): Promise<MembershipOffer> {
  const query = { productType: 'MEMBERSHIP', sortby: 'default', infiniteLoad: false, startingPosition: 0 } as const
  const [{ products }, tiers, plans, currency] = await Promise.all([
    catalogue.list(ctx, query),
    ctx.db.select().from(membershipTiers).orderBy(asc(membershipTiers.rank)),
    ctx.db
      .select({ plan: membershipPlans, variant: variants })
      .from(membershipPlans)
      .innerJoin(variants, and(eq(variants.sku, membershipPlans.sku), eq(variants.active, true)))
      .orderBy(asc(membershipPlans.months)),
    catalogue.shopCurrency(ctx),
  ])
  const onSale = new Map(products.map((product) => [product.id, product]))
  const offered = tiers.map((tier) => {
    const tierPlans = plans.filter(({ plan, variant }) => plan.tierId === tier.id && onSale.has(variant.productId))
    return {
      id: tier.id,
      name: tier.name,
      summary: tier.summary,
      image: onSale.get(tierPlans[0]?.variant.productId ?? '')?.image ?? null,
      benefits: describeBenefits(tier, currency),
      plans: tierPlans.map(({ plan, variant }): MembershipPlan => {
        const { months } = plan
        const price = { amount: variant.price, currency: variant.currency }
        const perMonth = months > 1 ? { ...price, amount: Math.round(price.amount / months) } : null
        const name = onSale.get(variant.productId)?.name ?? tier.name
        return { sku: plan.sku, productId: variant.productId, name, months, price, perMonth }
      }),
    }
  })
  return { tiers: offered.filter(({ plans }) => plans.length > 0) }
}

/** The same as `offer`, for the call `membership.products`. */
export const products = offer

/**
 * The member's current membership, or else the membership that ended last. Includes its benefits and its end, and also
 * later memberships and usable coupons.
 */
export async function own(ctx: Context): Promise<OwnMembership> {
  const memberId = members.memberIdOf(ctx)
  const now = ctx.app.now()
  const [periods, currency] = await Promise.all([findPeriods(ctx, memberId), catalogue.shopCurrency(ctx)])
  const current = periods.find(({ from, until }) => from <= now && until > now)
  const [last] = periods.toSorted((one, other) => other.until.getTime() - one.until.getTime())
  const displayed = current ?? last
  if (!displayed) return noMembership
  const daysLeft = Math.ceil((displayed.until.getTime() - now.getTime()) / dayMs)
  return {
    state: !current ? 'ended' : daysLeft <= endingDays ? 'ending' : 'active',
    tier: toTierRef(displayed.tier),
    benefits: describeBenefits(displayed.tier, currency),
    from: displayed.from.toISOString(),
    until: displayed.until.toISOString(),
    daysLeft: current ? daysLeft : null,
    later: periods.filter((period) => period !== current && period.until > (current?.until ?? now)).map(toPeriod),
    coupons: await usableCoupons(ctx, memberId),
  }
}

const noMembership: OwnMembership = {
  state: 'none',
  tier: null,
  benefits: [],
  from: null,
  until: null,
  daysLeft: null,
  later: [],
  coupons: [],
}

function usableCoupons(ctx: Context, memberId: string) {
  const { code, until } = membershipCoupons
  const usedCoupons = ctx.db
    .select({ one: sql`1` })
    .from(couponUses)
    .where(sql`${couponUses.code} = ${code} and ${couponUses.returnedAt} is null`)
  return ctx.db
    .select({ code, name: coupons.name, until })
    .from(membershipCoupons)
    .innerJoin(coupons, and(eq(coupons.code, code), eq(coupons.active, true)))
    .where(and(eq(membershipCoupons.memberId, memberId), gt(until, ctx.app.now()), notExists(usedCoupons)))
    .then((rows) => rows.map((row) => ({ ...row, until: row.until.toISOString() })))
}

/**
 * The membership data for the page shell: the current tier's name in the visitor's language, and whether member prices
 * apply. The data are correct until `until`, when a membership starts or ends; null if none will.
 */
export async function introduce(
  ctx: Context,
  { memberId }: { memberId: string },
): Promise<{ membership: string | null; memberPrices: boolean; until: Date | null }> {
  const now = ctx.app.now()
  const periods = await findPeriods(ctx, memberId)
  const current = periods.find(({ from, until }) => from <= now && until > now)
  const changes = periods.flatMap(({ from, until }) => [from, until]).filter((change) => change > now)
  return {
    until: changes.sort((one, other) => one.getTime() - other.getTime())[0] ?? null,
    membership: current ? current.tier.name[ctx.locale] : null,
    memberPrices: current?.tier.memberPrices ?? false,
  }
}

/** Adds or changes a tier and replaces its plans. A plan sets how many months of membership a variant gives. */
export function putTier(
  ctx: Context,
  { plans, ...tier }: typeof membershipTiers.$inferInsert & { plans: { sku: string; months: number }[] },
): Promise<void> {
  return transact(ctx, async (ctx) => {
    await ctx.db.insert(membershipTiers).values(tier).onConflictDoUpdate({ target: membershipTiers.id, set: tier })
    await ctx.db.delete(membershipPlans).where(eq(membershipPlans.tierId, tier.id))
    if (plans.length > 0)
      await ctx.db.insert(membershipPlans).values(plans.map((plan) => ({ ...plan, tierId: tier.id })))
    await publishCatalogueChange(ctx)
  })
}

/** Gives a member `months` of a tier. Fails with `staff.unknown` if the member or tier is unknown. */
export async function giveMembership(
  ctx: Context,
  { email, tier: tierId, months, note }: { email: string; tier: string; months: number; note: string },
): Promise<StaffMembership> {
  const member = await requireMember(ctx, email)
  const [tier] = await ctx.db.select().from(membershipTiers).where(eq(membershipTiers.id, tierId))
  if (!tier) fail('staff.unknown', { what: bilingualText('staff.a_tier', { name: tierId }) })
  await grantMonths(ctx, { memberId: member.id, tierId, months, note })
  return toStaff(ctx, member)
}

/**
 * Ends all memberships of a member at once; does nothing if there are none. Fails with `staff.unknown` if the member is
 * unknown.
 */
export async function endMembership(
  ctx: Context,
  { email }: { email: string; note: string },
): Promise<StaffMembership> {
  const member = await requireMember(ctx, email)
  await endAll(ctx, { memberId: member.id })
  return toStaff(ctx, member)
}

/** Returns the given SKUs that sell a membership. */
export async function findReferencedSkus({ db }: Context, { skus }: { skus: string[] }): Promise<string[]> {
  const rows = await db
    .select({ sku: membershipPlans.sku })
    .from(membershipPlans)
    .where(sql`${membershipPlans.sku} in (select json_array_elements_text(${JSON.stringify(skus)}::json))`)
  return rows.map(({ sku }) => sku)
}

/**
 * Finds the member whose membership staff change, and notes the member's id for the activity log, which stores no email
 * addresses. Fails with `staff.unknown` if no member has the email address.
 */
async function requireMember(ctx: Context, email: string): Promise<members.Member> {
  const member = await members.findByEmail(ctx, email)
  if (!member) fail('staff.unknown', { what: bilingualText('staff.a_member', { name: email }) })
  ctx.staff?.note({ subject: member.id })
  return member
}

async function toStaff(ctx: Context, { id, email }: members.Member): Promise<StaffMembership> {
  return { email, periods: (await findPeriods(ctx, id)).map(toPeriod), timeZone: await shopTimeZone(ctx) }
}

function toTierRef({ id, name }: Tier) {
  return { id, name }
}

function toPeriod({ tier, from, until }: { tier: Tier; from: Date; until: Date }) {
  return { tier: toTierRef(tier), from: from.toISOString(), until: until.toISOString() }
}

import { randomInt } from 'node:crypto'
import { and, desc, eq, gt, isNotNull, isNull, lte, notExists, or, sql } from 'drizzle-orm'
import { dayMs } from '#contract/durations.ts'
import { toLocal } from '#contract/hours.ts'
import * as coupons from '#server/coupons/coupons.ts'
import * as locations from '#server/locations/locations.ts'
import * as members from '#server/members/members.ts'
import { memberConsents } from '#server/members/tables.ts'
import type { Context } from '#server/platform/context.ts'
import { publicOrigin } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { emit } from '#server/platform/queue.ts'
import { emailTexts } from './email-texts.ts'
import type { MonthlyCoupon } from './tables.ts'
import { membershipCoupons, membershipGrants, memberships, membershipTiers } from './tables.ts'

/** How many days before the end of a membership the member gets a reminder, earliest reminder first. */
const reminderDays = [14, 3] as const
const batchSize = 100

/**
 * A job that reminds members of the end of a membership, at most twice and only with their consent. Returns the number
 * of reminders.
 */
export async function remind(ctx: Context): Promise<number> {
  let reminded = 0
  for (const days of reminderDays.toReversed()) {
    for (const { memberId, tierId, until } of await findDue(ctx, days)) {
      const isFirst = await transact(ctx, async (ctx) => {
        const updated = await ctx.db
          .update(memberships)
          .set({ remindedDays: days })
          .where(and(ofMembership(memberId, tierId), eq(memberships.until, until), notReminded(days)))
          .returning({ tierId: memberships.tierId })
        if (updated.length > 0)
          await emit(ctx, 'membership.ending', { memberId, tierId, until: until.toISOString(), days })
        return updated.length > 0
      })
      if (isFirst) reminded++
    }
  }
  return reminded
}

function findDue(ctx: Context, days: number) {
  const now = ctx.app.now()
  const lastConsent = ctx.db
    .select({ given: memberConsents.given })
    .from(memberConsents)
    .where(and(eq(memberConsents.memberId, memberships.memberId), eq(memberConsents.kind, 'reminders')))
    .orderBy(desc(memberConsents.id))
    .limit(1)
  return ctx.db
    .select({ memberId: memberships.memberId, tierId: memberships.tierId, until: memberships.until })
    .from(memberships)
    .where(
      and(
        lte(memberships.from, now),
        gt(memberships.until, now),
        lte(memberships.until, new Date(now.getTime() + days * dayMs)),
        notReminded(days),
        sql`(${lastConsent})`,
      ),
    )
    .limit(batchSize)
}

/**
 * Matches memberships for which the shop has sent no reminder yet, or only reminders with more than `days` days left.
 */
const notReminded = (days: number) => or(isNull(memberships.remindedDays), gt(memberships.remindedDays, days))

const ofMembership = (memberId: string, tierId: string) =>
  and(eq(memberships.memberId, memberId), eq(memberships.tierId, tierId))

/** Emails a member about a membership that ends soon, unless it was renewed or ended meanwhile. */
export async function mailEnding(
  ctx: Context,
  { memberId, tierId, until, days }: { memberId: string; tierId: string; until: string; days: number },
): Promise<void> {
  const end = new Date(until)
  const [found] = await ctx.db
    .select({ tier: membershipTiers.name })
    .from(memberships)
    .innerJoin(membershipTiers, eq(membershipTiers.id, memberships.tierId))
    .where(and(ofMembership(memberId, tierId), eq(memberships.until, end)))
  if (!found) return
  const values = { ...found, date: await locations.dayText(ctx, end), link: membershipUrl(ctx) }
  const of = `${memberId}-${tierId}-${until}-${days}`
  await members.sendToMember(ctx, memberId, {
    about: { kind: 'membership-ending', of },
    words: (translate, name) => emailTexts.ending({ name, ...values })(translate),
  })
}

/** Emails a member about membership time that the shop gave. */
export async function mailGiven(ctx: Context, { grantId }: { grantId: number }): Promise<void> {
  const [found] = await ctx.db
    .select({ grant: membershipGrants, tier: membershipTiers.name })
    .from(membershipGrants)
    .innerJoin(membershipTiers, eq(membershipTiers.id, membershipGrants.tierId))
    .where(eq(membershipGrants.id, grantId))
  if (!found) return
  const { grant, tier } = found
  const values = {
    tier,
    date: await locations.dayText(ctx, grant.until),
    link: membershipUrl(ctx),
    isRenewal: grant.from > grant.grantedAt,
  }
  await members.sendToMember(ctx, grant.memberId, {
    about: { kind: 'membership-given', of: String(grantId) },
    words: (translate, name) => emailTexts.given({ name, ...values })(translate),
  })
}

const membershipUrl = ({ app }: Context) => `${publicOrigin(app.config)}/user/membership`

/**
 * A job that gives one coupon a month to each member whose current tier has a monthly coupon. For each member, one
 * transaction writes the `membership_coupons` row, the coupon and the event for the email. Returns the number of
 * coupons.
 */
export async function issueCoupons(ctx: Context): Promise<number> {
  const now = ctx.app.now()
  const { date } = toLocal(now, await locations.shopTimeZone(ctx))
  const month = date.slice(0, 7)
  let count = 0
  for (const { memberId, coupon } of await findDueCoupons(ctx, month)) {
    if (coupon && (await issueCoupon(ctx, { memberId, month, coupon }))) count++
  }
  return count
}

/**
 * Finds members whose highest current tier has a monthly coupon, and who have no coupon of this month. Lower tiers do
 * not count, because they wait until the highest tier ends.
 */
function findDueCoupons(ctx: Context, month: string) {
  const now = ctx.app.now()
  const received = ctx.db
    .select({ one: sql`1` })
    .from(membershipCoupons)
    .where(and(eq(membershipCoupons.memberId, memberships.memberId), eq(membershipCoupons.month, month)))
  const highest = ctx.db
    .selectDistinctOn([memberships.memberId], { memberId: memberships.memberId, coupon: membershipTiers.coupon })
    .from(memberships)
    .innerJoin(membershipTiers, eq(membershipTiers.id, memberships.tierId))
    .where(and(lte(memberships.from, now), gt(memberships.until, now), notExists(received)))
    .orderBy(memberships.memberId, desc(membershipTiers.rank))
    .as('highest')
  return ctx.db.select().from(highest).where(isNotNull(highest.coupon)).limit(batchSize)
}

function issueCoupon(
  ctx: Context,
  { memberId, month, coupon }: { memberId: string; month: string; coupon: MonthlyCoupon },
): Promise<boolean> {
  const { validDays, conditions, ...terms } = coupon
  const until = new Date(ctx.app.now().getTime() + validDays * dayMs)
  const code = newCode()
  return transact(ctx, async (ctx) => {
    const inserted = await ctx.db
      .insert(membershipCoupons)
      .values({ memberId, month, code, until })
      .onConflictDoNothing()
      .returning({ code: membershipCoupons.code })
    if (inserted.length === 0) return false
    await coupons.put(ctx, {
      ...terms,
      code,
      conditions: { ...conditions, member: memberId },
      endsAt: until,
      maxUses: 1,
    })
    await emit(ctx, 'membership.coupon_given', { memberId, code })
    return true
  })
}

/** Emails a member the coupon of the month, if they consent to such emails. */
export async function mailCoupon(ctx: Context, { memberId, code }: { memberId: string; code: string }): Promise<void> {
  const [found] = await ctx.db
    .select({ until: membershipCoupons.until })
    .from(membershipCoupons)
    .where(and(eq(membershipCoupons.memberId, memberId), eq(membershipCoupons.code, code)))
  if (!found) return
  const { name: coupon } = await coupons.terms(ctx, { code })
  const date = await locations.dayText(ctx, new Date(found.until.getTime() - 1))
  const values = { coupon, code, date, link: `${publicOrigin(ctx.app.config)}/store` }
  await members.sendToMember(ctx, memberId, {
    about: { kind: 'membership-coupon', of: code },
    words: (translate, name) => emailTexts.coupon({ name, ...values })(translate),
  })
}

/** 50 random bits, in letters and digits that people do not confuse. */
function newCode(): string {
  return `M${Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join('')}`
}
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

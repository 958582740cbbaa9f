import { randomInt } from 'node:crypto'
import { and, desc, eq, gt, isNotNull, isNull, lte, notExists, or, sql } from 'drizzle-orm'
import { toLocal } from '#contract/hours.ts'
import * as coupons from '#server/coupons/coupons.ts'
import * as locations from '#server/locations/locations.ts'
import * as members from '#server/members/members.ts'
import { memberConsents, members as memberRows } from '#server/members/tables.ts'
import type { Context } from '#server/platform/context.ts'
import { publicOrigin, transact } from '#server/platform/context.ts'
import { emit } from '#server/platform/queue.ts'
import { dateText } from '#server/platform/wording.ts'
import type { MonthlyCoupon } from './tables.ts'
import { membershipCoupons, memberships, membershipTiers } from './tables.ts'

const dayMs = 86_400_000
/** Days before the end at which somebody is reminded, the first one first. */
const reminderDays = [14, 3] as const
const atOnce = 100

/** The job: reminds members of an end that is near, twice at most, those who asked for reminders; answers how many. */
export async function remind(ctx: Context): Promise<number> {
  let reminded = 0
  for (const days of reminderDays.toReversed()) {
    for (const { memberId, tierId, until } of await dueAt(ctx, days)) {
      const isFirst = await transact(ctx, async (ctx) => {
        const noted = await ctx.db
          .update(memberships)
          .set({ remindedDays: days })
          .where(and(isOf(memberId, tierId), eq(memberships.until, until), isBefore(days)))
          .returning({ tierId: memberships.tierId })
        if (noted.length > 0)
          await emit(ctx, 'membership.ending', { memberId, tierId, until: until.toISOString(), days })
        return noted.length > 0
      })
      if (isFirst) reminded++
    }
  }
  return reminded
}

function dueAt(ctx: Context, days: number) {
  const now = ctx.app.now()
  const lastWord = ctx.db
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
        isBefore(days),
        sql`(${lastWord})`,
      ),
    )
    .limit(atOnce)
}

/** Nothing was written yet that came as near to the end. */
const isBefore = (days: number) => or(isNull(memberships.remindedDays), gt(memberships.remindedDays, days))

const isOf = (memberId: string, tierId: string) =>
  and(eq(memberships.memberId, memberId), eq(memberships.tierId, tierId))

/** Writes that a membership ends; nothing where it was renewed or ended meanwhile. */
export async function mailEnding(
  ctx: Context,
  { memberId, tierId, until, days }: { memberId: string; tierId: string; until: string; days: number },
): Promise<void> {
  const [found] = await ctx.db
    .select({ member: memberRows, tier: membershipTiers })
    .from(memberships)
    .innerJoin(memberRows, and(eq(memberRows.id, memberships.memberId), isNull(memberRows.deletedAt)))
    .innerJoin(membershipTiers, eq(membershipTiers.id, memberships.tierId))
    .where(and(isOf(memberId, tierId), eq(memberships.until, new Date(until))))
  if (!found) return
  const { member, tier } = found
  const date = (await dayOf(ctx, new Date(until)))[member.locale]
  const words = { name: member.name, tier: tier.name[member.locale], date }
  await members.writeLetterTo(ctx, member, `membership-ending-${memberId}-${tierId}-${until}-${days}`, (say) => ({
    subject: say('membership.mail_ending_subject', words),
    title: say('membership.mail_ending_title', words),
    paragraphs: [say('membership.mail_ending_text', words)],
    button: {
      text: say('membership.mail_ending_button'),
      link: `${publicOrigin(ctx.app.config)}/user/membership`,
      hint: say('membership.mail_hint'),
    },
    footnote: say('membership.mail_why'),
  }))
}

/**
 * The job: gives each member whose tier brings one the coupon of this month, once, whatever happens in between: that it was
 * given, the coupon itself and the letter are written together.
 */
export async function giveCoupons(ctx: Context): Promise<number> {
  const now = ctx.app.now()
  const { date } = toLocal(now, await timeZoneOf(ctx))
  const month = date.slice(0, 7)
  let given = 0
  for (const { memberId, coupon } of await dueCoupons(ctx, month)) {
    if (coupon && (await giveCoupon(ctx, { memberId, month, coupon }))) given++
  }
  return given
}

function dueCoupons(ctx: Context, month: string) {
  const now = ctx.app.now()
  const had = ctx.db
    .select({ one: sql`1` })
    .from(membershipCoupons)
    .where(and(eq(membershipCoupons.memberId, memberships.memberId), eq(membershipCoupons.month, month)))
  return ctx.db
    .selectDistinctOn([memberships.memberId], { memberId: memberships.memberId, coupon: membershipTiers.coupon })
    .from(memberships)
    .innerJoin(membershipTiers, and(eq(membershipTiers.id, memberships.tierId), isNotNull(membershipTiers.coupon)))
    .where(and(lte(memberships.from, now), gt(memberships.until, now), notExists(had)))
    .orderBy(memberships.memberId, desc(membershipTiers.rank))
    .limit(atOnce)
}

function giveCoupon(
  ctx: Context,
  { memberId, month, coupon }: { memberId: string; month: string; coupon: MonthlyCoupon },
): Promise<boolean> {
  const { validDays, conditions, ...terms } = coupon
  const until = new Date(ctx.app.now().getTime() + validDays * dayMs)
  const code = newCode()
  return transact(ctx, async (ctx) => {
    const noted = await ctx.db
      .insert(membershipCoupons)
      .values({ memberId, month, code, until })
      .onConflictDoNothing()
      .returning({ code: membershipCoupons.code })
    if (noted.length === 0) return false
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

/** Tells a member about the coupon of the month, if they asked to be written to about coupons. */
export async function mailCoupon(ctx: Context, { memberId, code }: { memberId: string; code: string }): Promise<void> {
  const [found] = await ctx.db
    .select({ member: memberRows, until: membershipCoupons.until })
    .from(membershipCoupons)
    .innerJoin(memberRows, and(eq(memberRows.id, membershipCoupons.memberId), isNull(memberRows.deletedAt)))
    .where(and(eq(membershipCoupons.memberId, memberId), eq(membershipCoupons.code, code)))
  if (!found || !(await members.wants(ctx, memberId, 'reminders'))) return
  const { name } = await coupons.terms(ctx, { code })
  const { member, until } = found
  const date = (await dayOf(ctx, until))[member.locale]
  await members.writeLetterTo(ctx, member, `membership-coupon-${code}`, (say) => ({
    subject: say('membership.mail_coupon_subject'),
    title: name[member.locale],
    paragraphs: [say('membership.mail_coupon_text', { name: member.name, code, date })],
    button: {
      text: say('membership.mail_coupon_button'),
      link: `${publicOrigin(ctx.app.config)}/store`,
      hint: say('membership.mail_hint'),
    },
    footnote: say('membership.mail_why'),
  }))
}

/** 50 random bits in letters and digits that are not taken for one another. */
function newCode(): string {
  return `M${Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join('')}`
}
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

async function timeZoneOf(ctx: Context): Promise<string> {
  return (await locations.all(ctx))[0]?.timeZone ?? 'UTC'
}

async function dayOf(ctx: Context, instant: Date) {
  return dateText(toLocal(instant, await timeZoneOf(ctx)).date)
}

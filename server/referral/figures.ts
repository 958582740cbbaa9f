import { and, count, desc, eq, gte, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { ReferralReward, referral } from '#contract/referral.ts'
import { shopCurrency } from '#server/catalogue/catalogue.ts'
import { settings } from '#server/content/content.ts'
import { coupons as couponRows } from '#server/coupons/tables.ts'
import { members as memberRows } from '#server/members/tables.ts'
import { orders as orderRows } from '#server/orders/tables.ts'
import type { Context } from '#server/platform/context.ts'
import { clicksOf } from './clicks.ts'
import { ownGroup, toGroup } from './groups.ts'
import { countsCondition, monthOf } from './order-count.ts'
import { maskName } from './persons.ts'
import { referralOrders, referralRewards, referrals } from './tables.ts'
import { shareText } from './terms-text.ts'

type Results = { [Name in keyof typeof referral]: z.input<(typeof referral)[Name]['output']> }
interface Paging {
  startingPosition: number
  numberToLoad: number
}

/** The path of the page that a referral link opens. */
export const invitationPath = '/invite'

/** The signed-in member's referral link, with its terms and results so far. */
export async function overview(ctx: Context): Promise<Results['overview']> {
  const { member, group, joinedAt } = await ownGroup(ctx)
  const currency = await shopCurrency(ctx)
  const [clicks, friends, orders, countedThisMonth, sums] = await Promise.all([
    clicksOf(ctx, member.id),
    ctx.db.$count(referrals, eq(referrals.referrerId, member.id)),
    ctx.db.$count(referralOrders, eq(referralOrders.referrerId, member.id)),
    countedSince(ctx, member.id, (await monthOf(ctx, ctx.app.now())).since),
    sumsOf(ctx, member.id),
  ])
  const query = new URLSearchParams({ referId: member.referralId, referGroup: group.id })
  const link = `${ctx.origin}${invitationPath}?${query}`
  const shownGroup = toGroup(group, joinedAt, currency)
  const { storeName } = await settings(ctx)
  const money = (amount: number) => ({ amount, currency })
  return {
    referId: member.referralId,
    group: shownGroup,
    link,
    shareText: shareText(shownGroup.friend, { shop: storeName, link }),
    clicks,
    friends,
    orders,
    waiting: money(sums.waiting),
    review: money(sums.review),
    given: money(sums.given),
    takenBack: money(sums.takenBack),
    countedThisMonth,
  }
}

function countedSince(ctx: Context, memberId: string, since: Date): Promise<number> {
  const condition = and(eq(referralOrders.referrerId, memberId), countsCondition, gte(referralOrders.placedAt, since))
  return ctx.db.$count(referralOrders, condition)
}

const inReview = sql<boolean>`(${referralRewards.state} = 'waiting' and cardinality(${referralRewards.flags}) > 0 and ${referralRewards.approvedAt} is null)`

async function sumsOf(ctx: Context, memberId: string) {
  const sumOf = (condition: ReturnType<typeof sql>, what = sql`${referralRewards.amount}`) =>
    sql<number>`coalesce(sum(${what}) filter (where ${condition}), 0)::int`
  const [sums] = await ctx.db
    .select({
      waiting: sumOf(sql`${referralRewards.state} = 'waiting' and not ${inReview}`),
      review: sumOf(inReview),
      given: sumOf(sql`${referralRewards.state} = 'given'`),
      takenBack: sumOf(
        sql`${referralRewards.state} in ('given', 'taken_back')`,
        sql`${referralRewards.full} - ${referralRewards.amount}`,
      ),
    })
    .from(referralRewards)
    .where(and(eq(referralRewards.memberId, memberId), eq(referralRewards.side, 'referrer')))
  return sums ?? { waiting: 0, review: 0, given: 0, takenBack: 0 }
}

const friendName = sql<string>`coalesce(${memberRows.name}, (
  select o.contact ->> 'name' from orders o where o.id = ${referrals.orderId}), '')`

/** The friends who came through the signed-in member's link, newest first, with masked names. */
export async function friends(ctx: Context, { startingPosition, numberToLoad }: Paging): Promise<Results['members']> {
  const memberId = ctx.memberId ?? ''
  const currency = await shopCurrency(ctx)
  const ownReferrals = eq(referrals.referrerId, memberId)
  const givenSum = sql<number>`(select coalesce(sum(w.amount), 0)::int from referral_rewards w
    where w.referral_id = ${referrals.id} and w.side = 'referrer' and w.state = 'given')`
  const [total, rows] = await Promise.all([
    ctx.db.$count(referrals, ownReferrals),
    ctx.db
      .select({
        name: friendName,
        via: referrals.via,
        at: referrals.boundAt,
        given: givenSum,
        orders: count(referralOrders.orderId),
      })
      .from(referrals)
      .leftJoin(memberRows, eq(memberRows.id, referrals.memberId))
      .leftJoin(referralOrders, eq(referralOrders.referralId, referrals.id))
      .where(ownReferrals)
      .groupBy(referrals.id, memberRows.id)
      .orderBy(desc(referrals.boundAt), desc(referrals.id))
      .offset(startingPosition)
      .limit(numberToLoad),
  ])
  return {
    friends: rows.map(({ name, at, given, ...row }) => ({
      ...row,
      name: maskName(name),
      at: at.toISOString(),
      given: { amount: given, currency },
    })),
    total,
    hasMore: startingPosition + rows.length < total,
  }
}

/** The friends' paid orders, newest first. Each order has its reward, or the reason why it earned none. */
export async function orders(ctx: Context, { startingPosition, numberToLoad }: Paging): Promise<Results['orders']> {
  const ownOrders = eq(referralOrders.referrerId, ctx.memberId ?? '')
  const [total, rows] = await Promise.all([
    ctx.db.$count(referralOrders, ownOrders),
    ctx.db
      .select({
        name: sql<string>`coalesce(${memberRows.name}, ${orderRows.contact} ->> 'name')`,
        placedAt: referralOrders.placedAt,
        outcome: referralOrders.outcome,
        reward: referralRewards,
        isInReview: inReview,
        couponEndsAt: couponRows.endsAt,
      })
      .from(referralOrders)
      .innerJoin(orderRows, eq(orderRows.id, referralOrders.orderId))
      .innerJoin(referrals, eq(referrals.id, referralOrders.referralId))
      .leftJoin(memberRows, eq(memberRows.id, referrals.memberId))
      .leftJoin(
        referralRewards,
        and(eq(referralRewards.orderId, referralOrders.orderId), eq(referralRewards.side, 'referrer')),
      )
      .leftJoin(couponRows, eq(couponRows.code, referralRewards.couponCode))
      .where(ownOrders)
      .orderBy(desc(referralOrders.placedAt), desc(referralOrders.orderId))
      .offset(startingPosition)
      .limit(numberToLoad),
  ])
  return {
    orders: rows.map(({ name, placedAt, outcome, reward, ...rest }) => ({
      name: maskName(name),
      placedAt: placedAt.toISOString(),
      outcome,
      reward: reward && toReward(reward, rest),
    })),
    total,
    hasMore: startingPosition + rows.length < total,
  }
}

/** The newest 50 rewards that the signed-in member received, or may still receive, as a referred friend. */
export async function received(ctx: Context): Promise<Results['received']> {
  const rows = await ctx.db
    .select({ reward: referralRewards, isInReview: inReview, couponEndsAt: couponRows.endsAt })
    .from(referralRewards)
    .leftJoin(couponRows, eq(couponRows.code, referralRewards.couponCode))
    .where(and(eq(referralRewards.memberId, ctx.memberId ?? ''), eq(referralRewards.side, 'friend')))
    .orderBy(desc(referralRewards.id))
    .limit(50)
  return { rewards: rows.map(({ reward, ...rest }) => toReward(reward, rest)) }
}

function toReward(
  reward: typeof referralRewards.$inferSelect,
  { isInReview, couponEndsAt }: { isInReview: boolean; couponEndsAt: Date | null },
): ReferralReward {
  const { terms, state, amount, currency, dueAt, settledAt, couponCode } = reward
  const isUsable = couponCode !== null && state === 'given'
  return {
    as: terms.as,
    state: isInReview ? 'review' : state,
    amount: { amount, currency },
    at: (settledAt ?? dueAt).toISOString(),
    coupon: isUsable ? { code: couponCode, endsAt: couponEndsAt?.toISOString() ?? null } : null,
  }
}

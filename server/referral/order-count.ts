import type { AnyColumn } from 'drizzle-orm'
import { and, eq, gt, gte, lt, not, or, sql } from 'drizzle-orm'
import { dayMs } from '#contract/durations.ts'
import { addDays, toInstant, toLocal } from '#contract/hours.ts'
import { shopTimeZone } from '#server/locations/locations.ts'
import { members as memberRows } from '#server/members/tables.ts'
import type { OrderRow } from '#server/orders/orders.ts'
import { dueTimeOf, find as findOrder } from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { goodsOf, remainingReward, rewardFor } from './amounts.ts'
import { sameBrowserKey } from './browsers.ts'
import type { GroupRow } from './groups.ts'
import { findGroup } from './groups.ts'
import { selectSuspicions, selectUncountedOrders } from './queries.ts'
import type { Terms } from './tables.ts'
import { referralOrders, referralRewards, referrals } from './tables.ts'

/** An order placed before the referral ended still counts if it is paid within this many days after that end. */
const paymentGraceDays = 60
const batchSize = 200

type Outcome = (typeof referralOrders.$inferInsert)['outcome']
type ReferralRow = typeof referrals.$inferSelect

/** Counts each paid order of a referred friend once. The job `reward` calls it. Several workers may run it at once. */
export async function countOrders(ctx: Context): Promise<void> {
  for (;;) {
    const found = await findUncounted(ctx)
    for (const { orderId, referralId } of found) await countOrder(ctx, orderId, referralId)
    if (found.length < batchSize) return
  }
}

/**
 * Uncounted paid orders of referred friends, at most `batchSize`. The query starts from the referrals, so that it skips
 * the orders of all other buyers.
 */
async function findUncounted(ctx: Context): Promise<{ orderId: string; referralId: number }[]> {
  const since = new Date(ctx.app.now().getTime() - paymentGraceDays * dayMs).toISOString()
  return selectUncountedOrders(ctx.db, { since, limit: batchSize })
}

/** Counts an order and adds its rewards in one transaction. */
function countOrder(ctx: Context, orderId: string, referralId: number): Promise<void> {
  return transact(ctx, async (ctx) => {
    const [referral] = await ctx.db.select().from(referrals).where(eq(referrals.id, referralId))
    const order = await findOrder(ctx, orderId)
    const group = referral && (await findGroup(ctx, referral.groupId))
    if (!referral || !order || !group) return
    // Locks the referrer, so that parallel orders cannot exceed the monthly limit.
    const { referrerId } = referral
    const [referrer] = await ctx.db
      .select({ deletedAt: memberRows.deletedAt })
      .from(memberRows)
      .where(eq(memberRows.id, referrerId))
      .for('no key update')
    const goods = goodsOf(order)
    const outcome = await outcomeOf(ctx, { referral, order, group, goods })
    const countedAt = ctx.app.now()
    const row = { orderId, referralId, referrerId, placedAt: order.placedAt, outcome, countedAt }
    const inserted = await ctx.db.insert(referralOrders).values(row).onConflictDoNothing().returning()
    if (inserted.length === 0 || outcome !== 'counts') return
    const flags = await findSuspicions(ctx, { referral, order })
    const isReferrerGone = referrer?.deletedAt !== null
    await addRewards(ctx, { referral, order, group, goods, flags, isReferrerGone })
  })
}

interface CountedOrder {
  referral: ReferralRow
  order: OrderRow
  group: GroupRow
  goods: number
}

async function outcomeOf(ctx: Context, { referral, order, group, goods }: CountedOrder): Promise<Outcome> {
  const { minimum, ordersEach, monthlyOrders, referrer } = group
  if (goods < minimum || rewardFor(referrer, goods) === 0) return 'below_minimum'
  if (ordersEach !== null) {
    const countedBefore = await ctx.db.$count(
      referralOrders,
      and(eq(referralOrders.referralId, referral.id), countsCondition),
    )
    if (countedBefore >= ordersEach) return 'enough'
  }
  if (monthlyOrders !== null) {
    const { since, until } = await monthOf(ctx, order.placedAt)
    const sameReferrer = eq(referralOrders.referrerId, referral.referrerId)
    const sameMonth = and(gte(referralOrders.placedAt, since), lt(referralOrders.placedAt, until))
    if ((await ctx.db.$count(referralOrders, and(sameReferrer, sameMonth, countsCondition))) >= monthlyOrders)
      return 'over_limit'
  }
  return 'counts'
}

/** The SQL condition that the order with this id was cancelled. */
const cancelledCondition = (orderId: AnyColumn) =>
  sql`exists (select 1 from orders o where o.id = ${orderId} and o.status = 'CANCELLED')`

/** The orders that use up the limits of a group. A cancelled order frees its place. */
export const countsCondition = and(
  eq(referralOrders.outcome, 'counts'),
  not(cancelledCondition(referralOrders.orderId)),
)

/** The month that contains a time, in the time zone of the shop's first store. `until` is exclusive. */
export async function monthOf(ctx: Context, time: Date): Promise<{ since: Date; until: Date }> {
  const timeZone = await shopTimeZone(ctx)
  const first = `${toLocal(time, timeZone).date.slice(0, 8)}01`
  const nextFirst = `${addDays(first, 31).slice(0, 8)}01`
  const startOf = (date: string) => toInstant(date, '00:00', timeZone) ?? time
  return { since: startOf(first), until: startOf(nextFirst) }
}

/**
 * The reasons to suspect that the referrer and the friend are one person: the same browser, address, phone or email.
 */
async function findSuspicions(
  ctx: Context,
  { referral, order }: Pick<CountedOrder, 'referral' | 'order'>,
): Promise<string[]> {
  const [found] = await selectSuspicions(ctx.db, {
    referrerId: referral.referrerId,
    orderId: order.id,
    sameBrowser: sameBrowserKey(referral.id),
  })
  const names = { same_browser: found?.browser, same_address: found?.household, same_contact: found?.contact }
  return Object.entries(names).flatMap(([name, applies]) => (applies ? [name] : []))
}

/**
 * Adds the referrer's reward for every order that earns one, unless the referrer deleted the account. Adds the friend's
 * reward only once: for the first order that is counted after the friend has an account. If that order is cancelled,
 * the next order takes its place, unless the friend has already spent some of the reward.
 */
async function addRewards(
  ctx: Context,
  { referral, order, group, goods, flags, isReferrerGone }: CountedOrder & { flags: string[]; isReferrerGone: boolean },
) {
  const due = await dueTimeOf(ctx, order.id)
  const startsAt = Math.max((order.paidAt ?? ctx.app.now()).getTime(), due.getTime())
  const commonFields = {
    referralId: referral.id,
    orderId: order.id,
    currency: order.currency,
    state: 'waiting' as const,
    flags: group.reviewsAll ? [...flags, 'every'] : flags,
    countedAt: ctx.app.now(),
    dueAt: new Date(startsAt + group.returnDays * dayMs),
  }
  const toReward = (side: 'referrer' | 'friend', memberId: string, terms: Terms) => {
    const full = rewardFor(terms, goods)
    return full > 0 ? [{ ...commonFields, side, memberId, terms, full, amount: remainingReward(full, order) }] : []
  }
  const { friend, referrer } = group
  const existingReward = and(
    eq(referralRewards.referralId, referral.id),
    eq(referralRewards.side, 'friend'),
    // A given reward of a cancelled order counts until a job has taken it back, because the friend may have spent it.
    or(
      gt(referralRewards.lost, 0),
      eq(referralRewards.state, 'given'),
      not(cancelledCondition(referralRewards.orderId)),
    ),
  )
  const isFirst = friend && referral.memberId && (await ctx.db.$count(referralRewards, existingReward)) === 0
  const rewards = [
    ...(isReferrerGone ? [] : toReward('referrer', referral.referrerId, referrer)),
    ...(isFirst && referral.memberId ? toReward('friend', referral.memberId, friend) : []),
  ]
  if (rewards.length > 0) await ctx.db.insert(referralRewards).values(rewards)
}

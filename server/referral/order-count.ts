import { and, eq, gte } from 'drizzle-orm'
import { toInstant, toLocal } from '#contract/hours.ts'
import { all as allLocations } from '#server/locations/locations.ts'
import { members as memberRows } from '#server/members/tables.ts'
import type { OrderRow } from '#server/orders/orders.ts'
import { find as findOrder } from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { goodsOf, leftOf, rewardFor } from './amounts.ts'
import { sameBrowserKey } from './browsers.ts'
import type { GroupRow } from './groups.ts'
import { findGroup } from './groups.ts'
import { selectOddities, selectUncountedOrders } from './queries.ts'
import type { Terms } from './tables.ts'
import { referralOrders, referralRewards, referrals } from './tables.ts'

const dayMs = 86_400_000
/** An order placed before the referral ended still counts if it is paid within this many days after that end. */
const patienceDays = 60
const atOnce = 200

type Outcome = (typeof referralOrders.$inferInsert)['outcome']
type ReferralRow = typeof referrals.$inferSelect

/** Counts each paid order of a referred friend once. The job `reward` calls it. Several workers may run it at once. */
export async function countOrders(ctx: Context): Promise<void> {
  for (;;) {
    const found = await uncounted(ctx)
    for (const { orderId, referralId } of found) await countOrder(ctx, orderId, referralId)
    if (found.length < atOnce) return
  }
}

/**
 * Uncounted paid orders of referred friends, at most `atOnce`. The query starts from the referrals, so that it skips
 * the orders of all other buyers.
 */
async function uncounted(ctx: Context): Promise<{ orderId: string; referralId: number }[]> {
  const since = new Date(ctx.app.now().getTime() - patienceDays * dayMs).toISOString()
  return selectUncountedOrders(ctx.db, { since, limit: atOnce })
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
    await ctx.db
      .select({ id: memberRows.id })
      .from(memberRows)
      .where(eq(memberRows.id, referrerId))
      .for('no key update')
    const goods = goodsOf(order)
    const outcome = await outcomeOf(ctx, { referral, order, group, goods })
    const countedAt = ctx.app.now()
    const row = { orderId, referralId, referrerId, placedAt: order.placedAt, outcome, countedAt }
    const noted = await ctx.db.insert(referralOrders).values(row).onConflictDoNothing().returning()
    if (noted.length === 0 || outcome !== 'counts') return
    const flags = await oddities(ctx, { referral, order })
    await addRewards(ctx, { referral, order, group, goods, flags })
  })
}

interface Counted {
  referral: ReferralRow
  order: OrderRow
  group: GroupRow
  goods: number
}

async function outcomeOf(ctx: Context, { referral, order, group, goods }: Counted): Promise<Outcome> {
  const { minimum, ordersEach, monthlyOrders, referrer } = group
  if (goods < minimum || rewardFor(referrer, goods) === 0) return 'below_minimum'
  const counts = eq(referralOrders.outcome, 'counts')
  if (ordersEach !== null) {
    const before = await ctx.db.$count(referralOrders, and(eq(referralOrders.referralId, referral.id), counts))
    if (before >= ordersEach) return 'enough'
  }
  if (monthlyOrders !== null) {
    const since = gte(referralOrders.placedAt, await monthOf(ctx, order.placedAt))
    const mine = eq(referralOrders.referrerId, referral.referrerId)
    if ((await ctx.db.$count(referralOrders, and(mine, since, counts))) >= monthlyOrders) return 'over_limit'
  }
  return 'counts'
}

/** The start of the month that contains a time, in the time zone of the shop's first store. */
export async function monthOf(ctx: Context, time: Date): Promise<Date> {
  const timeZone = (await allLocations(ctx))[0]?.timeZone ?? 'UTC'
  return toInstant(`${toLocal(time, timeZone).date.slice(0, 8)}01`, '00:00', timeZone) ?? time
}

/**
 * The reasons to suspect that the referrer and the friend are one person: the same browser, address, phone or email.
 */
async function oddities(ctx: Context, { referral, order }: Pick<Counted, 'referral' | 'order'>): Promise<string[]> {
  const [found] = await selectOddities(ctx.db, {
    referrerId: referral.referrerId,
    orderId: order.id,
    sameBrowser: sameBrowserKey(referral.id),
  })
  const names = { same_browser: found?.browser, same_address: found?.household, same_contact: found?.contact }
  return Object.entries(names).flatMap(([name, isSo]) => (isSo ? [name] : []))
}

/**
 * Adds the referrer's reward for every order that earns one. Adds the friend's reward only once: for the first of these
 * orders that is counted while the friend has an account.
 */
async function addRewards(ctx: Context, { referral, order, group, goods, flags }: Counted & { flags: string[] }) {
  const begins = Math.max((order.paidAt ?? ctx.app.now()).getTime(), order.slotStartsAt?.getTime() ?? 0)
  const shared = {
    referralId: referral.id,
    orderId: order.id,
    currency: order.currency,
    state: 'waiting' as const,
    flags: group.reviewsAll ? [...flags, 'every'] : flags,
    countedAt: ctx.app.now(),
    dueAt: new Date(begins + group.returnDays * dayMs),
  }
  const priced = (side: 'referrer' | 'friend', memberId: string, terms: Terms) => {
    const full = rewardFor(terms, goods)
    return full > 0 ? [{ ...shared, side, memberId, terms, full, amount: leftOf(full, order) }] : []
  }
  const { friend, referrer } = group
  const had = and(eq(referralRewards.referralId, referral.id), eq(referralRewards.side, 'friend'))
  const isFirst = friend && referral.memberId && (await ctx.db.$count(referralRewards, had)) === 0
  const rewards = [
    ...priced('referrer', referral.referrerId, referrer),
    ...(isFirst && referral.memberId ? priced('friend', referral.memberId, friend) : []),
  ]
  if (rewards.length > 0) await ctx.db.insert(referralRewards).values(rewards)
}

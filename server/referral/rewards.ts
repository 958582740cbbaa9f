import { randomBytes } from 'node:crypto'
import { and, asc, eq, gt, isNotNull, lte, or, sql } from 'drizzle-orm'
import { dayMs } from '#contract/durations.ts'
import { find as findCampaign } from '#server/campaigns/campaigns.ts'
import * as coupons from '#server/coupons/coupons.ts'
import { coupons as couponRows } from '#server/coupons/tables.ts'
import * as credit from '#server/credit/credit.ts'
import { find as findOrder } from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { emit } from '#server/platform/queue.ts'
import { currentReward } from './amounts.ts'
import type { Terms } from './tables.ts'
import { referralRewards } from './tables.ts'
import { couponName, grantNote } from './terms-text.ts'

const batchSize = 200

export type RewardRow = typeof referralRewards.$inferSelect

/** Pays the rewards that are due and need no review. Several workers may run at once. */
export async function payDue(ctx: Context): Promise<void> {
  let last = 0
  for (;;) {
    const due = await ctx.db
      .select({ id: referralRewards.id })
      .from(referralRewards)
      .where(and(gt(referralRewards.id, last), dueCondition(ctx.app.now())))
      .orderBy(asc(referralRewards.id))
      .limit(batchSize)
    for (const { id } of due) await payReward(ctx, id)
    last = due.at(-1)?.id ?? 0
    if (due.length < batchSize) return
  }
}

const dueCondition = (now: Date) =>
  and(
    sql`${referralRewards.state} = 'waiting'`,
    lte(referralRewards.dueAt, now),
    or(sql`cardinality(${referralRewards.flags}) = 0`, isNotNull(referralRewards.approvedAt)),
  )

/**
 * Pays a reward in one transaction, based on the order's current state. After a crash before the commit, nothing is
 * paid. No reward is paid twice.
 */
function payReward(ctx: Context, id: number): Promise<void> {
  return transact(ctx, async (ctx) => {
    const now = ctx.app.now()
    const [reward] = await ctx.db
      .select()
      .from(referralRewards)
      .where(and(eq(referralRewards.id, id), dueCondition(now)))
      .for('update')
    const order = reward && (await findOrder(ctx, reward.orderId))
    // A reward waits while a refund is pending, because the provider may still refuse the refund. It also waits until
    // the order's group-buy is settled, because the order may still be cancelled or get cheaper.
    if (!reward || !order || order.refunding > 0) return
    if (order.campaignId && !(await findCampaign(ctx, order.campaignId))?.settledAt) return
    const amount = currentReward(reward, order)
    if (amount === 0) return settle(ctx, id, { state: 'taken_back', amount })
    if (reward.terms.as === 'coupon') {
      const couponCode = `REF-${randomBytes(5).toString('hex').toUpperCase()}`
      await putCoupon(ctx, { ...reward, couponCode, amount, settledAt: now })
      return recordPayment(ctx, id, { amount, couponCode })
    }
    await credit.grant(ctx, {
      memberId: reward.memberId,
      money: { amount, currency: reward.currency },
      reason: 'referral',
      key: keyOf(reward),
      note: grantNote(reward.side),
      expiresAt: endOf(reward.terms, now),
    })
    return recordPayment(ctx, id, { amount })
  })
}

async function recordPayment(ctx: Context, id: number, values: { amount: number; couponCode?: string }) {
  await settle(ctx, id, { state: 'given', ...values })
  await emit(ctx, 'referral.given', { rewardId: id, amount: values.amount })
}

/**
 * Reduces an order's rewards in proportion to its refunds. Records as `lost` what the member has already spent. A
 * repeated call changes nothing.
 */
export function reduceRewards(ctx: Context, { orderId }: { orderId: string }): Promise<void> {
  return transact(ctx, async (ctx) => {
    const rewards = await ctx.db
      .select()
      .from(referralRewards)
      .where(eq(referralRewards.orderId, orderId))
      .orderBy(asc(referralRewards.id))
      .for('update')
    const order = rewards.length > 0 ? await findOrder(ctx, orderId) : null
    if (!order) return
    for (const reward of rewards) {
      const amount = currentReward(reward, order)
      if (reward.state === 'given') await reclaim(ctx, reward, amount)
      if (reward.state === 'waiting') await reduceWaiting(ctx, reward, amount)
    }
  })
}

async function reduceWaiting(ctx: Context, { id }: RewardRow, amount: number) {
  if (amount === 0) await settle(ctx, id, { state: 'taken_back', amount })
  else await ctx.db.update(referralRewards).set({ amount }).where(eq(referralRewards.id, id))
}

/** Lowers a reward to `amount`. Records as `lost` what the shop cannot take back: spent credit or a used coupon. */
async function reclaim(ctx: Context, reward: RewardRow, amount: number) {
  const requestedAmount = reward.amount - amount
  if (requestedAmount <= 0) return
  const reclaimed =
    reward.terms.as === 'coupon'
      ? await reclaimCoupon(ctx, reward, amount)
      : await credit.revoke(ctx, { key: keyOf(reward), amount: requestedAmount, reference: `left ${amount}` })
  await ctx.db
    .update(referralRewards)
    .set({
      amount,
      lost: reward.lost + requestedAmount - reclaimed,
      ...(amount === 0 && { state: 'taken_back' as const }),
    })
    .where(eq(referralRewards.id, reward.id))
  const payload = { rewardId: reward.id, amount: reclaimed, left: amount, isSpent: reclaimed < requestedAmount }
  if (reclaimed > 0) await emit(ctx, 'referral.taken', payload)
}

/** Lowers the value of an unused coupon, or ends the coupon. Returns the amount that the shop took back. */
async function reclaimCoupon(ctx: Context, reward: RewardRow, amount: number): Promise<number> {
  const [coupon] = await ctx.db
    .select({ used: couponRows.used })
    .from(couponRows)
    .where(eq(couponRows.code, reward.couponCode ?? ''))
    .for('update')
  if (!coupon || coupon.used > 0) return 0
  await putCoupon(ctx, { ...reward, amount })
  return reward.amount - amount
}

function putCoupon(
  ctx: Context,
  reward: Pick<RewardRow, 'memberId' | 'terms' | 'side' | 'couponCode' | 'amount' | 'settledAt'>,
) {
  const { memberId, terms, side, couponCode, amount, settledAt } = reward
  return coupons.put(ctx, {
    code: couponCode ?? '',
    name: couponName(side),
    reward: { kind: 'amount', amount: Math.max(1, amount) },
    conditions: { membersOnly: true, member: memberId, ...(terms.minimum !== undefined && { minimum: terms.minimum }) },
    maxUses: 1,
    endsAt: endOf(terms, settledAt ?? ctx.app.now()),
    active: amount > 0,
  })
}

/** The time at which a reward that is paid at `givenAt` expires; null if it never expires. */
export function endOf({ days }: Terms, givenAt: Date): Date | null {
  return days === undefined ? null : new Date(givenAt.getTime() + days * dayMs)
}

const keyOf = ({ id }: Pick<RewardRow, 'id'>) => `referral/${id}`

export async function settle(
  ctx: Context,
  id: number,
  values: Pick<Partial<RewardRow>, 'state' | 'amount' | 'couponCode' | 'note'>,
): Promise<void> {
  await ctx.db
    .update(referralRewards)
    .set({ ...values, settledAt: ctx.app.now() })
    .where(eq(referralRewards.id, id))
}

import { randomBytes } from 'node:crypto'
import { and, asc, eq, gt, isNotNull, lte, or, sql } from 'drizzle-orm'
import * as coupons from '#server/coupons/coupons.ts'
import { coupons as couponRows } from '#server/coupons/tables.ts'
import * as credit from '#server/credit/credit.ts'
import { find as findOrder } from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { emit } from '#server/platform/queue.ts'
import { leftOf } from './amounts.ts'
import type { Terms } from './tables.ts'
import { referralRewards } from './tables.ts'
import { couponName, grantNote } from './terms-text.ts'

const dayMs = 86_400_000
const atOnce = 200

export type RewardRow = typeof referralRewards.$inferSelect

/** Pays the rewards that are due and need no review. Several workers may run at once. */
export async function giveDue(ctx: Context): Promise<void> {
  let last = 0
  for (;;) {
    const due = await ctx.db
      .select({ id: referralRewards.id })
      .from(referralRewards)
      .where(and(gt(referralRewards.id, last), isDue(ctx.app.now())))
      .orderBy(asc(referralRewards.id))
      .limit(atOnce)
    for (const { id } of due) await give(ctx, id)
    last = due.at(-1)?.id ?? 0
    if (due.length < atOnce) return
  }
}

const isDue = (now: Date) =>
  and(
    sql`${referralRewards.state} = 'waiting'`,
    lte(referralRewards.dueAt, now),
    or(sql`cardinality(${referralRewards.flags}) = 0`, isNotNull(referralRewards.approvedAt)),
  )

/**
 * Pays a reward in one transaction, based on the order's current state. After a crash before the commit, nothing is
 * paid. No reward is paid twice.
 */
function give(ctx: Context, id: number): Promise<void> {
  return transact(ctx, async (ctx) => {
    const now = ctx.app.now()
    const [reward] = await ctx.db
      .select()
      .from(referralRewards)
      .where(and(eq(referralRewards.id, id), isDue(now)))
      .for('update')
    const order = reward && (await findOrder(ctx, reward.orderId))
    // A reward waits while a refund is pending, because the provider may still refuse the refund.
    if (!reward || !order || order.refunding > 0) return
    const amount = leftOf(reward.full, order)
    if (amount === 0) return settle(ctx, id, { state: 'taken_back', amount })
    if (reward.terms.as === 'coupon') {
      const couponCode = `REF-${randomBytes(5).toString('hex').toUpperCase()}`
      await putCoupon(ctx, { ...reward, couponCode, amount, settledAt: now })
      return hand(ctx, id, { amount, couponCode })
    }
    await credit.grant(ctx, {
      memberId: reward.memberId,
      money: { amount, currency: reward.currency },
      reason: 'referral',
      key: keyOf(reward),
      note: grantNote(reward.side),
      expiresAt: endOf(reward.terms, now),
    })
    return hand(ctx, id, { amount })
  })
}

async function hand(ctx: Context, id: number, values: { amount: number; couponCode?: string }) {
  await settle(ctx, id, { state: 'given', ...values })
  await emit(ctx, 'referral.given', { rewardId: id, amount: values.amount })
}

/**
 * Reduces an order's rewards in proportion to its refunds. Records as `lost` what the member has already spent. A
 * repeated call changes nothing.
 */
export function revise(ctx: Context, { orderId }: { orderId: string }): Promise<void> {
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
      const amount = leftOf(reward.full, order)
      if (reward.state === 'given') await takeBack(ctx, reward, amount)
      if (reward.state === 'waiting') await lower(ctx, reward, amount)
    }
  })
}

async function lower(ctx: Context, { id }: RewardRow, amount: number) {
  if (amount === 0) await settle(ctx, id, { state: 'taken_back', amount })
  else await ctx.db.update(referralRewards).set({ amount }).where(eq(referralRewards.id, id))
}

/** Lowers a reward to `amount`. Records as `lost` what the shop cannot take back: spent credit or a used coupon. */
async function takeBack(ctx: Context, reward: RewardRow, amount: number) {
  const wanted = reward.amount - amount
  if (wanted <= 0) return
  const taken =
    reward.terms.as === 'coupon'
      ? await takeCoupon(ctx, reward, amount)
      : await credit.takeBack(ctx, { key: keyOf(reward), amount: wanted, reference: `left ${amount}` })
  await ctx.db
    .update(referralRewards)
    .set({ amount, lost: reward.lost + wanted - taken, ...(amount === 0 && { state: 'taken_back' as const }) })
    .where(eq(referralRewards.id, reward.id))
  const about = { rewardId: reward.id, amount: taken, left: amount, isSpent: taken < wanted }
  if (taken > 0) await emit(ctx, 'referral.taken', about)
}

/** Lowers the value of an unused coupon, or ends the coupon. Returns the amount that the shop took back. */
async function takeCoupon(ctx: Context, reward: RewardRow, amount: number): Promise<number> {
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

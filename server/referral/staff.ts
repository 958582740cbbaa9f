import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { PendingReward } from '#contract/office/referral.ts'
import { members as memberRows } from '#server/members/tables.ts'
import * as orders from '#server/orders/orders.ts'
import { orders as orderRows } from '#server/orders/tables.ts'
import { bilingualText } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { settle } from './rewards.ts'
import { referralRewards } from './tables.ts'

interface Decision {
  reward: number
  note: string
}

/** The rewards that wait for a review, or with `all` every waiting reward. At most 200, the earliest due date first. */
export async function rewards(ctx: Context, { all }: { all: boolean }): Promise<{ rewards: PendingReward[] }> {
  const inReview = and(gt(sql`cardinality(${referralRewards.flags})`, 0), sql`${referralRewards.approvedAt} is null`)
  const rows = await ctx.db
    .select({ reward: referralRewards, member: memberRows.email, order: orderRows })
    .from(referralRewards)
    .innerJoin(memberRows, eq(memberRows.id, referralRewards.memberId))
    .innerJoin(orderRows, eq(orderRows.id, referralRewards.orderId))
    .where(and(eq(referralRewards.state, 'waiting'), all ? undefined : inReview))
    .orderBy(asc(referralRewards.dueAt), asc(referralRewards.id))
    .limit(200)
  return {
    rewards: rows.map(
      ({ reward: { id, orderId, side, terms, amount, currency, flags, approvedAt, dueAt }, member, order }) => ({
        reward: id,
        member,
        side,
        as: terms.as,
        amount: { amount, currency },
        orderId,
        orderNumber: orders.numberOf(order),
        // The cast is safe: only this module writes the column, and it writes only these flags.
        flags: flags as PendingReward['flags'],
        isApproved: flags.length === 0 || approvedAt !== null,
        dueAt: dueAt.toISOString(),
      }),
    ),
  }
}

/**
 * Approves a reward, which is paid when it is due. Fails with `staff.unknown` if there is no such reward, and with
 * `referral.decided` if it is no longer waiting.
 */
export function approve(ctx: Context, { reward, note }: Decision): Promise<{ rewards: PendingReward[] }> {
  return decide(ctx, reward, (ctx) =>
    ctx.db.update(referralRewards).set({ approvedAt: ctx.app.now(), note }).where(eq(referralRewards.id, reward)),
  )
}

/**
 * Refuses a reward. Fails with `staff.unknown` if there is no such reward, and with `referral.decided` if it is no
 * longer waiting.
 */
export function refuse(ctx: Context, { reward, note }: Decision): Promise<{ rewards: PendingReward[] }> {
  return decide(ctx, reward, (ctx) => settle(ctx, reward, { state: 'refused', note }))
}

async function decide(ctx: Context, id: number, write: (ctx: Context) => PromiseLike<unknown>) {
  await transact(ctx, async (ctx) => {
    const [reward] = await ctx.db.select().from(referralRewards).where(eq(referralRewards.id, id)).for('update')
    if (!reward) fail('staff.unknown', { what: bilingualText('staff.a_reward', { name: id }) })
    if (reward.state !== 'waiting') fail('referral.decided')
    await write(ctx)
  })
  return rewards(ctx, { all: false })
}

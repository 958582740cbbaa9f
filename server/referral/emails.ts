import { eq } from 'drizzle-orm'
import * as locations from '#server/locations/locations.ts'
import * as members from '#server/members/members.ts'
import { moneyText } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import { publicOrigin } from '#server/platform/context.ts'
import { emailTexts } from './email-texts.ts'
import { endOf } from './rewards.ts'
import { referralRewards } from './tables.ts'

/**
 * Emails a member about a new reward, with the reward's initial amount. If the reward is reduced later, `mailTaken`
 * sends another email.
 */
export async function mailGiven(
  ctx: Context,
  { rewardId, amount }: { rewardId: number; amount: number },
): Promise<void> {
  const reward = await find(ctx, rewardId)
  if (!reward?.settledAt) return
  const { memberId, side, currency, couponCode: code, terms } = reward
  const end = endOf(terms, reward.settledAt)
  const values = {
    side,
    amount: moneyText(amount, currency),
    code,
    until: end && (await locations.dayText(ctx, new Date(end.getTime() - 1))),
    link: `${publicOrigin(ctx.app.config)}${code ? '/store' : '/user/credit'}`,
  }
  await members.sendToMember(ctx, memberId, {
    about: { kind: 'referral-given', of: String(rewardId) },
    words: (say, name) => emailTexts.given({ name, ...values })(say),
  })
}

/** Emails a member how much of a reward the shop took back after a refund. */
export async function mailTaken(
  ctx: Context,
  { rewardId, amount, left, isSpent }: { rewardId: number; amount: number; left: number; isSpent: boolean },
): Promise<void> {
  const reward = await find(ctx, rewardId)
  if (!reward) return
  const { memberId, currency, side } = reward
  const values = {
    amount: moneyText(amount, currency),
    left: left > 0 ? moneyText(left, currency) : null,
    isSpent,
    link: `${publicOrigin(ctx.app.config)}${side === 'referrer' ? '/user/referral' : '/user/credit'}`,
  }
  await members.sendToMember(ctx, memberId, {
    about: { kind: 'referral-taken', of: `${rewardId}-${left}` },
    words: (say, name) => emailTexts.taken({ name, ...values })(say),
  })
}

async function find(ctx: Context, id: number) {
  const [reward] = await ctx.db.select().from(referralRewards).where(eq(referralRewards.id, id))
  return reward
}

import { dayMs } from '#contract/durations.ts'
import * as credit from '#server/credit/credit.ts'
import * as members from '#server/members/members.ts'
import type { Context } from '#server/platform/context.ts'
import { demoAccounts } from './accounts.ts'
import { text } from './product.ts'
import { contextAt } from './shoppers.ts'

/** Grants of store credit to the first member: one that never expires, and two that expire. */
const grants = [
  {
    key: 'demo/welcome',
    amount: 2500,
    reason: 'gift',
    note: ['Welcome to Lantern Lane', '欢迎来到灯里'],
    daysAgo: 75,
    days: null,
  },
  {
    key: 'demo/lost_lid',
    amount: 480,
    reason: 'refund',
    note: ['For the cup without a lid', '为那杯没盖好的茶'],
    daysAgo: 50,
    days: 90,
  },
  {
    key: 'demo/moon_cakes',
    amount: 1000,
    reason: 'gift',
    note: ['With your moon cakes', '随月饼礼盒附赠'],
    daysAgo: 45,
    days: 12,
  },
] as const

/** Gives store credit to a demonstration member. Repeated runs do not repeat a grant. */
export async function openCredit(ctx: Context): Promise<void> {
  const member = await members.findByEmail(ctx, demoAccounts[0].email)
  if (!member) return
  const now = ctx.app.now().getTime()
  for (const { key, amount, reason, note, daysAgo, days } of grants) {
    await credit.grant(contextAt(ctx, new Date(now - daysAgo * dayMs)), {
      memberId: member.id,
      money: { amount, currency: 'CAD' },
      reason,
      key,
      note: text(note),
      expiresAt: days === null ? null : new Date(now + days * dayMs),
    })
  }
}

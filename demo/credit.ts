import * as credit from '#server/credit/credit.ts'
import * as members from '#server/members/members.ts'
import type { Context } from '#server/platform/context.ts'
import { demoAccounts } from './accounts.ts'
import { text } from './product.ts'

const dayMs = 86_400_000

/** What the first of the demonstration's members has to spend: some for ever, some that soon expires. */
const grants = [
  { key: 'demo/welcome', amount: 2500, reason: 'gift', note: ['Welcome to Lantern Lane', '欢迎来到灯里'], days: null },
  { key: 'demo/moon_cakes', amount: 1000, reason: 'gift', note: ['With your moon cakes', '随月饼礼盒附赠'], days: 12 },
  {
    key: 'demo/lost_lid',
    amount: 480,
    reason: 'refund',
    note: ['For the cup without a lid', '为那杯没盖好的茶'],
    days: 90,
  },
] as const

/** Gives a member of the demonstration store credit, each grant once. */
export async function openCredit(ctx: Context): Promise<void> {
  const member = await members.findByEmail(ctx, demoAccounts[0].email)
  if (!member) return
  for (const { key, amount, reason, note, days } of grants) {
    await credit.grant(ctx, {
      memberId: member.id,
      money: { amount, currency: 'CAD' },
      reason,
      key,
      note: text(note),
      expiresAt: days === null ? null : new Date(ctx.app.now().getTime() + days * dayMs),
    })
  }
}

import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { addDays, toLocal } from '#contract/hours.ts'
import type { referral, referralPeriods } from '#contract/referral.ts'
import { shopCurrency } from '#server/catalogue/catalogue.ts'
import { all as allLocations } from '#server/locations/locations.ts'
import type { Context } from '#server/platform/context.ts'
import { preparedRows } from '#server/platform/database/prepared.ts'

type Period = (typeof referralPeriods)[number]

const lengths = { day: 30, week: 12, month: 12 } as const

/** How many came in each of the last days, weeks or months, the oldest first. */
export async function memberSummary(
  ctx: Context,
  { period }: { period: Period },
): Promise<z.input<typeof referral.memberSummary.output>> {
  const { timeZone, starts } = await spanOf(ctx, period)
  const rows = await selectMembers(ctx.db, { memberId: ctx.memberId, period, timeZone, since: starts[0] })
  const found = new Map(rows.map(({ start, members }) => [start, members]))
  const points = starts.map((start) => ({ start, members: found.get(start) ?? 0 }))
  return { period, timeZone, total: points.reduce((sum, { members }) => sum + members, 0), points }
}

/** The same of their orders, by when they were placed, with what they bring or brought after what was taken back. */
export async function orderSummary(
  ctx: Context,
  { period }: { period: Period },
): Promise<z.input<typeof referral.orderSummary.output>> {
  const { timeZone, starts } = await spanOf(ctx, period)
  const currency = await shopCurrency(ctx)
  const rows = await selectOrders(ctx.db, { memberId: ctx.memberId, period, timeZone, since: starts[0] })
  const found = new Map(rows.map((row) => [row.start, row]))
  const points = starts.map((start) => ({
    start,
    orders: found.get(start)?.orders ?? 0,
    reward: { amount: found.get(start)?.reward ?? 0, currency },
  }))
  return {
    period,
    timeZone,
    total: points.reduce((sum, { orders }) => sum + orders, 0),
    reward: { amount: points.reduce((sum, { reward }) => sum + reward.amount, 0), currency },
    points,
  }
}

/** The first local day of the period that a time lies in. */
const startOf = (time: SQL) =>
  sql`to_char(date_trunc(${sql.placeholder('period')}, ${time} at time zone ${sql.placeholder('timeZone')}), 'YYYY-MM-DD')`

const selectMembers = preparedRows<{ start: string; members: number }>(
  () => sql`select start, count(*)::int as members from (
      select ${startOf(sql`bound_at`)} as start from referrals where referrer_id = ${sql.placeholder('memberId')}
    ) found where start >= ${sql.placeholder('since')} group by start`,
)

const selectOrders = preparedRows<{ start: string; orders: number; reward: number }>(
  () => sql`select start, count(*)::int as orders, coalesce(sum(amount), 0)::int as reward from (
      select ${startOf(sql`c.placed_at`)} as start, w.amount from referral_orders c
      left join referral_rewards w on w.order_id = c.order_id and w.side = 'referrer' and w.state in ('waiting', 'given')
      where c.referrer_id = ${sql.placeholder('memberId')}
    ) found where start >= ${sql.placeholder('since')} group by start`,
)

/** The days on which the last periods begin, the oldest first, by the clock of the shop's first store. */
async function spanOf(ctx: Context, period: Period): Promise<{ timeZone: string; starts: string[] }> {
  const timeZone = (await allLocations(ctx))[0]?.timeZone ?? 'UTC'
  const starts = [beginning(period, toLocal(ctx.app.now(), timeZone).date)]
  while (starts.length < lengths[period]) starts.unshift(beginning(period, addDays(starts[0] ?? '', -1)))
  return { timeZone, starts }
}

/** The day on which the period of a day begins; weeks begin on Monday. */
function beginning(period: Period, date: string): string {
  if (period === 'month') return `${date.slice(0, 8)}01`
  const weekday = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7
  return period === 'week' ? addDays(date, -weekday) : date
}

import type { z } from 'zod'
import { addDays, toLocal } from '#contract/hours.ts'
import type { referral, referralPeriods } from '#contract/referral.ts'
import { sum } from '#contract/sum.ts'
import { shopCurrency } from '#server/catalogue/catalogue.ts'
import { shopTimeZone } from '#server/locations/locations.ts'
import type { Context } from '#server/platform/context.ts'
import { selectMemberCounts, selectOrderSums } from './queries.ts'

type Period = (typeof referralPeriods)[number]

const periodCounts = { day: 30, week: 12, month: 12 } as const

/** The number of referred friends in each of the last days, weeks or months, oldest first. */
export async function memberSummary(
  ctx: Context,
  { period }: { period: Period },
): Promise<z.input<typeof referral.memberSummary.output>> {
  const { timeZone, starts } = await findPeriods(ctx, period)
  const rows = await selectMemberCounts(ctx.db, { memberId: ctx.memberId, period, timeZone, since: starts[0] })
  const byStart = new Map(rows.map(({ start, members }) => [start, members]))
  const points = starts.map((start) => ({ start, members: byStart.get(start) ?? 0 }))
  return { period, timeZone, total: sum(points.map(({ members }) => members)), points }
}

/** The friends' orders by the period in which they were placed, with their rewards after refunds. */
export async function orderSummary(
  ctx: Context,
  { period }: { period: Period },
): Promise<z.input<typeof referral.orderSummary.output>> {
  const { timeZone, starts } = await findPeriods(ctx, period)
  const currency = await shopCurrency(ctx)
  const rows = await selectOrderSums(ctx.db, { memberId: ctx.memberId, period, timeZone, since: starts[0] })
  const byStart = new Map(rows.map((row) => [row.start, row]))
  const points = starts.map((start) => ({
    start,
    orders: byStart.get(start)?.orders ?? 0,
    reward: { amount: byStart.get(start)?.reward ?? 0, currency },
  }))
  return {
    period,
    timeZone,
    total: sum(points.map(({ orders }) => orders)),
    reward: { amount: sum(points.map(({ reward }) => reward.amount)), currency },
    points,
  }
}

/**
 * The first days of the latest periods, oldest first, in the time zone of the shop's first store. The number of periods
 * is `periodCounts[period]`.
 */
async function findPeriods(ctx: Context, period: Period): Promise<{ timeZone: string; starts: string[] }> {
  const timeZone = await shopTimeZone(ctx)
  const starts = [startOfPeriod(period, toLocal(ctx.app.now(), timeZone).date)]
  while (starts.length < periodCounts[period]) starts.unshift(startOfPeriod(period, addDays(starts[0] ?? '', -1)))
  return { timeZone, starts }
}

/** The first day of the period that contains a day; weeks begin on Monday. */
function startOfPeriod(period: Period, date: string): string {
  if (period === 'month') return `${date.slice(0, 8)}01`
  const weekday = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7
  return period === 'week' ? addDays(date, -weekday) : date
}

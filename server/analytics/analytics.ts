import { asc, desc, gt, sql } from 'drizzle-orm'
import type { DayCount, EventName } from '#contract/analytics.ts'
import { addDays } from '#contract/hours.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { eventCounts } from './tables.ts'

/**
 * Adds a shopper's actions to today's counts and returns the number of counted actions. Counts nothing for browsers
 * that decline tracking. Fails with `not_found` if the shop does not count events.
 */
export async function count(ctx: Context, { events }: { events: EventName[] }): Promise<{ counted: number }> {
  if (ctx.app.config.ANALYTICS !== 'own') fail('not_found')
  if (ctx.declinesTracking) return { counted: 0 }
  const countByName = new Map<EventName, number>()
  for (const name of events) countByName.set(name, (countByName.get(name) ?? 0) + 1)
  const day = today(ctx)
  await ctx.db
    .insert(eventCounts)
    // Sorts the counts by name. So concurrent calls lock the rows in the same order, and cannot deadlock.
    .values([...countByName].sort().map(([name, count]) => ({ day, name, count })))
    .onConflictDoUpdate({
      target: [eventCounts.day, eventCounts.name],
      set: { count: sql`${eventCounts.count} + excluded.count` },
    })
  return { counted: events.length }
}

/** Returns the counts of the last `days` days, including today, newest first. */
export async function counts(ctx: Context, { days }: { days: number }): Promise<{ counts: DayCount[] }> {
  const rows = await ctx.db
    .select()
    .from(eventCounts)
    .where(gt(eventCounts.day, addDays(today(ctx), -days)))
    .orderBy(desc(eventCounts.day), asc(eventCounts.name))
  return { counts: rows }
}

const today = ({ app }: Context) => app.now().toISOString().slice(0, 10)

import { asc, desc, gt, sql } from 'drizzle-orm'
import type { DayCount, EventName } from '#contract/analytics.ts'
import { addDays } from '#contract/hours.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { eventCounts } from './tables.ts'

/**
 * Adds what a shopper did to the counts of today; answers how many counted. None of a browser that asks not to be
 * tracked. `not_found` in a shop that does not count.
 */
export async function count(ctx: Context, { events }: { events: EventName[] }): Promise<{ counted: number }> {
  if (ctx.app.config.ANALYTICS !== 'own') fail('not_found')
  if (ctx.declinesTracking) return { counted: 0 }
  const times = new Map<EventName, number>()
  for (const name of events) times.set(name, (times.get(name) ?? 0) + 1)
  const day = today(ctx)
  await ctx.db
    .insert(eventCounts)
    // Always in one order: of two that count the same at once, neither waits for the other for ever.
    .values([...times].sort().map(([name, count]) => ({ day, name, count })))
    .onConflictDoUpdate({
      target: [eventCounts.day, eventCounts.name],
      set: { count: sql`${eventCounts.count} + excluded.count` },
    })
  return { counted: events.length }
}

/** What was counted in the last days, today among them, the newest first. */
export async function counts(ctx: Context, { days }: { days: number }): Promise<{ counts: DayCount[] }> {
  const rows = await ctx.db
    .select()
    .from(eventCounts)
    .where(gt(eventCounts.day, addDays(today(ctx), -days)))
    .orderBy(desc(eventCounts.day), asc(eventCounts.name))
  return { counts: rows }
}

const today = ({ app }: Context) => app.now().toISOString().slice(0, 10)

import { and, asc, count, eq, gte, isNull } from 'drizzle-orm'
import type { DeadLetters } from '#contract/office/dead-letters.ts'
import { bilingualText } from './bilingual.ts'
import type { Context } from './context.ts'
import type { Database } from './database/database.ts'
import { fail } from './fail.ts'
import { events } from './tables.ts'

/**
 * The worker sets an event aside after this many failures. With the delays between the attempts, that takes about nine
 * hours.
 */
export const maxAttempts = 20
const maxListed = 200

export const setAsideFilter = and(isNull(events.doneAt), gte(events.attempts, maxAttempts))

/**
 * Lists the events that the worker set aside, oldest first, and their total number. Omits payloads, because they
 * contain personal data.
 */
export async function listDeadLetters(ctx: Context): Promise<DeadLetters> {
  const rows = await ctx.db.select().from(events).where(setAsideFilter).orderBy(asc(events.id)).limit(maxListed)
  return {
    total: await countDeadLetters(ctx.db),
    events: rows.map(({ id, name, createdAt, lastError }) => ({
      event: id,
      name,
      since: createdAt.toISOString(),
      error: lastError ?? '',
    })),
  }
}

export async function countDeadLetters(db: Database): Promise<number> {
  const [row] = await db.select({ count: count() }).from(events).where(setAsideFilter)
  return row?.count ?? 0
}

/**
 * Schedules another attempt for one event that was set aside, or for all such events. Fails with `staff.unknown` if the
 * given event was not set aside.
 */
export async function retryEvents(
  ctx: Context,
  { event }: { event?: number | undefined },
): Promise<DeadLetters & { retried: number }> {
  const retried = await ctx.db
    .update(events)
    .set({ attempts: 0, runAt: ctx.app.now() })
    .where(and(setAsideFilter, event === undefined ? undefined : eq(events.id, event)))
    .returning({ id: events.id })
  if (event !== undefined && retried.length === 0)
    fail('staff.unknown', { what: bilingualText('staff.an_event', { name: String(event) }) })
  return { retried: retried.length, ...(await listDeadLetters(ctx)) }
}

import { and, asc, count, eq, gte, isNull, lte } from 'drizzle-orm'
import type { DeadLetter } from '#contract/staff.ts'
import type { Context } from './context.ts'
import type { Database } from './database.ts'
import { fail } from './fail.ts'
import { events } from './tables.ts'
import { both } from './wording.ts'

/** An event that failed this often is set aside. That takes some ten hours. */
export const mostAttempts = 20

/** While the last attempt is under way, the event is leased until later than now. */
const isSetAside = (now: Date) => and(isNull(events.doneAt), gte(events.attempts, mostAttempts), lte(events.runAt, now))

/** The events that were set aside, oldest first. Their payload stays out, for it names people. */
export async function listDeadLetters(ctx: Context): Promise<DeadLetter[]> {
  const rows = await ctx.db.select().from(events).where(isSetAside(ctx.app.now())).orderBy(asc(events.id)).limit(200)
  return rows.map(({ id, name, createdAt, lastError }) => ({
    event: id,
    name,
    since: createdAt.toISOString(),
    error: lastError ?? '',
  }))
}

export async function countDeadLetters(db: Database, now: Date): Promise<number> {
  const [row] = await db.select({ count: count() }).from(events).where(isSetAside(now))
  return row?.count ?? 0
}

/** Has an event handled again, as if for the first time. `staff.unknown` if it was not set aside. */
export async function retryEvent(ctx: Context, { event }: { event: number }): Promise<{ events: DeadLetter[] }> {
  const now = ctx.app.now()
  const retried = await ctx.db
    .update(events)
    .set({ attempts: 0, runAt: now })
    .where(and(eq(events.id, event), isSetAside(now)))
    .returning({ id: events.id })
  if (retried.length === 0) fail('staff.unknown', { what: both('staff.an_event', { name: String(event) }) })
  return { events: await listDeadLetters(ctx) }
}

import { eq } from 'drizzle-orm'
import type { Interval } from '#contract/hours.ts'
import { dayMinutes, openingsOf, toLocal, toTime } from '#contract/hours.ts'
import type { StoreHours } from '#contract/office/stores.ts'
import { bilingualText } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { canAccessStore } from '#server/platform/http/office-access.ts'
import { publishCatalogueChange } from '#server/platform/publish.ts'
import { addExceptions, changeExceptions } from './exceptions.ts'
import type { LocationRow } from './locations.ts'
import { all } from './locations.ts'
import { locations } from './tables.ts'

/** This module has the staff calls about the opening hours of stores. */

type Listed = Promise<{ stores: StoreHours[] }>
type Openings = { from: string; to: string }[]
type Exceptions = LocationRow['exceptions']

/** The opening hours of each of the caller's stores, in the sequence that the owner chose. */
export async function openingHours(ctx: Context): Listed {
  const rows = (await all(ctx)).filter(({ id }) => canAccessStore(ctx, 'store.write', id))
  return { stores: rows.map((row) => toHours(row, toLocal(ctx.app.now(), row.timeZone).date)) }
}

/**
 * Replaces the opening hours of some weekdays. With an empty list, the store is closed on these weekdays. Fails with
 * `staff.unknown` if there is no such store.
 */
export async function writeWeek(
  ctx: Context,
  { location, weekdays, openings }: { location: string; weekdays: number[]; openings: Openings },
): Listed {
  const newHours = [...new Set(weekdays)].flatMap((weekday) => openings.map((opening) => ({ weekday, ...opening })))
  await change(ctx, location, ({ hours }) => ({
    hours: [...hours.filter(({ weekday }) => !weekdays.includes(weekday)), ...newHours].sort(
      (one, other) => one.weekday - other.weekday || (one.from < other.from ? -1 : 1),
    ),
  }))
  return openingHours(ctx)
}

/**
 * Replaces the opening hours of one date, also for methods that have exceptions of their own. With an empty list, the
 * store is closed on this date. With null, the hours of the date's weekday apply again. Fails with `staff.unknown` if
 * there is no such store.
 */
export async function writeDay(
  ctx: Context,
  { location, date, openings }: { location: string; date: string; openings: Openings | null },
): Listed {
  const dayExceptions = openings === null ? [] : toExceptions(date, openings)
  await change(ctx, location, (row) => {
    const clock = { timeZone: row.timeZone, now: ctx.app.now() }
    return changeExceptions(row, (before) =>
      addExceptions(
        before.filter((exception) => exception.date !== date),
        dayExceptions,
        clock,
      ),
    )
  })
  return openingHours(ctx)
}

function toExceptions(date: string, openings: Openings): Exceptions {
  if (openings.length === 0) return [{ date, closed: true }]
  return openings.map((opening) => ({ date, closed: false, ...opening }))
}

function change(ctx: Context, id: string, next: (row: LocationRow) => Partial<LocationRow>): Promise<void> {
  return transact(ctx, async (ctx) => {
    const [row] = await ctx.db.select().from(locations).where(eq(locations.id, id)).for('update')
    if (!row) fail('staff.unknown', { what: bilingualText('staff.a_store', { name: id }) })
    await ctx.db
      .update(locations)
      .set({ ...next(row), version: row.version + 1 })
      .where(eq(locations.id, id))
    await publishCatalogueChange(ctx)
  })
}

function toHours(row: LocationRow, today: string): StoreHours {
  const { id, name, hours, exceptions } = row
  const dates = [...new Set(exceptions.map(({ date }) => date))].filter((date) => date >= today).sort()
  return {
    location: id,
    name,
    week: hours.map(({ weekday, from, to }) => ({ weekday, from, to })),
    days: dates.map((date) => ({ date, openings: openingsOf(row, date).map(toOpening) })),
  }
}

/** Writes midnight at the end of a day as `23:59`, because opening hours are stored in this form. */
const toOpening = ({ from, to }: Interval) => ({ from: toTime(from), to: to === dayMinutes ? '23:59' : toTime(to) })

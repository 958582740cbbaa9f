import { eq } from 'drizzle-orm'
import type { Interval } from '#contract/hours.ts'
import { addDays, dayMinutes, isWithin, openingsOf, toLocal, toMinutes, toTime } from '#contract/hours.ts'
import { timeText } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { publishCatalogueChange } from '#server/platform/publish.ts'
import { addExceptions, changeExceptions } from './exceptions.ts'
import type { StorePauses } from './pauses.ts'
import { lockStore, toPaused } from './pauses.ts'
import type { LocationRow } from './rows.ts'
import { locations } from './tables.ts'

/**
 * Ends the current opening at this local time, even if the opening began yesterday. Drops the later openings of the
 * same day. Fails with `staff.closed` if the store is closed, `staff.close_outside` if the time is not between now and
 * the opening's end, and `staff.unknown` if there is no such store.
 */
export function closeEarly(ctx: Context, { location, time }: { location: string; time: string }): Promise<StorePauses> {
  return transact(ctx, async (ctx) => {
    const row = await lockStore(ctx, location)
    const { opening, date, now } = findCurrentOpening(row, ctx.app.now()) ?? fail('staff.closed')
    // `opening` counts minutes from the midnight before it began. If the opening runs past midnight, the time may be on
    // the next date, so the time plus one day is tried too.
    const end = [toMinutes(time), toMinutes(time) + dayMinutes].find((minute) => now <= minute && minute < opening.to)
    if (end === undefined)
      fail('staff.close_outside', { from: timeText(toTime(now)), to: timeText(toTime(opening.to)) })
    const isNextDay = end >= dayMinutes
    const closure = {
      date: isNextDay ? addDays(date, 1) : date,
      closed: true,
      from: toTime(end),
      // If the store closes after midnight, the closure ends when the current opening would have ended. The next date's
      // own openings then stay.
      ...(isNextDay && { to: toTime(opening.to) }),
    }
    const clock = { timeZone: row.timeZone, now: ctx.app.now() }
    const change = {
      ...changeExceptions(row, (before) => addExceptions(before, [closure], clock)),
      version: row.version + 1,
    }
    await ctx.db.update(locations).set(change).where(eq(locations.id, location))
    await publishCatalogueChange(ctx)
    const before = { until: toTime(opening.to) }
    ctx.staff?.note({ subject: location, location, before, after: { until: time } })
    return toPaused(ctx, { ...row, ...change })
  })
}

/**
 * The store's current opening, the date on which it began, and the current time in minutes since midnight of that date.
 */
function findCurrentOpening(row: LocationRow, instant: Date): { opening: Interval; date: string; now: number } | null {
  const { date: today, time } = toLocal(instant, row.timeZone)
  const minute = toMinutes(time)
  const days = [
    { date: today, now: minute },
    { date: addDays(today, -1), now: minute + dayMinutes },
  ]
  for (const { date, now } of days) {
    const opening = openingsOf(row, date).find((one) => isWithin(one, now))
    if (opening) return { opening, date, now }
  }
  return null
}

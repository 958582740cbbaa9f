import { clockOf, toLocal, toMinutes } from '#contract/hours.ts'

/** The rules for when memberships start and end. The functions are pure: they do not read the clock or the database. */

export interface Period {
  tierId: string
  rank: number
  from: Date
  until: Date
}

/**
 * Adds months to `start` and keeps the local day and time. In a shorter month, uses the last day instead. If clocks
 * skip the local time on that day, returns the end of the skipped time.
 */
export function addMonths(start: Date, months: number, timeZone: string): Date {
  const { date, time } = toLocal(start, timeZone)
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, month + months, 0))
  lastDay.setUTCDate(Math.min(day, lastDay.getUTCDate()))
  const instantAt = clockOf(lastDay.toISOString().slice(0, 10), timeZone)
  let minute = toMinutes(time)
  let end = instantAt(minute)
  while (!end) end = instantAt(++minute)
  return new Date(end.getTime() + (start.getTime() % 60_000))
}

/**
 * Adds time in a tier to a member's periods. The added time starts after the member's periods in this tier and in
 * higher tiers. `end` computes the end of the added time from its start. No time in lower tiers is lost: future periods
 * are postponed by the added duration, and current periods are extended by it.
 */
export function withGrant(
  current: Period[],
  { tierId, rank, end, now }: { tierId: string; rank: number; end: (from: Date) => Date; now: Date },
): { periods: Period[]; from: Date; until: Date } {
  const active = current.filter(({ until }) => until > now)
  const tierPeriod = active.find((period) => period.tierId === tierId)
  const from = latest([now, ...active.filter((period) => period.rank >= rank).map(({ until }) => until)])
  const until = end(from)
  const byMs = until.getTime() - from.getTime()
  const lower = active.filter((period) => period.rank < rank).map((period) => shiftPeriod(period, byMs, now))
  return { from, until, periods: [{ tierId, rank, from: tierPeriod?.from ?? from, until }, ...lower] }
}

/**
 * The time in a tier that a member still has, in milliseconds. Leaves out the time that the member spends in higher
 * tiers, although the tier's period includes it.
 */
export function remainingMs(current: Period[], { tierId, now }: { tierId: string; now: Date }): number {
  const tierPeriod = current.find((period) => period.tierId === tierId)
  if (!tierPeriod) return 0
  const higher = current.filter(({ rank }) => rank > tierPeriod.rank)
  const start = latest([now, tierPeriod.from, ...higher.map(({ until }) => until)])
  return Math.max(0, tierPeriod.until.getTime() - start.getTime())
}

/**
 * Removes time in a tier from a member's periods, but never time that has passed. Periods of lower tiers then start and
 * end earlier.
 */
export function withoutTime(
  current: Period[],
  { tierId, byMs, now }: { tierId: string; byMs: number; now: Date },
): Period[] {
  const active = current.filter(({ until }) => until > now)
  const tierPeriod = active.find((period) => period.tierId === tierId)
  if (!tierPeriod) return []
  const until = latest([now, new Date(tierPeriod.until.getTime() - byMs)])
  const removedMs = tierPeriod.until.getTime() - until.getTime()
  // If a period has not begun and all its time is removed, the period becomes empty: it starts and ends now. Its end
  // must not lie before its start.
  const isEmptied = until <= tierPeriod.from && tierPeriod.from > now
  const shortened = isEmptied ? { from: now, until: now } : { from: tierPeriod.from, until }
  const lower = active
    .filter(({ rank }) => rank < tierPeriod.rank)
    .map((period) => shiftPeriod(period, -removedMs, now))
  return [{ ...tierPeriod, ...shortened }, ...lower]
}

function shiftPeriod(period: Period, byMs: number, now: Date): Period {
  const shift = (instant: Date) => latest([now, new Date(instant.getTime() + byMs)])
  return { ...period, from: period.from > now ? shift(period.from) : period.from, until: shift(period.until) }
}

function latest(instants: Date[]): Date {
  return new Date(Math.max(...instants.map((instant) => instant.getTime())))
}

/** The rules for when memberships start and end. The functions are pure: they do not read the clock or the database. */

export interface Period {
  tierId: string
  rank: number
  from: Date
  until: Date
}

/** The same day `months` later in UTC, or the last day of a shorter month. */
export function addMonths(start: Date, months: number): Date {
  const moved = new Date(start)
  moved.setUTCDate(1)
  moved.setUTCMonth(moved.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate()
  moved.setUTCDate(Math.min(start.getUTCDate(), lastDay))
  return moved
}

/**
 * Adds time in a tier to a member's periods. The added time starts after the member's periods in this tier and in
 * higher tiers. `end` computes the end of the added time from its start. No time in lower tiers is lost: future periods
 * are postponed by the added duration, and current periods are extended by it.
 */
export function withGrant(
  held: Period[],
  { tierId, rank, end, now }: { tierId: string; rank: number; end: (from: Date) => Date; now: Date },
): { periods: Period[]; from: Date; until: Date } {
  const running = held.filter(({ until }) => until > now)
  const own = running.find((period) => period.tierId === tierId)
  const from = latest([now, ...running.filter((period) => period.rank >= rank).map(({ until }) => until)])
  const until = end(from)
  const byMs = until.getTime() - from.getTime()
  const lower = running.filter((period) => period.rank < rank).map((period) => moved(period, byMs, now))
  return { from, until, periods: [{ tierId, rank, from: own?.from ?? from, until }, ...lower] }
}

/**
 * Removes time in a tier from a member's periods, but never time that has passed. Periods of lower tiers then start and
 * end earlier.
 */
export function withoutTime(
  held: Period[],
  { tierId, byMs, now }: { tierId: string; byMs: number; now: Date },
): Period[] {
  const running = held.filter(({ until }) => until > now)
  const own = running.find((period) => period.tierId === tierId)
  if (!own) return []
  const until = latest([now, new Date(own.until.getTime() - byMs)])
  const takenMs = own.until.getTime() - until.getTime()
  // If a period has not begun and all its time is removed, the period becomes empty: it starts and ends now. Its end
  // must not lie before its start.
  const isGone = until <= own.from && own.from > now
  const left = isGone ? { from: now, until: now } : { from: own.from, until }
  const lower = running.filter(({ rank }) => rank < own.rank).map((period) => moved(period, -takenMs, now))
  return [{ ...own, ...left }, ...lower]
}

function moved(period: Period, byMs: number, now: Date): Period {
  const by = (instant: Date) => latest([now, new Date(instant.getTime() + byMs)])
  return { ...period, from: period.from > now ? by(period.from) : period.from, until: by(period.until) }
}

function latest(instants: Date[]): Date {
  return new Date(Math.max(...instants.map((instant) => instant.getTime())))
}

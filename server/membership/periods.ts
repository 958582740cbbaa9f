/** When memberships begin and end: pure rules, all in instants. */

export interface Period {
  tierId: string
  rank: number
  from: Date
  until: Date
}

/** The same day so many months later, or the last of that month where it has no such day. UTC. */
export function addMonths(start: Date, months: number): Date {
  const moved = new Date(start)
  moved.setUTCDate(1)
  moved.setUTCMonth(moved.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate()
  moved.setUTCDate(Math.min(start.getUTCDate(), lastDay))
  return moved
}

/**
 * What a member has after time of a tier was given, and when that time is: it ends where `end` says, of its beginning.
 * It begins where that tier ends, not before a higher one that runs is over; what waits behind it in lower tiers is put
 * off, so that nothing is lost.
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

/** What a member has after so much of a tier's time was taken back: never what is over already; lower tiers move up. */
export function withoutTime(
  held: Period[],
  { tierId, byMs, now }: { tierId: string; byMs: number; now: Date },
): Period[] {
  const running = held.filter(({ until }) => until > now)
  const own = running.find((period) => period.tierId === tierId)
  if (!own) return []
  const until = latest([now, new Date(own.until.getTime() - byMs)])
  const takenMs = own.until.getTime() - until.getTime()
  // Of what had not begun nothing is left.
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

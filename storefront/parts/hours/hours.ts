import { minuteMs } from '#contract/durations.ts'
import type { Interval } from '#contract/hours.ts'
import { addDays, openingAt, openingsOf, toLocal, toMinutes, toTime } from '#contract/hours.ts'
import type { Location } from '#contract/locations.ts'
import type { Text } from '#contract/shapes.ts'
import { useShop } from '#storefront/core/shop.ts'
import { useRunningClock } from '#storefront/core/time/use-running-clock.ts'

/**
 * A store's state at an instant: open until a time, or closed until later that day or until a later date. `closed`
 * means that the store does not open within `maxDaysAhead` days.
 */
export type OpenState =
  | { kind: 'open'; until: string }
  | { kind: 'opens'; at: string }
  | { kind: 'opens_on'; date: string; at: string; isTomorrow: boolean }
  | { kind: 'closed' }

/** The number of days in which to search for the next opening. */
const maxDaysAhead = 14

/** The state of a store at an instant, from its opening hours and exceptions in its time zone. */
export function openState(location: Location, instant: Date): OpenState {
  const { date, time } = toLocal(instant, location.timeZone)
  const minute = toMinutes(time)
  const open = openingAt(location, date, minute)
  if (open) return { kind: 'open', until: endTime(open) }
  const later = openingsOf(location, date).find(({ from }) => from > minute)
  if (later) return { kind: 'opens', at: toTime(later.from) }
  for (let days = 1; days <= maxDaysAhead; days++) {
    const next = addDays(date, days)
    const [first] = openingsOf(location, next)
    if (first) return { kind: 'opens_on', date: next, at: toTime(first.from), isTomorrow: days === 1 }
  }
  return { kind: 'closed' }
}

/**
 * One day of a store. `openings` has the form `[{ from: '11:00', until: '14:00' }, …]`, and is empty if the store is
 * closed. `reason` is the owner's reason for exceptional hours, or null.
 */
export interface DayHours {
  date: string
  openings: { from: string; until: string }[]
  reason: Text | null
}

/** The seven days from today in the store's time zone, including exceptions. */
export function weekOf(location: Location, instant: Date): DayHours[] {
  const { date: today } = toLocal(instant, location.timeZone)
  return Array.from({ length: 7 }, (_, days) => {
    const date = addDays(today, days)
    const openings = openingsOf(location, date).map((opening) => ({
      from: toTime(opening.from),
      until: endTime(opening),
    }))
    const exception = location.exceptions.find((exception) => exception.date === date && exception.reason)
    return { date, openings, reason: exception?.reason ?? null }
  })
}

/** Formats the time at which a store closes. Midnight is 24:00, not 00:00. */
const endTime = ({ to }: Interval) => (to === 1440 ? '24:00' : toTime(to))

/**
 * The server's current time, updated every minute: the server time in app info plus the time since the browser received
 * it.
 */
export function useServerTime(): Date {
  return new Date(useRunningClock(Date.parse(useShop().app.appDetail.serverTime)))
}

/**
 * Whether the time of day differs between the visitor's and the store's time zone. `utcOffset` is the visitor's offset
 * from UTC in minutes. If it is unknown (null), returns false.
 */
export function differsFromVisitorClock(timeZone: string, instant: Date, utcOffset: number | null): boolean {
  if (utcOffset === null) return false
  const visitorTime = new Date(instant.getTime() + utcOffset * minuteMs).toISOString()
  return toLocal(instant, timeZone).time !== visitorTime.slice(11, 16)
}

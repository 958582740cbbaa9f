import { dayMs } from '#contract/durations.ts'
import type { Location } from './locations.ts'

/**
 * A part of a day in minutes since midnight, end exclusive: `{ from: 540, to: 1020 }` is 9:00 to 17:00. A part that
 * passes midnight belongs to the day of its start: `{ from: 1080, to: 1560 }` is 18:00 to 2:00.
 */
export interface Interval {
  from: number
  to: number
}

export interface Hours extends Pick<Location, 'hours' | 'exceptions'> {
  /**
   * Whether special openings only shorten the weekday's hours. Set for a fulfilment method with its own hours but the
   * exceptions of its store, so that a longer opening of the store does not extend the hours of the method.
   */
  hoursLimitExceptions?: boolean | undefined
}

export const dayMinutes = 1440

/**
 * Opening times of a location on a local date, in order, without overlap. Exceptions that have times and are not
 * `closed` replace the weekday's hours, or shorten them if `hoursLimitExceptions` is set. A `closed` exception closes
 * the location during its times. Without times, it closes the location for the whole day. Timed closures on the next
 * date also shorten an opening that runs past midnight.
 */
export function openingsOf({ hours, exceptions, hoursLimitExceptions }: Hours, date: string): Interval[] {
  const dayExceptions = exceptions.filter((exception) => exception.date === date)
  const specialOpenings = dayExceptions.filter(({ closed, from, to }) => !closed && (from || to))
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  const weekdayOpenings = merge(hours.filter((opening) => opening.weekday === weekday).map(toInterval))
  const dayOpenings = () => {
    if (specialOpenings.length === 0) return weekdayOpenings
    const special = merge(specialOpenings.map(toInterval))
    return hoursLimitExceptions ? intersect(special, weekdayOpenings) : special
  }
  const tomorrow = addDays(date, 1)
  const closures = [
    ...dayExceptions.filter(({ closed }) => closed).map(toClosure),
    ...exceptions
      .filter((exception) => exception.date === tomorrow && exception.closed && (exception.from || exception.to))
      .map(toClosure)
      .map(({ from, to }) => ({ from: from + dayMinutes, to: to + dayMinutes })),
  ]
  let openings = dayOpenings()
  for (const closure of closures) openings = without(openings, closure)
  return openings
}

/** Whether a location is open at an instant, in the location's time zone. */
export function isOpen(location: Hours & { timeZone: string }, now: Date): boolean {
  const { date, time } = toLocal(now, location.timeZone)
  const minute = toMinutes(time)
  return openingAt(location, date, minute) !== null
}

/** Whether an opening contains this minute of its day. */
export const isWithin = ({ from, to }: Interval, minute: number): boolean => from <= minute && minute < to

/**
 * The opening that contains a local date and minute. It may have begun on the day before. Null if the location is
 * closed.
 */
export function openingAt(location: Hours, date: string, minute: number): Interval | null {
  return (
    openingsOf(location, date).find((opening) => isWithin(opening, minute)) ??
    openingsOf(location, addDays(date, -1)).find((opening) => isWithin(opening, minute + dayMinutes)) ??
    null
  )
}

/** How many days ahead to search for the next opening. */
const maxDaysAhead = 14

/** The date and start of the first opening after a local date and minute; null if there is none within two weeks. */
export function nextOpening(location: Hours, date: string, minute: number): { date: string; time: string } | null {
  for (let days = 0; days <= maxDaysAhead; days++) {
    const day = addDays(date, days)
    const next = openingsOf(location, day).find(({ from }) => days > 0 || from > minute)
    if (next) return { date: addDays(day, Math.floor(next.from / dayMinutes)), time: toTime(next.from) }
  }
  return null
}

/** The local date and time of an instant. */
export function toLocal(instant: Date, timeZone: string): { date: string; time: string } {
  const local = new Date(instant.getTime() + offsetAt(instant.getTime(), timeZone)).toISOString()
  return { date: local.slice(0, 10), time: local.slice(11, 16) }
}

/**
 * The instant of a local date and time. If clocks go back and the time occurs twice, returns the first instant. Returns
 * null if clocks skip this time.
 */
export function toInstant(date: string, time: string, timeZone: string): Date | null {
  return clockOf(date, timeZone)(toMinutes(time))
}

/**
 * Returns a function that converts minutes since local midnight of `date` to instants. The function returns null for a
 * time that the clocks skip. Unless a clock change is near, the function looks up no UTC offset, so calls are fast.
 */
export function clockOf(date: string, timeZone: string): (minute: number) => Date | null {
  const midnight = Date.parse(`${date}T00:00:00Z`)
  const before = offsetAt(midnight - dayMs, timeZone)
  const after = offsetAt(midnight + 2 * dayMs, timeZone)
  return (minute) => {
    const local = midnight + minute * 60_000
    if (before === after) return new Date(local - before)
    const found = [local - before, local - after]
      .sort((a, b) => a - b)
      .find((at) => at + offsetAt(at, timeZone) === local)
    return found === undefined ? null : new Date(found)
  }
}

/** The date `days` days later. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

/** `09:30` → 570. */
export function toMinutes(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
}

/** 570 → `09:30`; midnight at the end of a day is `00:00`. */
export function toTime(minute: number): string {
  const minuteOfDay = minute % dayMinutes
  return `${String(Math.floor(minuteOfDay / 60)).padStart(2, '0')}:${String(minuteOfDay % 60).padStart(2, '0')}`
}

function toInterval({ from = '00:00', to = '23:59' }: { from?: string; to?: string }): Interval {
  const start = toMinutes(from)
  const end = to === '23:59' ? dayMinutes : toMinutes(to)
  return { from: start, to: end < start ? end + dayMinutes : end }
}

/** A closure without an end time lasts until the last opening of that day ends, even after midnight. */
function toClosure(times: { from?: string; to?: string }): Interval {
  return times.to === undefined ? { ...toInterval(times), to: 2 * dayMinutes } : toInterval(times)
}

function merge(intervals: Interval[]): Interval[] {
  const merged: Interval[] = []
  for (const { from, to } of intervals.filter(({ from, to }) => from < to).sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else merged.push({ from, to })
  }
  return merged
}

/** The parts of `intervals` that lie within one of the intervals in `others`. */
function intersect(intervals: Interval[], others: Interval[]): Interval[] {
  return intervals.flatMap(({ from, to }) =>
    others
      .map((other) => ({ from: Math.max(from, other.from), to: Math.min(to, other.to) }))
      .filter((part) => part.from < part.to),
  )
}

function without(intervals: Interval[], closure: Interval): Interval[] {
  return intervals.flatMap(({ from, to }) =>
    [
      { from, to: Math.min(to, closure.from) },
      { from: Math.max(from, closure.to), to },
    ].filter(({ from, to }) => from < to),
  )
}

const formats = new Map<string, Intl.DateTimeFormat>()
/** Cached UTC offsets by zone and quarter-hour, because `Intl` is slow. Clocks change only at quarter-hours. */
const offsets = new Map<string, number>()
const quarterMs = 900_000
const maxCachedOffsets = 5000

/** Milliseconds that local time is ahead of UTC. */
function offsetAt(instant: number, timeZone: string): number {
  const key = `${Math.floor(instant / quarterMs)} ${timeZone}`
  let offset = offsets.get(key)
  if (offset === undefined) {
    if (offsets.size >= maxCachedOffsets) offsets.clear()
    offset = readOffset(instant, timeZone)
    offsets.set(key, offset)
  }
  return offset
}

function readOffset(instant: number, timeZone: string): number {
  let format = formats.get(timeZone)
  if (!format) {
    const twoDigit = '2-digit'
    const date = { year: 'numeric', month: twoDigit, day: twoDigit } as const
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      ...date,
      hour: twoDigit,
      minute: twoDigit,
      second: twoDigit,
    })
    formats.set(timeZone, format)
  }
  const parts: Record<string, number> = {}
  for (const { type, value } of format.formatToParts(instant)) parts[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000
}

import { dateFormat } from '#contract/date-format.ts'
import { dayMs } from '#contract/durations.ts'
import { formatTime } from '#contract/format.ts'
import type { Locale } from '#contract/languages.ts'
import { languages } from '#contract/languages.ts'

/** A calendar day in the visitor's format: "Fri, Nov 20", 11月20日周五. */
export function formatDay(date: string, locale: Locale): string {
  const { tag, month } = languages[locale].shortDay
  return dateFormat(tag, {
    weekday: 'short',
    month,
    day: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${date}T12:00:00Z`))
}

/**
 * A span of calendar days: "Dec 3–Dec 10", 12月3日至12月10日. Does not use `formatRange` of `Intl`, because some browsers
 * use other spaces than the server, and React would then render the page again.
 */
export function formatSpan({ from, to }: { from: string; to: string }, locale: Locale): string {
  const { tag, month } = languages[locale].shortDay
  const format = dateFormat(tag, { month, day: 'numeric', timeZone: 'UTC' })
  const day = (date: string) => format.format(new Date(`${date}T12:00:00Z`))
  return from === to ? day(from) : `${day(from)}${languages[locale].upTo}${day(to)}`
}

/** The weekday and the day of a date, for a chip: "Fri" and "Nov 20". */
export function dayParts(date: string, locale: Locale): { weekday: string; day: string } {
  const noon = new Date(`${date}T12:00:00Z`)
  const part = (options: Intl.DateTimeFormatOptions) =>
    dateFormat(languages[locale].shortDay.tag, { ...options, timeZone: 'UTC' }).format(noon)
  return { weekday: part({ weekday: 'short' }), day: part({ month: 'short', day: 'numeric' }) }
}

/** The wall-clock time of an instant in a time zone: `18:25`. */
export function clockTime(instant: string | Date, timeZone: string): string {
  return dateFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone }).format(
    new Date(instant),
  )
}

/** The time of an instant in a time zone, as people write it: "6:25 p.m.", "18:25". */
export const formatClock = (instant: string | Date, timeZone: string, locale: Locale): string =>
  formatTime(clockTime(instant, timeZone), locale)

/** The calendar date of an instant in a time zone: `2026-11-20`. */
export function localDate(instant: string | number | Date, timeZone: string): string {
  return dateFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone }).format(new Date(instant))
}

/** Whole days from one calendar date to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs)
}

/**
 * The instant of a wall-clock time in a time zone. A time that the clocks skip is moved forward. If the clocks repeat a
 * time, the earlier instant is returned.
 */
export function toInstant({ date, time }: { date: string; time: string }, timeZone: string): Date {
  const wall = Date.parse(`${date}T${time}:00Z`)
  const candidates = [wall - dayMs, wall + dayMs].map((guess) => wall - offsetAt(guess, timeZone)).sort((a, b) => a - b)
  const exact = candidates.find((instant) => instant + offsetAt(instant, timeZone) === wall)
  return new Date(exact ?? Math.max(...candidates))
}

function offsetAt(instant: number, timeZone: string): number {
  const parts = dateFormat('en-GB', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).formatToParts(instant)
  const partValue = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  return (
    Date.UTC(
      partValue('year'),
      partValue('month') - 1,
      partValue('day'),
      partValue('hour'),
      partValue('minute'),
      partValue('second'),
    ) - instant
  )
}

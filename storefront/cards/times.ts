import { dateFormat } from '#contract/date-format.ts'
import { dayMs, hourMs, minuteMs } from '#contract/durations.ts'
import type { Locale } from '#contract/languages.ts'
import { toLang } from '#contract/languages.ts'
import { formatClock, formatDay, localDate } from '#storefront/core/time/format.ts'

/** The time left until an instant. `seconds` is only set in the last hour. */
export interface Remaining {
  days: number
  hours: number
  minutes: number
  seconds: number | null
}

/**
 * Splits the milliseconds that are left into days, hours and minutes, in the last hour also seconds. Null if no time is
 * left.
 */
export function remainingOf(ms: number): Remaining | null {
  if (ms <= 0) return null
  const isLastHour = ms < hourMs
  return {
    days: Math.floor(ms / dayMs),
    hours: Math.floor((ms % dayMs) / hourMs),
    minutes: Math.floor((ms % hourMs) / minuteMs),
    seconds: isLastHour ? Math.floor((ms % minuteMs) / 1000) : null,
  }
}

/** The milliseconds until the countdown shows another value. `ms` is the time left. */
export function untilNextTick(ms: number): number {
  const step = ms <= hourMs ? 1000 : minuteMs
  return (ms % step) + 1
}

/** The day and time of an instant in a store's time zone. */
export function wallTime(instant: string, timeZone: string, locale: Locale): { day: string; time: string } {
  return { day: formatDay(localDate(instant, timeZone), locale), time: formatClock(instant, timeZone, locale) }
}

/** The usual name of a time zone in a language: "Eastern Time", 北美东部时间. */
export function zoneName(timeZone: string, locale: Locale): string {
  const format = dateFormat(toLang(locale), {
    timeZone,
    timeZoneName: 'longGeneric',
  })
  return format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

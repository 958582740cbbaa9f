import type { Locale } from '#contract/languages.ts'
import { toLang } from '#contract/languages.ts'
import { clockTime, formatDay, localDate } from '#storefront/core/time/when.ts'

/** What is left until a moment: seconds are told in the last hour only. Null once it is there. */
export interface Remaining {
  days: number
  hours: number
  minutes: number
  seconds: number | null
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** What is left of so many milliseconds. */
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

/** How long what is shown of so many milliseconds stays true. */
export function untilNextTick(ms: number): number {
  const step = ms <= hourMs ? 1000 : minuteMs
  return (ms % step) + 1
}

/** An instant as a store's wall shows it: a day and a time. */
export function wallTime(instant: string, timeZone: string, locale: Locale): { day: string; time: string } {
  return { day: formatDay(localDate(instant, timeZone), locale), time: clockTime(instant, timeZone) }
}

/** A time zone as people of a language call it: "Eastern Time", 北美东部时间. */
export function zoneName(timeZone: string, locale: Locale): string {
  const format = new Intl.DateTimeFormat(toLang(locale), {
    timeZone,
    timeZoneName: 'longGeneric',
  })
  return format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

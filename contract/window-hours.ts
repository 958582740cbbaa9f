import type { SellingWindow } from './catalogue.ts'
import { formatTime } from './format.ts'
import type { Locale } from './languages.ts'
import { languages } from './languages.ts'

/**
 * The weekdays and hours of a window: "Mon–Fri 11 a.m.–2:30 p.m.", 周一至周五 11:00–14:30. The weekdays are missing if the
 * window applies every day.
 */
export function windowHours({ from, to, weekdays }: Pick<SellingWindow, 'from' | 'to' | 'weekdays'>, locale: Locale) {
  const hours = formatTime(from, locale, to)
  if (weekdays.length === 0 || weekdays.length === 7) return hours
  const name = (weekday: number) => languages[locale].weekdays[weekday]
  const days = runsOf(weekdays).map(([first, last]) =>
    first === last ? name(first) : `${name(first)}${languages[locale].upTo}${name(last)}`,
  )
  return `${days.join(languages[locale].between)} ${hours}`
}

/** Groups consecutive weekdays, starting with Monday. 1, 2, 3, 6 becomes Monday to Wednesday, and Saturday. */
function runsOf(weekdays: number[]): [first: number, last: number][] {
  const sortedWeekdays = [...new Set(weekdays)].sort((a, b) => ((a + 6) % 7) - ((b + 6) % 7))
  const runs: [number, number][] = []
  for (const day of sortedWeekdays) {
    const run = runs.at(-1)
    if (run && day === (run[1] + 1) % 7) run[1] = day
    else runs.push([day, day])
  }
  return runs
}

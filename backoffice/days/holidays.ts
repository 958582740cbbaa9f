import { addDays } from '#contract/hours.ts'

/** A holiday on which many stores have special hours. */
export interface Holiday {
  date: string
  name: HolidayName
}
type HolidayName =
  | (typeof fixedHolidays)[number][1]
  | (typeof mondayHolidays)[number][0]
  | (typeof lunarNames)[number]
  | 'good_friday'
  | 'victoria'

const fixedHolidays = [
  ['01-01', 'new_year'],
  ['07-01', 'canada'],
  ['12-25', 'christmas'],
  ['12-26', 'boxing'],
] as const
/** Holidays on the nth Monday of a month. Each entry has the name, the month and n. */
const mondayHolidays = [
  ['family', '02', 3],
  ['civic', '08', 1],
  ['labour', '09', 1],
  ['thanksgiving', '10', 2],
] as const
/**
 * The holidays of the Chinese calendar, by year (Hong Kong Observatory, Gregorian-Lunar Calendar Conversion Tables).
 * The browser's own Chinese calendar is a day late in some years, for example for Spring Festival 2027. Years that are
 * not listed have no suggestions.
 */
const lunarDates: Record<number, [spring: string, dragonBoat: string, midAutumn: string]> = {
  2026: ['02-17', '06-19', '09-25'],
  2027: ['02-06', '06-09', '09-15'],
  2028: ['01-26', '05-28', '10-03'],
  2029: ['02-13', '06-16', '09-22'],
  2030: ['02-03', '06-05', '09-12'],
  2031: ['01-23', '06-24', '10-01'],
  2032: ['02-11', '06-12', '09-19'],
  2033: ['01-31', '06-01', '09-08'],
  2034: ['02-19', '06-20', '09-27'],
  2035: ['02-08', '06-10', '09-16'],
}
const lunarNames = ['spring', 'dragon_boat', 'mid_autumn'] as const

const monthsAhead = 12
const maxListed = 8

/**
 * The next holidays of Canada and of the Chinese calendar: at most eight, and none later than 360 days after `today`.
 */
export function nextHolidays(today: string): Holiday[] {
  const year = Number(today.slice(0, 4))
  const all = [year, year + 1].flatMap(holidaysOfYear)
  const last = addDays(today, 30 * monthsAhead)
  return all
    .filter(({ date }) => date >= today && date <= last)
    .sort((one, other) => (one.date < other.date ? -1 : 1))
    .slice(0, maxListed)
}

function holidaysOfYear(year: number): Holiday[] {
  return [
    ...fixedHolidays.map(([day, name]) => ({ date: `${year}-${day}`, name })),
    ...mondayHolidays.map(([name, month, nth]) => ({ date: nthMonday(`${year}-${month}-01`, nth), name })),
    // The Monday before May 25.
    { date: nthMonday(`${year}-05-18`, 1), name: 'victoria' as const },
    { date: addDays(easter(year), -2), name: 'good_friday' as const },
    ...(lunarDates[year] ?? []).map((day, index) => ({ date: `${year}-${day}`, name: lunarNames[index] ?? 'spring' })),
  ]
}

function nthMonday(from: string, nth: number): string {
  const weekday = new Date(`${from}T12:00:00Z`).getUTCDay()
  return addDays(from, ((8 - weekday) % 7) + (nth - 1) * 7)
}

/** Easter Sunday of the Gregorian calendar (Meeus, Jones and Butcher). */
function easter(year: number): string {
  const a = year % 19
  const [b, c] = [Math.floor(year / 100), year % 100]
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const sum = h + l - 7 * Math.floor((a + 11 * h + 22 * l) / 451) + 114
  return addDays(`${year}-${String(Math.floor(sum / 31)).padStart(2, '0')}-01`, sum % 31)
}

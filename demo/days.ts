import { toInstant } from '#contract/hours.ts'

const shopTimeZone = 'America/Toronto'

/** The shop's local calendar date, `2026-11-20`. */
export function today(now: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: shopTimeZone }).format(now)
}

/** The date `days` days later. */
export function addDays(date: string, days: number): string {
  const at = new Date(`${date}T12:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}

/** The instant of a date and time in the shop's time zone. */
export function instant(date: string, time: string): Date {
  return toInstant(date, time, shopTimeZone) ?? new Date(`${date}T${time}Z`)
}

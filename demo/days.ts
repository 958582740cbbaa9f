import { toInstant } from '#contract/hours.ts'

const shopTimeZone = 'America/Toronto'

/** The local calendar date at the shop, `2026-11-20`. */
export function today(now: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: shopTimeZone }).format(now)
}

/** The date that many days later. */
export function addDays(date: string, days: number): string {
  const at = new Date(`${date}T12:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}

/** The instant of a time of day at the shop, `20:00`, that every day has. */
export function atShop(date: string, time: string): Date {
  const instant = toInstant(date, time, shopTimeZone)
  if (!instant) throw new Error(`${date} has no ${time}`)
  return instant
}

import { plural } from './format.ts'
import type { Locale } from './languages.ts'

const hourMinutes = 60
const dayMinutes = 24 * hourMinutes

/** The longest lead time of a product: 60 days. */
export const maxLeadMinutes = 60 * dayMinutes

/** A lead time in the largest unit that gives a whole number; a day is 24 hours. */
export function toLeadTime(minutes: number): { unit: 'days' | 'hours' | 'minutes'; count: number } {
  if (minutes % dayMinutes === 0) return { unit: 'days', count: minutes / dayMinutes }
  if (minutes % hourMinutes === 0) return { unit: 'hours', count: minutes / hourMinutes }
  return { unit: 'minutes', count: minutes }
}

/** The text of a lead time, such as "1 day" or "36 hours". */
export function leadTimeText(messages: Record<string, string>, locale: Locale, minutes: number): string {
  const { unit, count } = toLeadTime(minutes)
  return plural(messages, locale, { key: `lead.${unit}`, count })
}

const units: Record<string, number> = {
  h: hourMinutes,
  hour: hourMinutes,
  hours: hourMinutes,
  小时: hourMinutes,
  d: dayMinutes,
  day: dayMinutes,
  days: dayMinutes,
  天: dayMinutes,
}

/** Parses a lead time into minutes, such as "36 hours", "36h", "2 days" or "2 天"; null for anything else. */
export function parseLeadTime(text: string): number | null {
  const [, number = '', unit = ''] = /^(\d{1,4}(?:\.\d{1,2})?)\s*(\D+)$/.exec(text.trim().toLowerCase()) ?? []
  const minutes = Math.round(Number(number) * (units[unit.trim()] ?? Number.NaN))
  return minutes >= 0 && minutes <= maxLeadMinutes ? minutes : null
}

import type { SellingWindow } from '#contract/catalogue.ts'
import { fill, formatReduction, formatTime } from '#contract/format.ts'
import type { Locale } from '#contract/languages.ts'
import { languages, perLocale, pick, toLang } from '#contract/languages.ts'
import { leadTimeText } from '#contract/lead-time.ts'
import type { MessageKey } from '#contract/messages.ts'
import { messages } from '#contract/messages.ts'
import { formatMoney } from '#contract/money.ts'
import type { Text } from '#contract/shapes.ts'
import { windowHours } from '#contract/window-hours.ts'

/** Translates a message into both languages. Each bilingual value is inserted in the language of the message. */
export function bilingualText(key: MessageKey, values: Record<string, Text | string | number> = {}): Text {
  return perLocale((locale) => fill(messages[locale][key], localizeValues(values, locale)))
}

function localizeValues(
  values: Record<string, Text | string | number>,
  locale: Locale,
): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'object' ? value[locale] : value]),
  )
}

/** Formats a lead time, such as “1 day” and “1 天”. */
export function leadText(minutes: number): Text {
  return perLocale((locale) => leadTimeText(messages[locale], locale, minutes))
}

/** Formats selling windows, such as "Mon–Fri 11 a.m.–2:30 p.m." and "周一至周五 11:00–14:30". */
export function windowsText(windows: SellingWindow[]): Text {
  return listTexts(windows.map((window) => perLocale((locale) => windowHours(window, locale))))
}

/**
 * Formats a percentage reduction. For 25, the texts are "25%", which "off" follows, and "7.5", which 折 follows: the
 * Chinese text counts the tenths of the price that remain.
 */
export function reductionText(percent: number): Text {
  return perLocale((locale) => formatReduction(percent, locale))
}

export function moneyText(amount: number, currency: string): Text {
  return perLocale((locale) => formatMoney({ amount, currency }, locale))
}

/**
 * Formats a date, such as "Friday, November 20" and "11月20日星期五". A date in another year than `today` gets the year
 * and no weekday: "November 20, 2027" and "2027年11月20日".
 */
export function dateText(date: string, today: string): Text {
  const day = new Date(`${date}T00:00:00Z`)
  const formats = date.slice(0, 4) === today.slice(0, 4) ? dayFormats : distantFormats
  return perLocale((locale) => formats[locale].format(day))
}

/** Formats a time of day in all languages, such as "5:40 p.m." in English and "17:40" in Chinese. */
export function timeText(time: string): Text {
  return perLocale((locale) => formatTime(time, locale))
}

/**
 * Formats a date without its year and a local time, such as "Friday, November 20 at 5:40 p.m." and
 * "11月20日星期五 17:40". With `until`, the text has both times, such as "Friday, November 20, 2:00–3:30 p.m.". Without
 * `time`, the text is only the day.
 */
export function dateTimeText({
  date,
  time,
  until,
}: {
  date: string
  time: string | null
  until?: string | undefined
}): Text {
  return perLocale((locale) => {
    const day = dayFormats[locale].format(new Date(`${date}T00:00Z`))
    if (!time) return day
    return fill(messages[locale][until ? 'mail.span' : 'mail.moment'], { day, time: formatTime(time, locale, until) })
  })
}

/** Formats a range of days, such as "November 27–December 4" and "11月27日至12月4日". */
export function dateRangeText({ from, to }: { from: string; to: string }): Text {
  return perLocale((locale) => {
    const day = (date: string) => shortFormats[locale].format(new Date(`${date}T12:00:00Z`))
    return `${day(from)}${languages[locale].upTo}${day(to)}`
  })
}

/** Joins the names of these weekdays, Monday first. Sunday is 0. */
export function weekdayTexts(weekdays: number[]): Text {
  const names = [1, 2, 3, 4, 5, 6, 0]
    .filter((weekday) => weekdays.includes(weekday))
    .map((weekday) => new Date(Date.UTC(2023, 0, 1 + weekday)))
    .map((day) => perLocale((locale) => weekdayFormats[locale].format(day)))
  return listTexts(names)
}

/** Joins texts with each language's separator, such as "Markham, Downtown" and "万锦、市中心". */
export function listTexts(list: Text[]): Text {
  return perLocale((locale) => list.map((text) => pick(text, locale)).join(languages[locale].between))
}

const day = { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' } as const
const dayFormats = perLocale((locale) => new Intl.DateTimeFormat(toLang(locale), day))
const distantDay = { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' } as const
const distantFormats = perLocale((locale) => new Intl.DateTimeFormat(toLang(locale), distantDay))
const shortDay = { month: 'long', day: 'numeric', timeZone: 'UTC' } as const
const shortFormats = perLocale((locale) => new Intl.DateTimeFormat(toLang(locale), shortDay))
const weekday = { weekday: 'long', timeZone: 'UTC' } as const
const weekdayFormats = perLocale((locale) => new Intl.DateTimeFormat(toLang(locale), weekday))

import type { Country } from './addresses.ts'
import type { Locale, Text } from './languages.ts'
import { languages, pick, toLang } from './languages.ts'

type Values = Record<string, string | number>

/**
 * Replaces each `{name}` in a text. A placeholder without a value stays visible, so that tests find it. If a value such
 * as "5 p.m." ends with a full stop, a full stop after the placeholder is dropped.
 */
export function fill(text: string, values: Values = {}): string {
  return text.replace(/\{(\w+)\}(\.?)/g, (whole, name: string, stop: string) => {
    if (!(name in values)) return whole
    const value = String(values[name])
    return value.endsWith('.') ? value : value + stop
  })
}

const rules = new Map<string, Intl.PluralRules>()
/** Returns cached plural rules, because creating them takes longer than applying them. */
function pluralRules(locale: string): Intl.PluralRules {
  const pluralRule = rules.get(locale) ?? new Intl.PluralRules(locale)
  rules.set(locale, pluralRule)
  return pluralRule
}

/** The text of `key` for a count: `key.one` or `key.other` by the language's plural rule, with `{count}` filled in. */
export function plural(
  messages: Record<string, string>,
  locale: string,
  { key, count, values }: { key: string; count: number; values?: Values | undefined },
) {
  const form = pluralRules(locale).select(count)
  return fill(messages[`${key}.${form}`] ?? messages[`${key}.other`] ?? key, { count, ...values })
}

/**
 * A time of day as people write it: "5:40 p.m.", "17:40". With `until`, a time range: "4:50–5 p.m.", "16:50–17:00". The
 * space is a no-break space. Does not use `Intl`, whose spaces differ between the server and some browsers.
 */
export function formatTime(time: string, locale: Locale, until?: string): string {
  const { halves } = languages[locale]
  if (!halves) return until ? `${time}–${until}` : time
  // At the end of a day, 24:00, the division gives 2. `% 2` turns 2 into 0: the first half of a day, as for midnight.
  const half = (clock: string) => halves[Math.floor(Number(clock.slice(0, 2)) / 12) % 2]
  const hours = (clock: string) => `${Number(clock.slice(0, 2)) % 12 || 12}${clock.slice(2).replace(':00', '')}`
  if (!until) return `${hours(time)}\u00a0${half(time)}`
  const isWithinHalf = half(time) === half(until) && time < until && until < '24'
  return `${hours(time)}${isWithinHalf ? '' : `\u00a0${half(time)}`}–${hours(until)}\u00a0${half(until)}`
}

/** A reduction as the language writes it: 25% off is "25%" in English, and "7.5" in Chinese, where the text adds 折. */
export function formatReduction(percent: number, locale: Locale): string {
  return languages[locale].reduction === 'tenths' ? String(Math.round((100 - percent) * 10) / 100) : `${percent}%`
}

/** A name in which a number and the Chinese word after it stay on one line, as in "（1 磅袋装）". */
export const keepNumbersWithUnits = (name: string) => name.replace(/(\d) (?=\p{sc=Han})/gu, '$1\u00a0')

/** Whether a picture or video is on another site; the shop uses such a URL unchanged. */
export const isForeign = (src: string) => /^https?:\/\//i.test(src)

/**
 * The URL of a picture's largest WebP file; `base` is the base URL of the shop's pictures. A picture on another site
 * keeps its own URL.
 */
export function pictureAddress(base: string, { src, widths }: { src: string; widths: number[] }): string {
  return isForeign(src) ? src : `${base.replace(/\/$/, '')}${src}/${widths.at(-1)}.webp`
}

const maxJpegWidth = 1200
/**
 * Chooses the width of a stored picture's JPEG version from `widths`. The JPEG is for link previews, because WeChat and
 * WhatsApp do not reliably show WebP, and other sites accept only a limited width. Returns the largest width within the
 * limit, or else the smallest width.
 */
export function jpegWidth(widths: number[]): number {
  const fittingWidths = widths.filter((width) => width <= maxJpegWidth)
  return fittingWidths.length > 0 ? Math.max(...fittingWidths) : Math.min(...widths)
}

/**
 * Formats a stored phone number for display: `+14165550123` becomes +1 416 555 0123. Also spaces Chinese numbers of
 * eleven digits. All other numbers stay unchanged.
 */
export function formatPhone(number: string): string {
  return number
    .replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 $1 $2 $3')
    .replace(/^\+86(\d{3})(\d{4})(\d{4})$/, '+86 $1 $2 $3')
}

/** A chosen modifier, with its quantity if there are several: "Egg × 3". */
export const modifierText = ({ name, quantity }: { name: Text; quantity: number }, locale: Locale) =>
  quantity > 1 ? `${pick(name, locale)} × ${quantity}` : pick(name, locale)

/** The name of an address's country; '' for Canada, which addresses omit. */
export function countryName(country: Country, locale: Locale): string {
  return country === 'CA' ? '' : (new Intl.DisplayNames(toLang(locale), { type: 'region' }).of(country) ?? '')
}

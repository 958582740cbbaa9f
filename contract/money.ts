import type { Locale } from './languages.ts'
import { languages } from './languages.ts'

/** An amount in minor units (cents, fen, whole yen) of an ISO 4217 currency. */
export interface Money {
  amount: number
  currency: string
}

/** The number of decimal places of a currency: 2 for CAD, 0 for JPY. */
export function minorDigits(currency: string): number {
  let minorUnits = digits.get(currency)
  if (minorUnits === undefined) {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency })
    minorUnits = format.resolvedOptions().maximumFractionDigits ?? 2
    digits.set(currency, minorUnits)
  }
  return minorUnits
}

/**
 * The currency shown with a bare `$`. Its digits and format are hard-coded, because a browser's `Intl` starts slowly.
 */
const homeCurrency = 'CAD'
const digits = new Map([[homeCurrency, 2]])

/**
 * Formats money for display: $12.34 in the home currency, US$12.34, ¥88, −$5.00. Amounts in the home currency are never
 * divided as floats. With `namesHome`, the home currency is written CA$12.34, for a page that also shows amounts of
 * another currency. No page mixes the two forms.
 */
export function formatMoney({ amount, currency }: Money, locale: Locale, { namesHome = false } = {}): string {
  const text = formatAbsolute({ amount: Math.abs(amount), currency }, locale)
  const country = namesHome && currency === homeCurrency ? 'CA' : ''
  return `${amount < 0 ? minusSign : ''}${country}${text}`
}
/** U+2212 has the width and height of a plus sign; a hyphen does not. */
const minusSign = '\u2212'

function formatAbsolute(money: Money, locale: Locale): string {
  if (money.currency === homeCurrency) return formatAtHome(money)
  const key = `${locale}|${money.currency}`
  let formatter = formatters.get(key)
  if (!formatter) {
    const format = new Intl.NumberFormat(languages[locale].money, {
      style: 'currency',
      currency: money.currency,
      currencyDisplay: 'symbol',
    })
    const unit = 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2)
    formatter = (amount) => format.format(amount / unit)
    formatters.set(key, formatter)
  }
  return formatter(money.amount)
}
/** Cached, because `Intl.NumberFormat` is slow to create and a page has dozens of prices. */
const formatters = new Map<string, (amount: number) => string>()

const formatAtHome = (money: Money) => `$${toDecimal(money).replace(/\B(?=(\d{3})+\.)/g, ',')}`

/** The decimal text of an amount, as payment providers expect it: 1234 Canadian cents become "12.34". */
export function toDecimal({ amount, currency }: Money): string {
  const places = minorDigits(currency)
  if (places === 0) return String(amount)
  const text = String(Math.abs(amount)).padStart(places + 1, '0')
  return `${amount < 0 ? '-' : ''}${text.slice(0, -places)}.${text.slice(-places)}`
}

/**
 * Parses a decimal text ("12.34", "12.3", "12") into minor units, without floats. Returns null for any other text, for
 * more decimal places than the currency has, and for an amount that is no safe integer. Ignores zeros at the end of the
 * decimal places.
 */
export function parseDecimal(text: string, currency: string): number | null {
  const places = minorDigits(currency)
  const match = /^(-?)(\d{1,15})(?:\.(\d+))?$/.exec(text.trim())
  if (!match) return null
  const fraction = (match[3] ?? '').replace(/0+$/, '')
  if (fraction.length > places) return null
  const amount = Number(`${match[2]}${fraction.padEnd(places, '0')}`)
  if (!Number.isSafeInteger(amount)) return null
  return match[1] && amount !== 0 ? -amount : amount
}

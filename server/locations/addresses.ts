import type { Address, Country, Province } from '#contract/addresses.ts'
import type { MessageKey } from '#contract/messages.ts'
import type { Context } from '#server/platform/context.ts'
import type { FailureItem } from '#server/platform/fail.ts'
import { fail, failAll } from '#server/platform/fail.ts'
import { provinces as allProvinces, countries as knownCountries } from './places.ts'

/** The countries of supported addresses. */
export async function countries(_ctx: Context) {
  return { countries: knownCountries }
}

/**
 * Provinces, territories, states or 省 of a country, in that country's usual order. Fails with `not_found` if the
 * country is not supported.
 */
export async function provinces(_ctx: Context, { country }: { country: string }): Promise<{ provinces: Province[] }> {
  if (!isCountry(country)) fail('not_found')
  return { provinces: allProvinces[country] }
}

/**
 * Normalises an address and formats its postal code for its country. Fails with `checkout.address_invalid` for each
 * missing or wrong field, including a Canadian postal code of another province.
 */
export function normaliseAddress(address: Address): Address {
  const { country, province, city, district, street } = address
  const failures: FailureItem[] = []
  const refuse = (field: keyof Address, message: MessageKey) =>
    failures.push({ code: 'checkout.address_invalid', field, details: { message } })
  const isKnown = allProvinces[country].some(({ code }) => code === province)
  if (!isKnown) refuse('province', 'address.province_required')
  if (!city) refuse('city', 'address.city_required')
  if (country === 'CN' && !district) refuse('district', 'address.district_required')
  if (!street) refuse('street', 'address.street_required')
  const postCode = toPostCode(country, address.postCode)
  if (!postCode) refuse('postCode', `address.post_code_${country}`)
  else if (country === 'CA' && isKnown && !provincesOf(postCode).includes(province))
    refuse('postCode', 'address.post_code_elsewhere')
  if (!postCode || failures.length > 0) failAll(failures)
  return { ...address, postCode }
}

/** Formats a complete postal code for its country, such as `M5T 1L4`. Returns null for any other text. */
export function toPostCode(country: Country, text: string): string | null {
  const code = compact(text)
  if (!postCodes[country].test(code)) return null
  if (country === 'CA') return `${code.slice(0, 3)} ${code.slice(3)}`
  return country === 'US' && code.length === 9 ? `${code.slice(0, 5)}-${code.slice(5)}` : code
}

/**
 * A postal code or its beginning, without spaces, such as `M5T`. Null if the text has fewer than three characters,
 * which do not identify an area, or does not fit the country.
 */
export function toPrefix(country: Country, text: string): string | null {
  const code = compact(text)
  return prefixes[country].test(code) ? code : null
}

/**
 * Whether a text is the beginning of a postal code of the country, such as `M5T`, or a range of two beginnings in
 * ascending order, such as `M5A-M5T`. The text must have capital letters and no spaces.
 */
export function isPostalArea(country: Country, text: string): boolean {
  const [from = '', to = from, ...others] = text.split('-')
  const length = Math.min(from.length, to.length)
  const isBeginning = (part: string) =>
    part !== '' && postCodes[country].test(part + longestCodes[country].slice(part.length))
  return others.length === 0 && isBeginning(from) && isBeginning(to) && from.slice(0, length) <= to.slice(0, length)
}

const isCountry = (code: string): code is Country => knownCountries.some((country) => country.code === code)

const compact = (text: string) => text.normalize('NFKC').toUpperCase().replace(/[\s-]/g, '')

/**
 * The pattern of a complete postal code without spaces. Canada Post never uses the letters D, F, I, O, Q and U, and
 * never begins a code with W or Z.
 */
const postCodes: Record<Country, RegExp> = {
  CA: /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z]\d[ABCEGHJ-NPRSTV-Z]\d$/,
  US: /^\d{5}(\d{4})?$/,
  CN: /^\d{6}$/,
}
/**
 * For each country, a valid postal code of the maximum length. `isPostalArea` appends the end of this code to the
 * beginning of a code, so that it can test the result with `postCodes`.
 */
const longestCodes: Record<Country, string> = { CA: 'A1A1A1', US: '000000000', CN: '000000' }
const prefixes: Record<Country, RegExp> = {
  CA: /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z](\d([ABCEGHJ-NPRSTV-Z]\d?)?)?$/,
  US: /^\d{3,9}$/,
  CN: /^\d{3,6}$/,
}

/** The provinces to which a Canadian postal code or its beginning can belong; empty if the first letter is unknown. */
export function provincesOf(postCode: string): string[] {
  return canadianDistricts[postCode[0] ?? ''] ?? []
}

/** Provinces by the first letter of a Canadian postal code (Canada Post, Addressing Guidelines). */
const canadianDistricts: Record<string, string[]> = {
  A: ['NL'],
  B: ['NS'],
  C: ['PE'],
  E: ['NB'],
  G: ['QC'],
  H: ['QC'],
  J: ['QC'],
  K: ['ON'],
  L: ['ON'],
  M: ['ON'],
  N: ['ON'],
  P: ['ON'],
  R: ['MB'],
  S: ['SK'],
  T: ['AB'],
  V: ['BC'],
  X: ['NT', 'NU'],
  Y: ['YT'],
}

/** A store's address in one line. */
export function addressOf({
  street,
  city,
  province,
  postCode,
}: Record<'street' | 'city' | 'province' | 'postCode', string>): string {
  return [street, city, `${province} ${postCode}`.trim()].filter(Boolean).join(', ')
}

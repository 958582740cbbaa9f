import { createHash } from 'node:crypto'
import { longestQrText } from '#contract/constants.ts'

/** Accepts only addresses that are safe for a redirect. Allows plain HTTP only if the provider itself uses it. */
export function isPageAddress(url: unknown, providerUrl: string): url is string {
  if (typeof url !== 'string' || !URL.canParse(url)) return false
  const { protocol } = new URL(url)
  return protocol === 'https:' || (protocol === 'http:' && providerUrl.startsWith('http:'))
}

/** Whether a text fits into a code to scan: one line, within the limit of our largest code. */
export function isCodeText(text: unknown): text is string {
  return typeof text === 'string' && /^[\x21-\x7e]+$/.test(text) && text.length <= longestQrText
}

/** The start of a text, whole characters only. */
export function cut(text: string, most: number): string {
  let result = ''
  for (const char of text) {
    if (result.length + char.length > most) break
    result += char
  }
  return result
}

/** A reference of ours in a provider's answer; null if it is malformed. */
export const referenceOf = (value: unknown) => (typeof value === 'string' && /^[\w-]{1,64}$/.test(value) ? value : null)

/** Whole minor units, from a number or a text; null for anything else. */
export function centsOf(value: unknown): number | null {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && /^\d{1,12}$/.test(text) ? Number(text) : null
}

/** The key that identifies repeats of one notification. */
export const eventKeyOf = (...facts: unknown[]) =>
  createHash('sha256').update(facts.map(String).join('\n')).digest('hex').slice(0, 40)

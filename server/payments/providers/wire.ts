import { createHash } from 'node:crypto'
import { longestQrText } from '#contract/constants.ts'

/** Only addresses that a browser may be sent to; without TLS only where the provider itself has none. */
export function isPageAddress(url: unknown, providerUrl: string): url is string {
  if (typeof url !== 'string' || !URL.canParse(url)) return false
  const { protocol } = new URL(url)
  return protocol === 'https:' || (protocol === 'http:' && providerUrl.startsWith('http:'))
}

/** Whether a text can be shown as a code to scan: one line, within what our largest code holds. */
export function isCodeText(text: unknown): text is string {
  return typeof text === 'string' && /^[\x21-\x7e]+$/.test(text) && text.length <= longestQrText
}

/** The beginning of a text, whole characters only. */
export function cut(text: string, most: number): string {
  let result = ''
  for (const char of text) {
    if (result.length + char.length > most) break
    result += char
  }
  return result
}

/** A reference of ours, as it may come back in an answer. */
export const referenceOf = (value: unknown) => (typeof value === 'string' && /^[\w-]{1,64}$/.test(value) ? value : null)

/** Whole minor units, however they are written; null for anything else. */
export function centsOf(value: unknown): number | null {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && /^\d{1,12}$/.test(text) ? Number(text) : null
}

/** What makes two notifications the same one. */
export const eventKeyOf = (...facts: unknown[]) =>
  createHash('sha256').update(facts.map(String).join('\n')).digest('hex').slice(0, 40)

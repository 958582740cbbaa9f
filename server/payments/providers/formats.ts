import { createHash } from 'node:crypto'
import { cancelledStatus, maxQrTextLength } from '#contract/constants.ts'

/** Whether a URL is safe for a redirect. Plain HTTP is allowed only if the provider itself uses it. */
export function isPageAddress(url: unknown, providerUrl: string): url is string {
  if (typeof url !== 'string' || !URL.canParse(url)) return false
  const { protocol } = new URL(url)
  return protocol === 'https:' || (protocol === 'http:' && providerUrl.startsWith('http:'))
}

/** The return URL for a shopper who cancels on the provider's page. */
export function cancelUrlOf(returnUrl: string): string {
  const url = new URL(returnUrl)
  url.searchParams.set('status', cancelledStatus)
  return url.href
}

/** Whether a text fits into a code to scan: ASCII without spaces, within the limit of our largest code. */
export function isCodeText(text: unknown): text is string {
  return typeof text === 'string' && /^[\x21-\x7e]+$/.test(text) && text.length <= maxQrTextLength
}

/** The start of a text, at most `maxLength` UTF-16 units, without half a character at the end. */
export function truncate(text: string, maxLength: number): string {
  let result = ''
  for (const char of text) {
    if (result.length + char.length > maxLength) break
    result += char
  }
  return result
}

/** Reads our reference from a provider's message; null if it is malformed. */
export const referenceOf = (value: unknown) => (typeof value === 'string' && /^[\w-]{1,64}$/.test(value) ? value : null)

/** Reads whole minor units from a number or a text; null for anything else. */
export function centsOf(value: unknown): number | null {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && /^\d{1,12}$/.test(text) ? Number(text) : null
}

/** Returns a key that is the same for all repetitions of one notification. */
export const eventKeyOf = (...facts: unknown[]) =>
  createHash('sha256').update(facts.map(String).join('\n')).digest('hex').slice(0, 40)

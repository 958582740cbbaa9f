import { parseDecimal } from '#contract/money.ts'

/**
 * Parses an amount as people type it, such as `12.8`, `12,80`, `$12.80` or `.50`, into minor units. Null for any other
 * text, including negative amounts.
 */
export function readAmount(text: string, currency: string): number | null {
  const number = text
    .trim()
    .replace(/^(?:[A-Z]{2,3})?\s*[$¥￥€£]?\s*/i, '')
    .replace(/^([\d,]+),(\d{1,2})$/, '$1.$2')
    .replace(/,(?=\d{3}\b)/g, '')
    .replace(/^\./, '0.')
  return number.startsWith('-') ? null : parseDecimal(number, currency)
}

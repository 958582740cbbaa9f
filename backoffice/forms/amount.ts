import { parseDecimal } from '#contract/money.ts'

/**
 * Reads an amount as people type it, in minor units: `12.8`, `12,80`, `$12.80`, `.50`. Null for anything else, also for
 * an amount below zero.
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

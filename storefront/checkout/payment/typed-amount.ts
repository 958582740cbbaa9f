import { parseDecimal } from '#contract/money.ts'

/**
 * Parses the typed amount and returns it in minor units. Ignores a currency sign and all other characters except
 * digits, points and commas. The first comma counts as a decimal point. Null if the rest is not an amount.
 */
export function typedAmount(form: FormData): number | null {
  const text = String(form.get('amount') ?? '')
    .normalize('NFKC')
    .replace(/[^\d.,]/g, '')
    .replace(',', '.')
  return parseDecimal(text, String(form.get('currency') ?? ''))
}

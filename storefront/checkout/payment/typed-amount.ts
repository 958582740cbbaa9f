import { parseDecimal } from '#contract/money.ts'

/**
 * Parses a typed amount into minor units. Accepts a currency sign and a decimal comma. Null if the text is not an
 * amount.
 */
export function typedAmount(form: FormData): number | null {
  const text = String(form.get('amount') ?? '')
    .normalize('NFKC')
    .replace(/[^\d.,]/g, '')
    .replace(',', '.')
  return parseDecimal(text, String(form.get('currency') ?? ''))
}

import { parseDecimal } from '#contract/money.ts'

/** Minor units of an amount as people type it, with a currency's sign or a comma; null for what is none. */
export function typedAmount(form: FormData): number | null {
  const text = String(form.get('amount') ?? '')
    .normalize('NFKC')
    .replace(/[^\d.,]/g, '')
    .replace(',', '.')
  return parseDecimal(text, String(form.get('currency') ?? ''))
}

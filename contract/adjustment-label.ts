import type { Adjustment } from './checkout.ts'
import type { MessageKey } from './messages.ts'
import type { Money } from './money.ts'
import type { Text } from './shapes.ts'

interface LabelFormat {
  say: (key: MessageKey, values?: Record<string, string>) => string
  pick: (text: Text) => string
  money: (money: Money) => string
}

/**
 * The label of a row of a bill or receipt: "HST 13% on $6.25 (No. 80123 4567 RT0001)". A tax on only a part of the sale
 * shows the taxed amount. A tax for which the shop is registered shows the shop's registration number. The discount of
 * a coupon shows the coupon's code.
 */
export function adjustmentLabel(
  { label, code, base, registration }: Pick<Adjustment, 'label' | 'code' | 'base' | 'registration'>,
  { say, pick, money }: LabelFormat,
): string {
  if (code) return say('money.discount_code', { discount: pick(label), code })
  const tax = pick(label)
  if (base && registration) return say('money.tax_on_number', { tax, base: money(base), number: registration })
  if (base) return say('money.tax_on', { tax, base: money(base) })
  return registration ? say('mail.tax_number', { tax, number: registration }) : tax
}

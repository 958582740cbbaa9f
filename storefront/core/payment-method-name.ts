import type { MessageKey } from '#contract/messages.ts'
import { useShop } from './shop.ts'

/** The name of a payment method in the visitor's language. Empty if unknown. */
export function usePaymentMethodName(paymentOption: string | null): string {
  const { t } = useShop()
  if (!paymentOption) return ''
  // The key may be unknown. `t` then returns the key itself.
  const key = `payments.${paymentOption}` as MessageKey
  const name = t(key)
  return name === key ? '' : name
}

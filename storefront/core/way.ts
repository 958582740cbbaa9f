import type { MessageKey } from '#contract/messages.ts'
import { useShop } from './shop.ts'

/** The name of a way to pay in the visitor's language, or nothing. */
export function useWay(paymentOption: string | null): string {
  const { t } = useShop()
  if (!paymentOption) return ''
  const key = `payments.${paymentOption}` as MessageKey
  const name = t(key)
  return name === key ? '' : name
}

import type { Ledger } from '#contract/ledger.ts'
import { statementOf } from '#contract/ledger.ts'
import { useShop } from '#storefront/core/shop.ts'

/** The payments and refunds of an order, derived from its ledger. */
export function Statement({ ledger }: { ledger: Ledger }) {
  const { t, moneyText } = useShop()
  return statementOf(ledger).map(({ key, amount }) => (
    <p key={key + (amount?.currency ?? '')}>
      {amount ? t(`money.${key}`, { amount: moneyText(amount) }) : t(`money.${key}`)}
    </p>
  ))
}

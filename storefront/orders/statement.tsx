import type { Ledger } from '#contract/ledger.ts'
import { statementOf } from '#contract/ledger.ts'
import { formatCharge } from '#contract/money.ts'
import { useShop } from '#storefront/core/shop.ts'

/** What became of an order's money, from its books alone. */
export function Statement({ ledger }: { ledger: Ledger }) {
  const { t, locale } = useShop()
  return statementOf(ledger).map(({ key, amount }) => (
    <p key={key + (amount?.currency ?? '')}>
      {amount ? t(`money.${key}`, { amount: formatCharge(amount, locale) }) : t(`money.${key}`)}
    </p>
  ))
}

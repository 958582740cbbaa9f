import type { Money } from '#contract/money.ts'
import { minorDigits } from '#contract/money.ts'
import { useShellData } from '#storefront/core/shell-data.ts'
import { useShop } from '#storefront/core/shop.ts'

interface PriceProps {
  money: Money
  className?: string
  /** Whether to omit the approximate amount in the currency that the visitor chose. */
  isExact?: boolean
}

/**
 * An amount of money in the visitor's format. If the visitor chose another currency, also shows the approximate amount
 * in that currency.
 */
export function Price({ money, className = '', isExact = false }: PriceProps) {
  const { t, moneyText } = useShop()
  const { chosenCurrency } = useShellData()
  const shownCurrency = isExact || !chosenCurrency || chosenCurrency.code === money.currency ? null : chosenCurrency
  return (
    <span className={`money ${className}`}>
      {moneyText(money)}
      {shownCurrency && (
        <small className="money-about">
          {' '}
          {t('shell.approximately', { price: moneyText(convert(money, shownCurrency)) })}
        </small>
      )}
    </span>
  )
}

/** Converts an amount for display. Shoppers always pay in the shop's own currency. */
function convert({ amount, currency }: Money, { code, rate }: { code: string; rate: number }): Money {
  const shift = 10 ** (minorDigits(code) - minorDigits(currency))
  return { amount: Math.round(amount * rate * shift), currency: code }
}

import type { Money } from '#contract/money.ts'
import { formatCharge, formatMoney, minorDigits } from '#contract/money.ts'
import { useShellData } from '#storefront/core/shell-data.ts'
import { useShop } from '#storefront/core/shop.ts'

interface PriceProps {
  money: Money
  className?: string
  /** Whether to omit the approximate amount in the currency that the visitor chose. */
  isExact?: boolean
  /** Whether this is the amount that the shop charges. The currency's country is then shown. */
  isCharge?: boolean
}

/**
 * An amount of money in the visitor's format. If the visitor chose another currency, also shows the approximate amount
 * in it.
 */
export function Price({ money, className = '', isExact = false, isCharge = false }: PriceProps) {
  const { locale, t } = useShop()
  const { chosenCurrency } = useShellData()
  const about = isExact || !chosenCurrency || chosenCurrency.code === money.currency ? null : chosenCurrency
  return (
    <span className={`money ${className}`}>
      {isCharge ? formatCharge(money, locale) : formatMoney(money, locale)}
      {about && (
        <small className="money-about">
          {' '}
          {t('shell.approximately', { price: formatMoney(convert(money, about), locale) })}
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

import type { Money } from '#contract/money.ts'
import { formatMoney } from '#contract/money.ts'
import { useShop } from '#storefront/shop.ts'

/** An amount of money as the visitor's language writes it. */
export function Price({ money, className = '' }: { money: Money; className?: string }) {
  const { locale } = useShop()
  return <span className={`money ${className}`}>{formatMoney(money, locale)}</span>
}

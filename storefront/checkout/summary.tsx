import type { ReactNode } from 'react'
import type { Money } from '#contract/money.ts'
import { useShop } from '#storefront/shop.ts'
import { Price } from '#storefront/ui/price.tsx'

interface SummaryProps {
  total: Money
  /** Whether a phone shows it unfolded at first. */
  isOpen?: boolean
  children: ReactNode
}

/** The order beside the form: always in sight on a desktop, folded under its total on a phone. */
export function Summary({ total, isOpen = false, children }: SummaryProps) {
  const { t } = useShop()
  return (
    <>
      <details className="summary-fold" open={isOpen}>
        <summary>
          <span>{t('checkout.summary_show')}</span>
          <Price money={total} />
        </summary>
        <div className="summary-inside">{children}</div>
      </details>
      <aside className="summary-beside" aria-labelledby="summary-title">
        <h2 id="summary-title">{t('checkout.summary')}</h2>
        {children}
      </aside>
    </>
  )
}

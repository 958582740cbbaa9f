import type { ReactNode } from 'react'
import type { Money } from '#contract/money.ts'
import { useShop } from '#storefront/shop.ts'
import { Price } from '#storefront/ui/price.tsx'

/** The order beside the form: always in sight on a desktop, folded under its total on a phone. */
export function Summary({ total, children }: { total: Money; children: ReactNode }) {
  const { t } = useShop()
  return (
    <>
      <details className="summary-fold">
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

import type { ReactNode } from 'react'
import type { Line } from '#contract/cart.ts'
import type { Money } from '#contract/money.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Price } from '#storefront/parts/price.tsx'
import { BillLines } from './bill.tsx'

/** More lines than this would hide the sums below them, and on a phone all choices. They are then folded. */
const mostLines = 8

interface SummaryProps {
  total: Money
  lines: Line[]
  /** Whether a phone shows it unfolded initially. */
  isOpen?: boolean
  /** The sums. */
  children: ReactNode
}

/** The order beside the form: always visible on a desktop, folded under its total on a phone. */
export function Summary({ total, lines, isOpen = false, children }: SummaryProps) {
  const { t } = useShop()
  return (
    <>
      <details className="summary-fold" open={isOpen}>
        <summary>
          <span>{t('checkout.summary_show')}</span>
          <Price money={total} />
        </summary>
        <div className="summary-inside">
          <Lines lines={lines} />
          {children}
        </div>
      </details>
      <aside className="summary-beside" aria-labelledby="summary-title">
        <h2 id="summary-title">{t('checkout.summary')}</h2>
        <Lines lines={lines} />
        {children}
      </aside>
    </>
  )
}

/** The lines of the order; folded under their count if there are many. */
function Lines({ lines }: { lines: Line[] }) {
  const { count } = useShop()
  if (lines.length <= mostLines) return <BillLines lines={lines} />
  return (
    <details className="summary-lines">
      <summary className="link">{count('cart.items', lines.length)}</summary>
      <BillLines lines={lines} />
    </details>
  )
}

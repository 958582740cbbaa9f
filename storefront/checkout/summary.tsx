import type { ReactNode } from 'react'
import type { Bill } from '#contract/billing.ts'
import type { Line } from '#contract/cart.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Price } from '#storefront/parts/price.tsx'
import { BillLines } from './bill.tsx'

/** More lines than this would hide the sums below them, and on a phone all choices. They are then folded. */
const mostLines = 8

interface SummaryProps {
  bill: Pick<Bill, 'total' | 'lines' | 'isEstimated'>
  /** Whether a phone shows it unfolded initially. */
  isOpen?: boolean
  /** The sums. */
  children: ReactNode
}

/** The order beside the form: always visible on a desktop, folded under its total on a phone. */
export function Summary({ bill: { total, lines, isEstimated }, isOpen = false, children }: SummaryProps) {
  const { t } = useShop()
  return (
    <>
      <details className="summary-fold" open={isOpen}>
        <summary>
          <span>{t('checkout.summary_show')}</span>
          <span>
            {isEstimated && <small className="estimated">{t('checkout.estimated')}</small>} <Price money={total} />
          </span>
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

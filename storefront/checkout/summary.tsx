import type { ReactNode } from 'react'
import type { Bill } from '#contract/billing.ts'
import type { Line } from '#contract/cart.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Price } from '#storefront/parts/price.tsx'
import { BillLines } from './bill.tsx'

/**
 * The maximum number of unfolded lines. More lines would push the sums out of view, and on a phone the form as well.
 */
const mostLines = 8

interface SummaryProps {
  bill: Pick<Bill, 'total' | 'lines' | 'isEstimated'>
  /** Whether the summary is initially unfolded on a phone. */
  isOpen?: boolean
  /** The sums below the lines. */
  children: ReactNode
}

/** The order summary. On a desktop it is always visible beside the form, on a phone it is folded under its total. */
export function Summary({ bill: { total, lines, isEstimated }, isOpen = false, children }: SummaryProps) {
  const { t } = useShop()
  return (
    <>
      <details className="summary-fold" open={isOpen}>
        <summary>
          <span>{t('checkout.summary')}</span>
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

/** The lines of the order, folded under their count if there are many. */
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

import type { ReactNode } from 'react'
import type { Bill } from '#contract/billing.ts'
import type { Line } from '#contract/cart.ts'
import { piecesOf } from '#storefront/basket/basket.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Price } from '#storefront/parts/price.tsx'
import { BillLines, CouponDiscount } from './bill.tsx'

/**
 * The maximum number of unfolded lines. More lines would push the sums out of view, and on a phone the form as well.
 */
const maxUnfoldedLines = 8

interface SummaryProps {
  bill: Pick<Bill, 'total' | 'lines' | 'adjustments' | 'isEstimated'>
  /** The sums below the lines. */
  children: ReactNode
  /** The button of the step. On a desktop it is in the card of the order, on a phone at the bottom of the window. */
  action: ReactNode
}

/**
 * The order summary. On a desktop it is always visible beside the form. On a phone it is folded to one line, with the
 * number of pieces, the discount of a coupon and the total.
 */
export function Summary({ bill: { total, lines, adjustments, isEstimated }, children, action }: SummaryProps) {
  const { t, count } = useShop()
  return (
    <>
      <details className="summary-fold">
        <summary>
          <span>
            {t('checkout.summary')} <small>{count('orders.pieces', piecesOf(lines))}</small>
          </span>
          <span className="summary-total">
            <CouponDiscount adjustments={adjustments} />
            <span>
              {isEstimated && <small className="estimated">{t('checkout.estimated')}</small>} <Price money={total} />
            </span>
          </span>
        </summary>
        <div className="summary-inside">
          <SummaryLines lines={lines} />
          {children}
        </div>
      </details>
      <div className="pay-side">
        <SummaryBeside lines={lines}>{children}</SummaryBeside>
        {action}
      </div>
    </>
  )
}

/** The order summary beside the form. Phones do not show it. */
export function SummaryBeside({ lines, children }: { lines: Line[]; children: ReactNode }) {
  const { t } = useShop()
  return (
    <aside className="summary-beside" aria-labelledby="summary-title">
      <h2 id="summary-title">{t('checkout.summary')}</h2>
      <SummaryLines lines={lines} />
      {children}
    </aside>
  )
}

/** The lines of the order, folded under the number of pieces if there are many. */
export function SummaryLines({ lines }: { lines: Line[] }) {
  const { count } = useShop()
  if (lines.length <= maxUnfoldedLines) return <BillLines lines={lines} />
  return (
    <details className="summary-lines">
      <summary className="link">{count('orders.pieces', piecesOf(lines))}</summary>
      <BillLines lines={lines} />
    </details>
  )
}

import type { ReactNode } from 'react'
import type { Bill } from '#contract/billing.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Price } from '#storefront/parts/price.tsx'
import './checkout-bar.css'

/**
 * A bar with the button for the next step. The bar sticks to the bottom of the window until the shopper scrolls to the
 * bar's position in the page.
 */
export function CheckoutBar({ children }: { children: ReactNode }) {
  return <div className="checkout-submit checkout-bar">{children}</div>
}

/** The amount due now, marked as estimated while the fulfilment method or the delivery fee is unknown. */
export function Sum({ bill: { amountDue, isEstimated } }: { bill: Pick<Bill, 'amountDue' | 'isEstimated'> }) {
  const { t } = useShop()
  return (
    <span>
      {isEstimated && <small className="estimated">{t('checkout.estimated')}</small>} <Price money={amountDue} />
    </span>
  )
}

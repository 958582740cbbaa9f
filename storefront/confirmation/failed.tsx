import type { RefObject } from 'react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { checkoutPath } from '#storefront/links.ts'
import { tell } from '#storefront/measuring/tell.ts'
import { canReorder, Reordered, ReorderForm } from '#storefront/orders/deeds.tsx'
import type { Outcome } from '#storefront/orders/work.ts'
import { useShop } from '#storefront/shop.ts'
import type { Source } from './source.ts'

interface FailedProps {
  order: Order
  source: Source
  /** What came of ordering again. */
  outcome: Outcome | undefined
  /** Opened by its mailed link: the cart may be in another browser. */
  isByLink: boolean
  heading: RefObject<HTMLHeadingElement | null>
}

/** An order that came to nothing: whether money was taken, and the way back. */
export function Failed({ order, source, outcome, isByLink, heading }: FailedProps) {
  const { t } = useShop()
  useEffect(() => tell({ name: 'payment_failed', orderId: order.orderID }), [order.orderID])
  const campaign = order.campaign?.fissionCampaignId ?? ''
  const asksAnew = isByLink && canReorder(order)
  const ended = asksAnew ? 'confirmation.failed_link_text' : 'confirmation.failed_text'
  const text = order.status === 'INTERIM' ? 'confirmation.failed_here_text' : ended
  return (
    <section className="panel" data-state="failed">
      <span className="panel-mark" aria-hidden="true">
        !
      </span>
      <h1 ref={heading} tabIndex={-1}>
        {t('confirmation.failed_title')}
      </h1>
      <p className="panel-text">{t(text)}</p>
      {source.error && <p className="alert">{t(source.error)}</p>}
      {source.message && <p className="field-hint">{t('confirmation.failed_said', { message: source.message })}</p>}
      {outcome?.reordered && <Reordered {...outcome.reordered} />}
      {asksAnew ? (
        !outcome?.reordered && (
          <div className="panel-actions">
            <ReorderForm />
          </div>
        )
      ) : (
        <div className="panel-actions">
          <Link to={campaign ? checkoutPath('cart', campaign) : '/checkout'} className="button">
            {t('confirmation.back_to_cart')}
          </Link>
          <Link to={checkoutPath('payment', campaign)} className="link">
            {t('confirmation.try_again')}
          </Link>
        </div>
      )}
      <p className="field-hint">{t('confirmation.order_id', { id: order.orderID })}</p>
    </section>
  )
}

import type { ReactNode, RefObject } from 'react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { mayHavePaid } from '#contract/ledger.ts'
import type { OrderDetail } from '#contract/orders.ts'
import type { CheckedPayment } from '#contract/payments.ts'
import { BillLines } from '#storefront/checkout/bill.tsx'
import { tell } from '#storefront/core/analytics/tell.ts'
import { checkoutPath } from '#storefront/core/links.ts'
import { useShop } from '#storefront/core/shop.ts'
import type { Outcome } from '#storefront/orders/order-actions.ts'
import { canReorder, Reordered, ReorderForm } from '#storefront/orders/order-forms.tsx'
import { Statement } from '#storefront/orders/statement.tsx'
import type { Source } from './source.ts'
import '#storefront/checkout/terms.css'
import './confirmation.css'

interface FailedProps {
  order: OrderDetail
  /** How the order's payment ended. Undefined if unknown. */
  ended: CheckedPayment['ended']
  source: Source
  /** The result of the form that orders again. */
  outcome: Outcome | undefined
  /** Whether the visitor followed the emailed link, so that the cart may be in another browser. */
  isByLink: boolean
  heading: RefObject<HTMLHeadingElement | null>
}

/** The page of a failed order: whether money was charged, a link back to the cart, and the content of the order. */
export function Failed({ order, ended, source, outcome, isByLink, heading }: FailedProps) {
  const { t } = useShop()
  useEffect(() => tell({ name: 'payment_failed', orderId: order.orderID }), [order.orderID])
  const campaign = order.campaign?.fissionCampaignId ?? ''
  const asksAnew = isByLink && canReorder(order)
  const isWaiting = order.status === 'INTERIM'
  const isOver = !isWaiting || order.ledger.payments.length > 0
  const isCancelled = ended === 'cancelled' || (isWaiting && source.isCancelled)
  const waiting = isCancelled ? 'confirmation.cancelled_here_text' : 'confirmation.failed_here_text'
  const over = asksAnew ? 'confirmation.failed_link_text' : 'confirmation.failed_text'
  return (
    <FailedPanel
      isCancelled={isCancelled}
      mayHavePaid={!isWaiting && mayHavePaid(order.ledger)}
      isExpired={ended === 'expired'}
      source={source}
      text={t(isWaiting ? waiting : over)}
      heading={heading}
    >
      {isOver && (
        <div className="panel-text">
          <Statement ledger={order.ledger} />
        </div>
      )}
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
      <div className="panel-order">
        <BillLines lines={order.lines} />
      </div>
      <p className="field-hint">{t('confirmation.order_number', { number: order.orderNumber })}</p>
    </FailedPanel>
  )
}

interface FailedPanelProps {
  /** Whether the shopper cancelled the payment in the wallet. */
  isCancelled: boolean
  /** Whether money was or may have been received. The panel then does not say that the payment failed. */
  mayHavePaid?: boolean
  isExpired?: boolean
  source: Source
  text: string
  heading?: RefObject<HTMLHeadingElement | null>
  children: ReactNode
}

/** The panel of a failed payment: what happened, and why. */
export function FailedPanel(props: FailedPanelProps) {
  const { isCancelled, mayHavePaid = false, isExpired = false, source, text, heading, children } = props
  const { t } = useShop()
  const title = isCancelled ? 'you_cancelled_title' : 'failed_title'
  const message = isCancelled ? null : source.message
  return (
    <section className="panel" data-state="failed">
      <span className="panel-mark" aria-hidden="true">
        !
      </span>
      <h1 ref={heading} tabIndex={-1}>
        {t(`confirmation.${mayHavePaid ? 'ended_title' : title}`)}
      </h1>
      <p className="panel-text">
        {isExpired && `${t('confirmation.expired_text')} `}
        {text}
      </p>
      {source.error && <p className="alert">{t(source.error)}</p>}
      {message && <p className="field-hint">{t('confirmation.failed_said', { message })}</p>}
      {children}
    </section>
  )
}

import type { RefObject } from 'react'
import { Link } from 'react-router'
import type { CampaignDetail } from '#contract/campaigns.ts'
import type { OrderDetail } from '#contract/orders.ts'
import { JoinConfirmation } from '#storefront/campaigns/join-confirmation.tsx'
import { checkoutPath } from '#storefront/core/links.ts'
import { useShop } from '#storefront/core/shop.ts'
import type { Outcome } from '#storefront/orders/order-actions.ts'
import { canReorder, Reordered, ReorderForm } from '#storefront/orders/order-forms.tsx'
import { OrderProgress } from '#storefront/orders/order-progress.tsx'
import { Receipt } from '#storefront/orders/receipt.tsx'
import { Statement } from '#storefront/orders/statement.tsx'
import { Icon } from '#ui/icon.tsx'
import '#storefront/checkout/terms.css'
import './confirmation.css'

interface CancelledProps {
  order: OrderDetail
  campaign: CampaignDetail | null
  /** The result of the form that orders again. */
  outcome: Outcome | undefined
  /** Whether the visitor followed the emailed link. The cart may then be in another browser. */
  isByLink: boolean
  heading: RefObject<HTMLHeadingElement | null>
}

/** The page of a cancelled order: refunds, timeline and content. */
export function Cancelled({ order, campaign, outcome, isByLink, heading }: CancelledProps) {
  const { t } = useShop()
  return (
    <>
      <section className="panel" data-state="cancelled">
        <span className="panel-mark" aria-hidden="true">
          <Icon name="close" />
        </span>
        <h1 ref={heading} tabIndex={-1}>
          {t('confirmation.cancelled_title')}
        </h1>
        <RefundSummary order={order} />
        {outcome?.reordered ? (
          <Reordered {...outcome.reordered} />
        ) : (
          <NextActions order={order} isInCart={order.isInCart && !isByLink} />
        )}
        <p className="field-hint">{t('confirmation.order_number', { number: order.orderNumber })}</p>
      </section>
      {campaign && <JoinConfirmation order={order} campaign={campaign} />}
      <OrderProgress order={order} campaign={campaign} hidesPayments />
      <section className="confirmation-part">
        <h2>{t('confirmation.details')}</h2>
        <Receipt order={order} />
      </section>
    </>
  )
}

/** Shows how to order again: with the items that are still in the cart, or by adding the items again. */
function NextActions({ order, isInCart }: { order: OrderDetail; isInCart: boolean }) {
  const { t } = useShop()
  const canOrderAgain = !isInCart && canReorder(order)
  return (
    <>
      {canOrderAgain && <p className="panel-text">{t('confirmation.cancelled_again')}</p>}
      {isInCart && <p className="panel-text">{t('confirmation.cancelled_cart')}</p>}
      <div className="panel-actions">
        {canOrderAgain && <ReorderForm />}
        {isInCart && (
          <Link to={checkoutPath('cart', order.campaign?.fissionCampaignId ?? '')} className="button">
            {t('confirmation.back_to_cart')}
          </Link>
        )}
        {!isInCart && (
          <Link to="/store" className={canOrderAgain ? 'button button-quiet' : 'button'}>
            {t('confirmation.continue')}
          </Link>
        )}
      </div>
    </>
  )
}

/** What the shopper gets back: money, store credit and the coupon. */
function RefundSummary({ order }: { order: OrderDetail }) {
  const { t } = useShop()
  const { ledger, coupon } = order
  return (
    <div className="panel-text">
      <Statement ledger={ledger} />
      {coupon && <p>{t('orders.back_coupon', { code: coupon.code })}</p>}
    </div>
  )
}

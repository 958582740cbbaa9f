import type { RefObject } from 'react'
import { Link } from 'react-router'
import type { CampaignDetail } from '#contract/campaigns.ts'
import { formatCharge } from '#contract/money.ts'
import type { OrderDetail } from '#contract/orders.ts'
import { AfterJoining } from '#storefront/campaigns/after-joining.tsx'
import { checkoutPath } from '#storefront/links.ts'
import { Life } from '#storefront/orders/life.tsx'
import { Receipt } from '#storefront/orders/receipt.tsx'
import { useShop } from '#storefront/shop.ts'
import { Icon } from '#storefront/ui/icon.tsx'

interface CancelledProps {
  order: OrderDetail
  campaign: CampaignDetail | null
  heading: RefObject<HTMLHeadingElement | null>
}

/** An order that was let go: what came back or is on its way, all that happened, and what it was. */
export function Cancelled({ order, campaign, heading }: CancelledProps) {
  const { t } = useShop()
  const wasPlaced = order.timeline.some(({ kind }) => kind === 'paid') || order.payAtStore
  return (
    <>
      <section className="panel" data-state="cancelled">
        <span className="panel-mark" aria-hidden="true">
          <Icon name="close" />
        </span>
        <h1 ref={heading} tabIndex={-1}>
          {t('confirmation.cancelled_title')}
        </h1>
        <ComesBack order={order} />
        <div className="panel-actions">
          {wasPlaced ? (
            <Link to="/store" className="button">
              {t('confirmation.continue')}
            </Link>
          ) : (
            <Link to={checkoutPath('cart', order.campaign?.fissionCampaignId ?? '')} className="button">
              {t('confirmation.back_to_cart')}
            </Link>
          )}
        </div>
        <p className="field-hint">{t('confirmation.order_id', { id: order.orderID })}</p>
      </section>
      {campaign && <AfterJoining order={order} campaign={campaign} />}
      <Life order={order} />
      <section className="confirmation-part">
        <h2>{t('confirmation.details')}</h2>
        <Receipt order={order} />
      </section>
    </>
  )
}

/** What became of the money, the store credit and the coupon. */
function ComesBack({ order }: { order: OrderDetail }) {
  const { t, locale } = useShop()
  const { paymentStatus, amountDue, refunded, creditReturned, refundStatus, coupon } = order
  const charge = (amount: number) => formatCharge({ ...amountDue, amount }, locale)
  const isPending = refundStatus === 'PENDING'
  const wasCharged = paymentStatus === 'PAID_ONLINE' && amountDue.amount > 0
  return (
    <div className="panel-text">
      {!wasCharged && creditReturned.amount === 0 && <p>{t('confirmation.cancelled_text')}</p>}
      {wasCharged && isPending && (
        <p>{t('orders.back_money', { amount: charge(amountDue.amount - refunded.amount) })}</p>
      )}
      {refunded.amount > 0 && <p>{t('confirmation.cancelled_sent', { amount: charge(refunded.amount) })}</p>}
      {creditReturned.amount > 0 && (
        <p>{t('confirmation.cancelled_credit', { amount: charge(creditReturned.amount) })}</p>
      )}
      {coupon && <p>{t('orders.back_coupon', { code: coupon.code })}</p>}
    </div>
  )
}

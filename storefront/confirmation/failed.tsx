import type { ReactNode, RefObject } from 'react'
import { useEffect } from 'react'
import { Link, useRevalidator } from 'react-router'
import { mayHavePaid } from '#contract/ledger.ts'
import type { HeldGoods, OrderDetail } from '#contract/orders.ts'
import type { CheckedPayment } from '#contract/payments.ts'
import { campaignPath } from '#storefront/cards/facts.ts'
import { BillLines } from '#storefront/checkout/bill.tsx'
import { useRevalidateWhenStale } from '#storefront/checkout/details/use-revalidation.ts'
import { useHoldKeepAlive } from '#storefront/checkout/use-hold-keep-alive.ts'
import { trackEvent } from '#storefront/core/analytics/events.ts'
import { checkoutPath } from '#storefront/core/links.ts'
import { usePaymentMethodName } from '#storefront/core/payment-method-name.ts'
import { useShop } from '#storefront/core/shop.ts'
import { formatClock } from '#storefront/core/time/format.ts'
import { useRunningClock } from '#storefront/core/time/use-running-clock.ts'
import type { Outcome } from '#storefront/orders/order-actions.ts'
import { firstErrorFor } from '#storefront/orders/order-actions.ts'
import { canReorder, Reordered, ReorderForm } from '#storefront/orders/order-forms.tsx'
import { Statement } from '#storefront/orders/statement.tsx'
import { Icon } from '#ui/icon.tsx'
import type { PaymentOptions } from './other-ways.tsx'
import { OtherMethods } from './other-ways.tsx'
import type { Source } from './source.ts'
import { useTimeLeft } from './time-left.ts'
import '#storefront/checkout/terms.css'
import './confirmation.css'

/** The page revalidates this long after the hold ends, so that the server no longer returns the hold. */
const revalidateDelayMs = 1000

interface FailedProps {
  order: OrderDetail
  /** How the order's payment ended. Undefined if unknown. */
  ended: CheckedPayment['ended']
  source: Source
  /** The result of the last submitted form, which ordered the items again or started another payment. */
  outcome: Outcome | undefined
  /** Whether the visitor followed the emailed link. The cart may then be in another browser. */
  isByLink: boolean
  /** The payment methods for a pending order that is no longer in a cart. */
  ways: PaymentOptions | null
  now: number
  heading: RefObject<HTMLHeadingElement | null>
}

/**
 * The page of a failed order, or of a pending order whose payment failed or was cancelled according to the URL. Shows
 * whether money was charged, until when the shop holds the goods, how to pay or order again, and the order's items.
 */
export function Failed({ order, ended, source, outcome, isByLink, ways, now, heading }: FailedProps) {
  const { t } = useShop()
  useEffect(() => trackEvent({ name: 'payment_failed', orderId: order.orderID }), [order.orderID])
  const campaign = order.campaign?.fissionCampaignId ?? ''
  const isWaiting = order.status === 'INTERIM'
  const offersReorder = (isByLink || !order.isInCart) && canReorder(order)
  const isSettled = !isWaiting || order.ledger.payments.length > 0
  const isTransfer = order.paymentOption === 'etransfer'
  const isCancelled = ended === 'cancelled' || (isWaiting && source.isCancelled)
  const mayBePaid = mayHavePaid(order.ledger)
  // It is certain that no money was charged only if the provider has refused the payment, or has reported that the
  // shopper cancelled it.
  const isUncharged = !isWaiting && !mayBePaid && (ended === 'failed' || ended === 'cancelled')
  const text = isWaiting ? pendingTextKey(order, { isCancelled }) : failedTextKey(order, { offersReorder })
  return (
    <FailedPanel
      isCancelled={isCancelled}
      mayHavePaid={!isWaiting && mayBePaid}
      attempt={isWaiting || !mayBePaid ? { ...order, isUncharged } : undefined}
      {...(ended === 'expired' && { expired: isTransfer ? 'transfer' : 'payment' })}
      source={source}
      text={t(text)}
      heading={heading}
    >
      {order.held && (isWaiting || !offersReorder) && <HoldNote held={order.held} order={order} now={now} />}
      {isSettled && !isUncharged && (
        <div className="panel-text">
          <Statement ledger={order.ledger} />
        </div>
      )}
      {outcome?.reordered && <Reordered {...outcome.reordered} />}
      {isWaiting && !order.isInCart ? (
        ways && <OtherMethods order={order} ways={ways} error={firstErrorFor(outcome, 'pay')} isOpen />
      ) : (
        <div className="panel-actions">
          {offersReorder && !outcome?.reordered && <ReorderForm />}
          {!offersReorder && !order.isInCart && (
            <Link to={campaign ? campaignPath(campaign) : '/store'} className="button">
              {t('confirmation.continue')}
            </Link>
          )}
          {!offersReorder && order.isInCart && (
            <>
              <Link to={checkoutPath('payment', campaign)} className="button">
                {t('confirmation.try_again')}
              </Link>
              <Link to={campaign ? checkoutPath('cart', campaign) : '/checkout'} className="link">
                {t('confirmation.back_to_cart')}
              </Link>
            </>
          )}
        </div>
      )}
      <div className="panel-order">
        <BillLines lines={order.lines} />
      </div>
      <p className="field-hint">{t('confirmation.order_number', { number: order.orderNumber })}</p>
    </FailedPanel>
  )
}

function pendingTextKey({ isInCart }: OrderDetail, { isCancelled }: { isCancelled: boolean }) {
  if (isCancelled) return 'confirmation.cancelled_here_text'
  return isInCart ? 'confirmation.failed_here_text' : 'confirmation.failed_held_text'
}

function failedTextKey({ isInCart, isService, held }: OrderDetail, { offersReorder }: { offersReorder: boolean }) {
  if (offersReorder) return 'confirmation.failed_link_text'
  if (!isInCart) return 'confirmation.failed_gone_text'
  return held || isService ? 'confirmation.failed_text' : 'confirmation.failed_free_text'
}

interface HeldProps {
  held: HeldGoods
  order: Pick<OrderDetail, 'timeZone' | 'campaign'>
  now: number
}

/**
 * Shows until when the shop holds the goods and the time slot. Keeps the hold alive, and revalidates the page when the
 * hold ends.
 */
function HoldNote({ held: { until, isTimeHeld }, order: { timeZone, campaign }, now }: HeldProps) {
  const { t, locale } = useShop()
  const timeLeft = useTimeLeft(useRunningClock(now))
  const { revalidate } = useRevalidator()
  useHoldKeepAlive(campaign?.fissionCampaignId ?? '')
  useRevalidateWhenStale(now)
  useEffect(() => {
    const timer = setTimeout(revalidate, Math.max(0, Date.parse(until) - now) + revalidateDelayMs)
    return () => clearTimeout(timer)
  }, [until, now, revalidate])
  const values = { time: formatClock(until, timeZone, locale), left: timeLeft(until) }
  return (
    <p className="panel-until">
      <Icon name="clock" />
      {t(isTimeHeld ? 'confirmation.held_with_time' : 'confirmation.held', values)}
    </p>
  )
}

interface FailedPanelProps {
  /** Whether the shopper cancelled the payment in the wallet. */
  isCancelled: boolean
  /** Whether money was or may have been received. The panel then does not say that the payment failed. */
  mayHavePaid?: boolean
  /** The attempted payment. Undefined if it is unknown, or if the page lists the order's payments instead. */
  attempt?: AttemptProps | undefined
  /** Set if the money did not arrive in time. The value is what the shop expected: a payment or an e-transfer. */
  expired?: 'payment' | 'transfer' | undefined
  source: Source
  text: string
  heading?: RefObject<HTMLHeadingElement | null>
  children: ReactNode
}

/** The panel of a failed payment: what happened, and why. */
export function FailedPanel(props: FailedPanelProps) {
  const { isCancelled, mayHavePaid = false, attempt, expired, source, text, heading, children } = props
  const { t } = useShop()
  const titleKey = () => {
    if (mayHavePaid) return 'confirmation.ended_title'
    if (expired === 'transfer') return 'transfer.expired_title'
    return isCancelled ? 'confirmation.you_cancelled_title' : 'confirmation.failed_title'
  }
  const message = isCancelled ? null : source.message
  return (
    <section className="panel" data-state="failed">
      <span className="panel-mark" data-tone={isCancelled ? 'mild' : undefined} aria-hidden="true">
        !
      </span>
      <h1 ref={heading} tabIndex={-1}>
        {t(titleKey())}
      </h1>
      {attempt && <Attempt {...attempt} />}
      <p className="panel-text">
        {expired && `${t(expired === 'transfer' ? 'transfer.expired_text' : 'confirmation.expired_text')} `}
        {text}
      </p>
      {source.error && <p className="alert">{t(source.error)}</p>}
      {message && <p className="field-hint">{t('confirmation.failed_said', { message })}</p>}
      {children}
    </section>
  )
}

interface AttemptProps extends Pick<OrderDetail, 'amountDue' | 'paymentOption'> {
  /** Whether it is certain that no money moved. */
  isUncharged: boolean
}

/** The amount and the method of an attempted payment. */
function Attempt({ amountDue, paymentOption, isUncharged }: AttemptProps) {
  const { t, moneyText } = useShop()
  const methodName = usePaymentMethodName(paymentOption)
  return (
    <p className="panel-attempt">
      <strong className="panel-sum">{moneyText(amountDue)}</strong>
      {methodName && <span className="field-hint">{methodName}</span>}
      {isUncharged && <strong>{t('money.none')}</strong>}
    </p>
  )
}

import type { RefObject } from 'react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { balanceState } from '#contract/balance.ts'
import type { CampaignDetail } from '#contract/campaigns.ts'
import { formatTime } from '#contract/format.ts'
import { goesTo, placeOf } from '#contract/fulfilment-methods.ts'
import type { Order, OrderDetail } from '#contract/orders.ts'
import { JoinConfirmation } from '#storefront/campaigns/join-confirmation.tsx'
import { useJoinMessage } from '#storefront/campaigns/use-join-message.ts'
import { addressLines, ContactLines, Destination } from '#storefront/checkout/details/destination.tsx'
import { useDayName } from '#storefront/checkout/details/use-day-name.ts'
import { trackEvent } from '#storefront/core/analytics/events.ts'
import { usePaymentMethodName } from '#storefront/core/payment-method-name.ts'
import { useShop } from '#storefront/core/shop.ts'
import { calendarLink } from '#storefront/core/time/calendar.ts'
import { formatDay, formatSpan } from '#storefront/core/time/format.ts'
import type { BalancePayment } from '#storefront/orders/balance.ts'
import { CancelForm, FoldedForm } from '#storefront/orders/cancel-form.tsx'
import type { Outcome } from '#storefront/orders/order-actions.ts'
import { firstErrorFor } from '#storefront/orders/order-actions.ts'
import { CommentFields, CommentSent } from '#storefront/orders/order-forms.tsx'
import { isFinished, OrderProgress, OrderStateText, PromisedTime } from '#storefront/orders/order-progress.tsx'
import { PayBalance } from '#storefront/orders/pay-rest.tsx'
import { PrintButton } from '#storefront/orders/print-button.tsx'
import { PrintHead } from '#storefront/orders/print-head.tsx'
import { isPaid, Receipt } from '#storefront/orders/receipt.tsx'
import '#storefront/checkout/terms.css'
import './confirmation.css'

interface SuccessProps {
  order: OrderDetail
  campaign: CampaignDetail | null
  rest: BalancePayment | null
  now: number
  /** The result of the last form submitted on this page. */
  outcome: Outcome | undefined
  heading: RefObject<HTMLHeadingElement | null>
}

/** The page of a placed order: the pickup code, the next steps and the content. */
export function Success({ order, campaign, rest, now, outcome, heading }: SuccessProps) {
  const { t } = useShop()
  useEffect(() => trackEvent({ name: 'purchased', orderId: order.orderID, total: order.total }), [order])
  return (
    <>
      <PrintHead order={order} />
      <div className="confirmation-columns">
        <div className="confirmation-column">
          {order.isService ? (
            <MembershipWelcome order={order} heading={heading} />
          ) : (
            <Ticket order={order} campaign={campaign} now={now} heading={heading} />
          )}
          {rest && <PayBalance order={order} rest={rest} error={firstErrorFor(outcome, 'rest')} />}
          {campaign && <JoinConfirmation order={order} campaign={campaign} />}
          {order.timeline.length > 1 && <OrderProgress order={order} campaign={campaign} />}
          {!order.isService && (
            <OrderFacts
              order={order}
              now={now}
              title={t(isFinished(order) || campaign ? 'orders.facts' : 'confirmation.next')}
            />
          )}
        </div>
        <Details order={order} />
      </div>
      <div className="order-deeds">
        <CancelForm order={order} error={firstErrorFor(outcome, 'cancel', 'ask')} />
        <FoldedForm title={t('orders.write')} error={firstErrorFor(outcome, 'comment')}>
          <CommentFields />
        </FoldedForm>
        {outcome?.intent === 'comment' && !outcome.errors && <CommentSent order={order} />}
      </div>
      <NextActions />
    </>
  )
}

/**
 * The panel of a placed order: thanks, the order's state, the pickup code, and when and where the shopper gets the
 * order.
 */
function Ticket({ order, campaign, now, heading }: Omit<SuccessProps, 'outcome' | 'rest'>) {
  const { t, app, moneyText } = useShop()
  const joinMessage = useJoinMessage()
  const isPlaced = order.fulfilmentStatus === 'PLACED'
  return (
    <section className="panel panel-good" data-state="success">
      <Tick />
      <h1 ref={heading} tabIndex={-1}>
        {t(order.campaign ? 'campaign.in_title' : 'confirmation.paid_title', { name: order.contact.name })}
      </h1>
      <p className="panel-text">
        {!isPlaced && <OrderStateText order={order} />}
        {isPlaced &&
          (order.campaign ? joinMessage(campaign, { isUnpaid: !isPaid(order) }) : t('confirmation.paid_text'))}
      </p>
      <PickupCode order={order} />
      {!isFinished(order) && <HandoverSummary order={order} now={now} />}
      {!isPaid(order) && !isFinished(order) && (
        <p className="alert alert-note">
          {t(`confirmation.pay_at_${placeOf(order.method)}`, { amount: moneyText(order.amountDue) })}
        </p>
      )}
      {order.balance.amount > 0 && order.balanceStatus !== 'PAID' && balanceState(order) === 'due' && (
        <p className="alert alert-note">{t('confirmation.pay_rest', { amount: moneyText(order.balance) })}</p>
      )}
      <p className="field-hint">
        {goesTo(order.method, 'store') && (
          <>
            {t('confirmation.order_number', { number: order.orderNumber })}
            <br />
          </>
        )}
        {order.contact.email && (
          <>
            {t(isPaid(order) ? 'confirmation.receipt' : 'confirmation.confirmation', { email: order.contact.email })}
            <br />
          </>
        )}
        {t('confirmation.thanks', { store: app.storeName })}
      </p>
    </section>
  )
}

/**
 * The pickup code in large print. For an order that the shopper does not pick up at a store, shows the order's number.
 */
export function PickupCode({ order }: { order: Order }) {
  const { t } = useShop()
  const isAtStore = goesTo(order.method, 'store')
  return (
    <div className="pickup-code">
      <span className="pickup-code-label">{t(isAtStore ? 'confirmation.code' : 'confirmation.code_other')}</span>
      <strong>{isAtStore ? order.pickupCode : order.orderNumber}</strong>
      {!isFinished(order) && <span className="field-hint">{t(`confirmation.code_hint_${order.method}`)}</span>}
    </div>
  )
}

/** When and where the shopper gets the order, in short. The page shows the details below. */
function HandoverSummary({ order, now }: { order: Order; now: number }) {
  const { say, locale } = useShop()
  const when = useDayName(order.timeZone, now)
  const { slot, location, address, method, table } = order
  if (!slot || table) return null
  const point = order.campaign?.pickupPoint
  const place =
    goesTo(method, 'address') && address ? addressLines(address, locale)[0] : say(point?.name ?? location.name)
  const time = slot.time && formatTime(slot.time, locale, slot.until)
  return (
    <p className="panel-meeting">
      <strong>{[when(slot.date), time].filter(Boolean).join(' · ')}</strong>
      {place && <span>{place}</span>}
    </p>
  )
}

/** Shown for a new membership, which is active at once and needs no pickup. */
function MembershipWelcome({ order, heading }: Pick<SuccessProps, 'order' | 'heading'>) {
  const { t } = useShop()
  return (
    <section className="panel panel-good" data-state="success">
      <Tick />
      <h1 ref={heading} tabIndex={-1}>
        {t('membership.bought_title', { name: order.contact.name })}
      </h1>
      <p className="panel-text">{t('membership.bought_text')}</p>
      <Link className="button" to="/user/membership">
        {t('membership.see')}
      </Link>
      <p className="field-hint">{t('confirmation.receipt', { email: order.contact.email })}</p>
    </section>
  )
}

/** The time, place and contact of an order. */
export function OrderFacts({ order, now, title }: { order: Order; now: number; title: string }) {
  const { t, locale } = useShop()
  const when = useDayName(order.timeZone, now)
  const { slot, location, method } = order
  const day = slot && formatDay(slot.date, locale)
  return (
    <section className="confirmation-part">
      <h2>{title}</h2>
      <dl className="terms">
        {slot && (
          <div>
            <dt>{t(slot.asap ? 'payment.when_asap' : 'payment.when')}</dt>
            <dd>
              <strong>
                {when(slot.date) !== day && <span className="screen-only">{when(slot.date)} · </span>}
                {day}
                {slot.time &&
                  ` · ${formatTime(slot.time, locale, slot.asap || order.campaign ? slot.until : undefined)}`}
              </strong>{' '}
              <PromisedTime order={order} />
            </dd>
            <CalendarLink order={order} />
          </div>
        )}
        <Parcel order={order} />
        <Destination order={order}>
          {location.mapUrl && goesTo(method, 'store') && !order.campaign && (
            <dd className="terms-link">
              <a className="link" href={location.mapUrl} target="_blank" rel="noreferrer">
                {t('confirmation.map')}
              </a>
            </dd>
          )}
        </Destination>
        <div>
          <dt>{t(goesTo(method, 'store') ? 'payment.who' : 'payment.who_else')}</dt>
          <dd>
            {order.contact.name}
            <ContactLines phone={order.contact.phone} email="" />
          </dd>
        </div>
        {order.comment && (
          <div>
            <dt>{t('payment.comment')}</dt>
            <dd>{order.comment}</dd>
          </div>
        )}
      </dl>
    </section>
  )
}

/** The expected arrival of a parcel, and its tracking number. */
function Parcel({ order }: { order: Order }) {
  const { t, locale } = useShop()
  const { arrival, tracking } = order
  return (
    <>
      {arrival && !isFinished(order) && (
        <div>
          <dt>{t('orders.arrival')}</dt>
          <dd>
            <strong>{formatSpan(arrival, locale)}</strong>
          </dd>
        </div>
      )}
      {tracking && (
        <div>
          <dt>{t('orders.parcel')}</dt>
          <dd>
            {tracking.carrier} · {tracking.number}
          </dd>
          {tracking.url && (
            <dd className="terms-link">
              <a className="link" href={tracking.url} target="_blank" rel="noreferrer">
                {t('orders.follow')}
              </a>
            </dd>
          )}
        </div>
      )}
    </>
  )
}

function CalendarLink({ order }: { order: Order }) {
  const { t, say, app, locale } = useShop()
  const { slot, location, campaign, address, orderNumber: number, pickupCode: code, timeZone, orderID } = order
  if (!slot?.time || isFinished(order)) return null
  const point = campaign?.pickupPoint ?? location
  const isBrought = goesTo(order.method, 'address') && address
  const place = isBrought ? addressLines(address, locale) : [say(point.name), point.address]
  const href = calendarLink({
    id: orderID,
    title: isBrought
      ? t('confirmation.calendar_delivery', { number, store: app.storeName })
      : t('confirmation.calendar_title', { number, code, store: app.storeName }),
    place: place.filter(Boolean).join(', '),
    date: slot.date,
    time: slot.time,
    timeZone,
  })
  return (
    <dd className="terms-link">
      <a className="link" href={href} download={`${number}.ics`}>
        {t('confirmation.calendar')}
      </a>
    </dd>
  )
}

function Details({ order }: { order: Order }) {
  const { t } = useShop()
  const methodName = usePaymentMethodName(order.paymentOption)
  return (
    <section className="confirmation-part" id="order-detail">
      <h2>{t('confirmation.details')}</h2>
      <Receipt order={order} />
      <PrintButton order={order} />
      <p className="field-hint">
        {methodName && !order.payAtStore && (
          <>
            {t('confirmation.paid_with', { way: methodName })}
            <br />
          </>
        )}
        {t('confirmation.order_number', { number: order.orderNumber })}
      </p>
    </section>
  )
}

function NextActions() {
  const { t, app, isLoggedIn } = useShop()
  return (
    <div className="panel-actions">
      <Link to="/store" className="button">
        {t('confirmation.continue')}
      </Link>
      <a href="#order-detail" className="button button-quiet">
        {t('confirmation.detail')}
      </a>
      {app.system.appConfig.enableUserAccounts && (
        <Link to={isLoggedIn ? '/user/list' : '/account/signup'} className="button button-quiet">
          {t(isLoggedIn ? 'confirmation.my_account' : 'confirmation.register')}
        </Link>
      )}
    </div>
  )
}

function Tick() {
  return (
    <svg className="panel-tick" viewBox="0 0 64 64" aria-hidden="true">
      <circle cx="32" cy="32" r="28" />
      <path d="M20 33l8 8 16-17" />
    </svg>
  )
}

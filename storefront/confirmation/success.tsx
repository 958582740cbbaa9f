import type { RefObject } from 'react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { balanceState } from '#contract/balance.ts'
import type { CampaignDetail } from '#contract/campaigns.ts'
import { formatTime } from '#contract/format.ts'
import { goesTo, placeOf } from '#contract/fulfilment-methods.ts'
import type { Order, OrderDetail } from '#contract/orders.ts'
import { JoinConfirmation } from '#storefront/campaigns/join-confirmation.tsx'
import { useJoined } from '#storefront/campaigns/use-joined.ts'
import { Destination, linesOf, Reach } from '#storefront/checkout/details/destination.tsx'
import { useWhen } from '#storefront/checkout/details/use-when.ts'
import { tell } from '#storefront/core/analytics/tell.ts'
import { usePaymentMethodName } from '#storefront/core/payment-method-name.ts'
import { useShop } from '#storefront/core/shop.ts'
import { calendarLink } from '#storefront/core/time/calendar.ts'
import { formatDay, formatSpan } from '#storefront/core/time/when.ts'
import type { Rest } from '#storefront/orders/balance.ts'
import { CancelForm, Deed } from '#storefront/orders/cancel-form.tsx'
import type { Outcome } from '#storefront/orders/order-actions.ts'
import { errorOf } from '#storefront/orders/order-actions.ts'
import { CommentFields, CommentSent } from '#storefront/orders/order-forms.tsx'
import { isOver, Life, Now, Promised } from '#storefront/orders/order-progress.tsx'
import { PayRest } from '#storefront/orders/pay-rest.tsx'
import { PrintButton } from '#storefront/orders/print-button.tsx'
import { PrintHead } from '#storefront/orders/print-head.tsx'
import { isPaid, Receipt } from '#storefront/orders/receipt.tsx'
import '#storefront/checkout/terms.css'
import './confirmation.css'

interface SuccessProps {
  order: OrderDetail
  campaign: CampaignDetail | null
  rest: Rest | null
  now: number
  /** The result of the last form submitted on this page. */
  outcome: Outcome | undefined
  heading: RefObject<HTMLHeadingElement | null>
}

/** The page of a placed order: the pickup code, the next steps and the content. */
export function Success({ order, campaign, rest, now, outcome, heading }: SuccessProps) {
  const { t } = useShop()
  useEffect(() => tell({ name: 'purchased', orderId: order.orderID, total: order.total }), [order])
  return (
    <>
      <PrintHead order={order} />
      <div className="confirmation-columns">
        <div className="confirmation-column">
          {order.isService ? (
            <Welcome order={order} heading={heading} />
          ) : (
            <Ticket order={order} campaign={campaign} now={now} heading={heading} />
          )}
          {rest && <PayRest order={order} rest={rest} error={errorOf(outcome, 'rest')} />}
          {campaign && <JoinConfirmation order={order} campaign={campaign} />}
          {order.timeline.length > 1 && <Life order={order} campaign={campaign} />}
          {!order.isService && (
            <Next order={order} now={now} title={t(isOver(order) || campaign ? 'orders.facts' : 'confirmation.next')} />
          )}
        </div>
        <Details order={order} />
      </div>
      <div className="order-deeds">
        <CancelForm order={order} error={errorOf(outcome, 'cancel', 'ask')} />
        <Deed title={t('orders.write')} error={errorOf(outcome, 'comment')}>
          <CommentFields />
        </Deed>
        {outcome?.intent === 'comment' && !outcome.errors && <CommentSent order={order} />}
      </div>
      <Onwards />
    </>
  )
}

/**
 * The panel of a placed order: thanks, the order's state, the pickup code, and when and where the shopper gets the
 * order.
 */
function Ticket({ order, campaign, now, heading }: Omit<SuccessProps, 'outcome' | 'rest'>) {
  const { t, app, moneyText } = useShop()
  const joined = useJoined()
  return (
    <section className="panel panel-good" data-state="success">
      <Tick />
      <h1 ref={heading} tabIndex={-1}>
        {t(order.campaign ? 'campaign.in_title' : 'confirmation.paid_title', { name: order.contact.name })}
      </h1>
      <p className="panel-text">
        {order.fulfilmentStatus !== 'PLACED' ? (
          <Now order={order} />
        ) : order.campaign ? (
          joined(campaign, !isPaid(order))
        ) : (
          t('confirmation.paid_text')
        )}
      </p>
      <PickupCode order={order} />
      {!isOver(order) && <Meeting order={order} now={now} />}
      {!isPaid(order) && !isOver(order) && (
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
      {!isOver(order) && <span className="field-hint">{t(`confirmation.code_hint_${order.method}`)}</span>}
    </div>
  )
}

/** When and where the shopper gets the order, in short. The page shows the details below. */
function Meeting({ order, now }: { order: Order; now: number }) {
  const { say, locale } = useShop()
  const when = useWhen(order.timeZone, now)
  const { slot, location, address, method, table } = order
  if (!slot || table) return null
  const point = order.campaign?.pickupPoint
  const place = goesTo(method, 'address') && address ? linesOf(address, locale)[0] : say(point?.name ?? location.name)
  const time = slot.time && formatTime(slot.time, locale, slot.until)
  return (
    <p className="panel-meeting">
      <strong>{[when(slot.date), time].filter(Boolean).join(' · ')}</strong>
      {place && <span>{place}</span>}
    </p>
  )
}

/** Shown for a new membership, which is active at once and needs no pickup. */
function Welcome({ order, heading }: Pick<SuccessProps, 'order' | 'heading'>) {
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
export function Next({ order, now, title }: { order: Order; now: number; title: string }) {
  const { t, locale } = useShop()
  const when = useWhen(order.timeZone, now)
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
              <Promised order={order} />
            </dd>
            <CalendarLink order={order} />
          </div>
        )}
        <Parcel order={order} />
        <Destination way={order}>
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
            <Reach phone={order.contact.phone} email="" />
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
      {arrival && !isOver(order) && (
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
  const { t, say, app } = useShop()
  const { slot, location, campaign, orderNumber: number, pickupCode: code, timeZone, orderID } = order
  if (!slot?.time || isOver(order)) return null
  const { name, address: street } = campaign?.pickupPoint ?? location
  const address = calendarLink({
    id: orderID,
    title: t('confirmation.calendar_title', { number, code, store: app.storeName }),
    place: [say(name), street].filter(Boolean).join(', '),
    date: slot.date,
    time: slot.time,
    timeZone,
  })
  return (
    <dd className="terms-link">
      <a className="link" href={address} download={`${number}.ics`}>
        {t('confirmation.calendar')}
      </a>
    </dd>
  )
}

function Details({ order }: { order: Order }) {
  const { t } = useShop()
  const way = usePaymentMethodName(order.paymentOption)
  return (
    <section className="confirmation-part" id="order-detail">
      <h2>{t('confirmation.details')}</h2>
      <Receipt order={order} />
      <PrintButton order={order} />
      <p className="field-hint">
        {way && !order.payAtStore && (
          <>
            {t('confirmation.paid_with', { way })}
            <br />
          </>
        )}
        {t('confirmation.order_number', { number: order.orderNumber })}
      </p>
    </section>
  )
}

function Onwards() {
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

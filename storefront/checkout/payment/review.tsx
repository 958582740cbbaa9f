import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Bill } from '#contract/billing.ts'
import { formatPhone, formatTime } from '#contract/format.ts'
import { goesTo } from '#contract/fulfilment-methods.ts'
import { piecesOf, useBasket } from '#storefront/basket/basket.ts'
import { CouponOff } from '#storefront/checkout/bill.tsx'
import { Destination, linesOf, Reach } from '#storefront/checkout/details/destination.tsx'
import { fieldId, slotFields } from '#storefront/checkout/details/details.ts'
import { useWholeDay } from '#storefront/checkout/details/use-when.ts'
import { SummaryLines } from '#storefront/checkout/summary.tsx'
import { useShop } from '#storefront/core/shop.ts'
import { formatClock } from '#storefront/core/time/when.ts'
import { arrivalText } from '#storefront/parts/arrival.ts'
import { Price } from '#storefront/parts/price.tsx'
import '#storefront/checkout/terms.css'
import './payment.css'
import './review.css'

interface ReviewProps {
  bill: Bill
  timeZone: string
  isTimeGone: boolean
  now: number
  /** The sums of the bill. Only phones show them here. */
  children: ReactNode
}

/**
 * The order in one card. Folded, it shows the time, place, contact and end of the hold. Unfolded, it has links to
 * change time, place and contact, and on phones also the lines and sums.
 */
export function Review({ bill, timeZone, isTimeGone, now, children }: ReviewProps) {
  const { t, count, locale } = useShop()
  const { contact, heldUntil, lines, isService } = bill
  const when = useTimeText(bill, { timeZone, now })
  const place = usePlaceText(bill)
  if (!contact) return null
  return (
    <details className="summary-fold review">
      <summary>
        <span className="review-facts">
          {when && <strong>{when}</strong>}
          {!isService && <span>{place}</span>}
          <span>{[contact.name, contact.phone && formatPhone(contact.phone)].filter(Boolean).join(' · ')}</span>
        </span>
        <span className="review-end">
          <span className="review-sum summary-total">
            <CouponOff adjustments={bill.adjustments} />
            <strong>
              <Price money={bill.total} />
            </strong>
          </span>
          <span className="unfold">
            <span className="review-sum">{count('orders.pieces', piecesOf(lines))}</span>
            <span className="review-change">{t('checkout.edit')}</span>
          </span>
        </span>
        <span className={heldUntil || isService ? 'held' : 'held held-over'}>
          {isService
            ? t('membership.only')
            : heldUntil
              ? t('payment.held', { time: formatClock(heldUntil, timeZone, locale) })
              : t(isTimeGone ? 'payment.time_gone' : 'payment.not_held')}
        </span>
      </summary>
      <div className="summary-inside">
        <Agreed bill={bill} when={when} />
        <div className="review-order">
          <SummaryLines lines={lines} />
          {children}
        </div>
      </div>
    </details>
  )
}

/** The chosen time, place and contact, each with an edit link, and also the days of arrival and the note. */
function Agreed({ bill, when }: { bill: Bill; when: string | null }) {
  const { t, count } = useShop()
  const { slot, contact, comment } = bill
  const basket = useBasket()
  const toTime = useWayToTime(bill)
  if (!contact) return null
  return (
    <dl className="terms agreed">
      {slot?.time && (
        <div>
          <dt>{t(slot.asap ? 'payment.when_asap' : 'payment.when')}</dt>
          <dd>
            <strong>{when}</strong>
          </dd>
          <Edit to={toTime} label={t('checkout.edit_when')} />
        </div>
      )}
      {bill.delivery?.days && (
        <div>
          <dt>{t('orders.arrival')}</dt>
          <dd>
            <strong>{arrivalText(bill.delivery.days, { t, count })}</strong>
          </dd>
        </div>
      )}
      {!bill.isService && (
        <Destination way={bill}>
          <Edit
            to={goesTo(bill.method, 'address') ? `${basket.details}#checkout-address` : basket.cart}
            label={t(goesTo(bill.method, 'address') ? 'checkout.edit_address' : 'checkout.edit_store')}
          />
        </Destination>
      )}
      <div>
        <dt>{t(goesTo(bill.method, 'store') && !bill.isService ? 'payment.who' : 'payment.who_else')}</dt>
        <dd>
          <strong>{contact.name}</strong>
          <Reach {...contact} />
        </dd>
        <Edit to={`${basket.details}#checkout-name`} label={t('checkout.edit_contact')} />
      </div>
      {comment && (
        <div>
          <dt>{t('payment.comment')}</dt>
          <dd>{comment}</dd>
        </div>
      )}
    </dl>
  )
}

/** The chosen time, or the days in which a parcel arrives; null if there is neither. */
function useTimeText(
  { slot, delivery, campaign }: Bill,
  { timeZone, now }: { timeZone: string; now: number },
): string | null {
  const { t, count, locale } = useShop()
  const day = useWholeDay(timeZone, now)
  if (slot?.time)
    return `${day(slot.date)} · ${formatTime(slot.time, locale, slot.asap || campaign ? slot.until : undefined)}`
  return delivery?.days ? arrivalText(delivery.days, { t, count }) : null
}

/** The destination in one line. */
function usePlaceText({ method, address, table, campaign, location }: Bill): string {
  const { t, say, locale } = useShop()
  if (goesTo(method, 'address') && address) return linesOf(address, locale).slice(0, 2).join(', ')
  const store = say(location.name)
  if (table) return t('checkout.at_table', { table: table.number, store })
  return campaign?.pickupPoint ? say(campaign.pickupPoint.name) : t('cart.pick_up_at', { store })
}

/** The URL of the field for the time on the details page. */
export function useWayToTime({ method }: Pick<Bill, 'method'>): string {
  const { details, campaignId } = useBasket()
  return `${details}#${fieldId(campaignId ? 'slot' : slotFields(method).slot)}`
}

function Edit({ to, label }: { to: string; label: string }) {
  const { t } = useShop()
  return (
    <dd className="terms-link">
      <Link to={to} className="link" aria-label={label}>
        {t('checkout.edit')}
      </Link>
    </dd>
  )
}

import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Bill } from '#contract/billing.ts'
import type { Line } from '#contract/cart.ts'
import { formatPhone, formatTime } from '#contract/format.ts'
import { goesTo } from '#contract/fulfilment-methods.ts'
import { piecesOf, useBasket } from '#storefront/basket/basket.ts'
import { CouponDiscount } from '#storefront/checkout/bill.tsx'
import { addressLines, ContactLines, Destination } from '#storefront/checkout/details/destination.tsx'
import { fieldId, slotFields } from '#storefront/checkout/details/details.ts'
import { useDayNameWithDate } from '#storefront/checkout/details/use-day-name.ts'
import { SummaryLines } from '#storefront/checkout/summary.tsx'
import { useShop } from '#storefront/core/shop.ts'
import { formatClock, localDate } from '#storefront/core/time/format.ts'
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
  const { t } = useShop()
  const { contact, heldUntil, lines, isService } = bill
  const when = useTimeText(bill, { timeZone, now })
  const place = usePlaceText(bill)
  const street = streetOfStore(bill)
  const goods = useGoodsText(lines)
  const holdText = useHoldText({ bill, timeZone, isTimeGone, now })
  if (!contact) return null
  return (
    <details className="summary-fold review">
      <summary>
        <span className="review-facts">
          {when && <strong>{when}</strong>}
          {!isService && <span>{place}</span>}
          {street && <span>{street}</span>}
          <span className="review-sum review-goods">{goods}</span>
          <span>{[contact.name, contact.phone && formatPhone(contact.phone)].filter(Boolean).join(' · ')}</span>
        </span>
        <span className="review-end">
          <span className="review-sum summary-total">
            <CouponDiscount adjustments={bill.adjustments} />
            <strong>
              <Price money={bill.total} />
            </strong>{' '}
            <small>{bill.total.currency}</small>
          </span>
          <span className="unfold">
            <span className="review-change">{t('checkout.edit')}</span>
          </span>
        </span>
        <span className={heldUntil || isService ? 'held' : 'held held-over'}>{holdText}</span>
      </summary>
      <div className="summary-inside">
        <ReviewTerms bill={bill} when={when} />
        <div className="review-order">
          <SummaryLines lines={lines} />
          {children}
        </div>
      </div>
    </details>
  )
}

/** The chosen time, place and contact, each with an edit link. Also shows the days of arrival and the note. */
function ReviewTerms({ bill, when }: { bill: Bill; when: ReactNode }) {
  const { t, count } = useShop()
  const { slot, contact, comment } = bill
  const basket = useBasket()
  const timeUrl = useTimeUrl(bill)
  if (!contact) return null
  return (
    <dl className="terms agreed">
      {slot?.time && (
        <div>
          <dt>{t(slot.asap ? 'payment.when_asap' : 'payment.when')}</dt>
          <dd>
            <strong>{when}</strong>
          </dd>
          <Edit to={timeUrl} label={t('checkout.edit_when')} />
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
        <Destination order={bill}>
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
          <ContactLines {...contact} />
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

/** Until when the shop holds the items and the time, or why it does not hold them. */
function useHoldText({ bill, timeZone, isTimeGone, now }: Omit<ReviewProps, 'children'>): string {
  const { t, locale } = useShop()
  const { heldUntil, isService, slot } = bill
  if (isService) return t('membership.only')
  if (!heldUntil) return t(isTimeGone ? 'payment.time_gone' : 'payment.not_held')
  const time = formatClock(heldUntil, timeZone, locale)
  if (!slot?.time) return t('payment.held_items', { time })
  const isToday = localDate(heldUntil, timeZone) === localDate(now, timeZone)
  return t(isToday ? 'payment.held_today' : 'payment.held', { time })
}

/** The chosen time, or the days in which a parcel arrives; null if there is neither. */
function useTimeText(
  { slot, delivery, campaign }: Bill,
  { timeZone, now }: { timeZone: string; now: number },
): ReactNode {
  const { t, count, locale } = useShop()
  const day = useDayNameWithDate(timeZone, now)
  if (slot?.time)
    return (
      <>
        {slot.date === localDate(now, timeZone) ? t('checkout.today') : day(slot.date)} ·{' '}
        <span className="review-time">
          {formatTime(slot.time, locale, slot.asap || campaign ? slot.until : undefined)}
        </span>
      </>
    )
  return delivery?.days ? arrivalText(delivery.days, { t, count }) : null
}

/** The number of pieces and the name of the first product. */
function useGoodsText(lines: Line[]): string {
  const { say, count } = useShop()
  const [first] = lines
  return first ? `${count('orders.pieces', piecesOf(lines))} · ${say(first.name)}${lines.length > 1 ? '…' : ''}` : ''
}

/** The destination in one line. */
function usePlaceText({ method, address, table, campaign, location }: Bill): string {
  const { t, say, locale } = useShop()
  if (goesTo(method, 'address') && address) return addressLines(address, locale).slice(0, 2).join(', ')
  const store = say(location.name)
  if (table) return t('checkout.at_table', { table: table.number, store })
  return campaign?.pickupPoint ? say(campaign.pickupPoint.name) : t('cart.pick_up_at', { store })
}

/**
 * The street of the store where the shopper picks up the order: the address without city and province. The street helps
 * the shopper to tell stores with similar names apart. Undefined if the shopper does not pick up at a store.
 */
function streetOfStore({ method, campaign, isService, location }: Bill): string | undefined {
  const isAtStore = goesTo(method, 'store') && !isService && !campaign?.pickupPoint
  return isAtStore ? location.address.split(', ').slice(0, -2).join(', ') : undefined
}

/** The URL of the field for the time on the details page. */
export function useTimeUrl({ method }: Pick<Bill, 'method'>): string {
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

import { Link } from 'react-router'
import type { Bill } from '#contract/billing.ts'
import type { Line } from '#contract/cart.ts'
import { formatTime } from '#contract/format.ts'
import { goesTo, isSlotMethod } from '#contract/fulfilment-methods.ts'
import type { MessageKey } from '#contract/messages.ts'
import type { Money } from '#contract/money.ts'
import { useBasket } from '#storefront/basket/basket.ts'
import { BillTotals } from '#storefront/checkout/bill.tsx'
import { hasNoTime, NoTime } from '#storefront/checkout/details/no-time.tsx'
import { useDayName } from '#storefront/checkout/details/use-day-name.ts'
import { prefetch } from '#storefront/core/scripts/prefetch.ts'
import { useShop } from '#storefront/core/shop.ts'
import { arrivalText } from '#storefront/parts/arrival.ts'
import { CurrencyNote } from '#storefront/parts/currency-note.tsx'
import { Price } from '#storefront/parts/price.tsx'
import type { CartData } from './cart-data.ts'
import { CouponNote } from './coupon-note.tsx'
import { DeliveryProgress } from './delivery-progress.tsx'

type CartSummaryProps = Pick<CartData, 'cart' | 'bill' | 'config' | 'campaign' | 'now'> & {
  lines: Line[]
  subtotal: Money
}

/** The cart's total, its fulfilment method with the earliest time, and the link to the checkout. */
export function CartSummary({ cart, bill, config, campaign, now, lines, subtotal }: CartSummaryProps) {
  const { t } = useShop()
  const isService = lines.every(({ isMembership }) => isMembership)
  const note = estimateNote(bill)
  const isClosed = !isService && config?.methods.length === 0
  const isReady = !isBlocked(lines, config)
  return (
    <aside className="cart-summary" aria-label={t('cart.total_title')}>
      {config && !config.campaign && !isService && (
        <FulfilmentSummary bill={bill} config={config} lines={lines} now={now} />
      )}
      {isService && <p className="field-hint">{t('membership.only')}</p>}
      {bill ? (
        <>
          <DeliveryProgress bill={bill} />
          <BillTotals {...bill} label={t(lacksFee(bill) ? 'checkout.total_estimated' : 'checkout.total')} />
          <CurrencyNote />
        </>
      ) : (
        <dl className="totals">
          <div className="totals-sum">
            <dt>{t('checkout.subtotal')}</dt>
            <dd>
              <Price money={subtotal} />
            </dd>
          </div>
        </dl>
      )}
      {!isService && note && <p className="field-hint">{t(note)}</p>}
      {(!campaign || campaign.allowsCoupons) && <CouponNote claims={cart.claims.length} />}
      {/* The page already reports a missing time above. So this alert appears only for other problems. */}
      {!isReady && (isClosed || hasProblem(lines)) && (
        <p className="alert">{t(isClosed ? 'checkout.no_method' : 'cart.problems')}</p>
      )}
      {isReady && bill?.asksSignIn && <SignInFirst />}
      {isReady && !bill?.asksSignIn && <GoToCheckout total={bill?.amountDue ?? subtotal} />}
    </aside>
  )
}

/** Whether the total still lacks the delivery fee. */
const lacksFee = ({ isEstimated, method }: Bill) => isEstimated && goesTo(method, 'address')

/**
 * The note below the total: which fulfilment method the estimate assumes, and what the total does not include yet. Null
 * for pickup, because the card already names the store.
 */
function estimateNote(bill: CartData['bill']): MessageKey | null {
  if (!bill) return 'cart.tax_note'
  if (lacksFee(bill)) return 'cart.estimate_address'
  return bill.method === 'PICKUP' ? null : `cart.tax_estimate_${bill.method}`
}

/** Whether the shopper must solve a problem before the checkout. */
export function isBlocked(lines: Line[], config: CartData['config']): boolean {
  const isService = lines.every(({ isMembership }) => isMembership)
  const hasNoMethodWithTime = !isService && config?.methods.every((offered) => hasNoTime(offered, config))
  return hasNoMethodWithTime || hasProblem(lines)
}

function hasProblem(lines: Line[]): boolean {
  return lines.some(({ problem }) => problem)
}

/** Asks a guest to sign in, because a membership needs an account. Signing in leads back to the cart. */
function SignInFirst() {
  const { t } = useShop()
  return (
    <div className="sign-in-first">
      <h2>{t('membership.sign_in_title')}</h2>
      <p>{t('membership.sign_in_text')}</p>
      <Link className="button button-wide" to="/account/login?next=/checkout/cart">
        {t('checkout.sign_in')}
      </Link>
    </div>
  )
}

/** The link to the checkout, with the amount due. */
export function GoToCheckout({ total }: { total: Money }) {
  const { t } = useShop()
  return (
    <Link to={useBasket().details} prefetch={prefetch()} className="button button-wide cart-go">
      <span>{t('cart.to_checkout')}</span>
      <Price money={total} />
    </Link>
  )
}

/** The fulfilment method and place chosen so far, with the earliest time. */
function FulfilmentSummary({
  bill,
  config,
  lines,
  now,
}: {
  bill: CartData['bill']
  config: NonNullable<CartData['config']>
  lines: Line[]
  now: number
}) {
  const { t, say, count, locale } = useShop()
  const { location, methods, timeZone } = config
  const when = useDayName(timeZone, now)
  // While the bill is loading, uses the method in `config`. The bill will have the same method.
  const chosenMethod = bill?.method ?? config.chosen.method
  const offered = methods.find((offered) => offered.method === chosenMethod) ?? methods[0]
  const method = offered?.method ?? 'PICKUP'
  const earliest = offered?.asap ?? offered?.earliest
  const store = say(location.name)
  const table = goesTo(method, 'table') ? config.chosen.table : null
  const place = () => {
    if (goesTo(method, 'address'))
      return t(isSlotMethod(method) ? 'checkout.brought_from' : 'checkout.sent_from', { store })
    return table ? t('checkout.at_table', { table: table.number, store }) : t('cart.pick_up_at', { store })
  }
  return (
    <div className="cart-store">
      <p className="cart-store-name">{place()}</p>
      {bill?.delivery?.days && <p className="cart-ready">{arrivalText(bill.delivery.days, { t, count })}</p>}
      {isSlotMethod(method) && earliest?.time && (
        <p className="cart-ready">
          {t(`checkout.earliest_${method}`, { when: when(earliest.date), time: formatTime(earliest.time, locale) })}
        </p>
      )}
      {offered && hasNoTime(offered, config) && <NoTime apart={offered.apart} lines={lines} />}
    </div>
  )
}

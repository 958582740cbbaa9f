import { Form, Link, useLocation, useNavigation } from 'react-router'
import { formatCharge } from '#contract/money.ts'
import type { OrderDetail } from '#contract/orders.ts'
import {
  PayButton,
  PaymentChoice,
  shownOptions,
  usePaymentChoice,
} from '#storefront/checkout/payment/payment-choice.tsx'
import { ScanCode } from '#storefront/checkout/payment/scan-code.tsx'
import { useShop } from '#storefront/core/shop.ts'
import type { Rest } from './balance.ts'
import '#storefront/checkout/details/details.css'
import './orders.css'

interface PayRestProps {
  order: OrderDetail
  rest: Rest
  error: string | undefined
}

/** Pays the balance after a deposit: the payment methods, and a button with the amount. */
export function PayRest({ order, rest, error }: PayRestProps) {
  const { isPending, code } = rest
  const options = shownOptions(rest.options)
  const { t, locale } = useShop()
  const choice = usePaymentChoice(options, rest.suggested)
  const { pathname, search } = useLocation()
  const isBusy = useNavigation().state !== 'idle'
  return (
    <section className="pay-rest" id="pay-rest" aria-labelledby="pay-rest-title">
      <h2 id="pay-rest-title">{t('orders.rest_title')}</h2>
      <p>{t('orders.rest_text', { amount: formatCharge(order.balance, locale) })}</p>
      {isPending && (
        <p className="alert alert-note" role="status">
          {t('orders.rest_pending')}
        </p>
      )}
      {code && (
        <>
          <ScanCode code={code} timeZone={order.timeZone} />
          <Link to={pathname + search} replace className="button button-quiet">
            {t('confirmation.qr_check')}
          </Link>
        </>
      )}
      {error && (
        <p className="alert" role="alert">
          {error}
        </p>
      )}
      <Form method="post" className="checkout-form" onSubmit={(event) => isBusy && event.preventDefault()}>
        <input type="hidden" name="intent" value="rest" />
        <PaymentChoice options={options} choice={choice} />
        <div className="checkout-submit">
          <PayButton amount={order.balance} options={options} choice={choice} isBusy={isBusy} />
        </div>
      </Form>
    </section>
  )
}

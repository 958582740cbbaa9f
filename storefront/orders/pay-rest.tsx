import { Link, useLocation } from 'react-router'
import type { OrderDetail } from '#contract/orders.ts'
import { PayForm } from '#storefront/checkout/payment/pay-form.tsx'
import { visibleOptions } from '#storefront/checkout/payment/payment-choice.tsx'
import { ScanCode } from '#storefront/checkout/payment/scan-code.tsx'
import { useShop } from '#storefront/core/shop.ts'
import type { BalancePayment } from './balance.ts'
import '#storefront/checkout/details/details.css'
import './orders.css'

interface PayBalanceProps {
  order: OrderDetail
  rest: BalancePayment
  error: string | undefined
}

/** A section to pay the balance after a deposit: the payment methods, and a button with the amount. */
export function PayBalance({ order, rest, error }: PayBalanceProps) {
  const { isPending, code } = rest
  const options = visibleOptions(rest.options)
  const { t, moneyText } = useShop()
  const { pathname, search } = useLocation()
  return (
    <section className="pay-rest" id="pay-rest" aria-labelledby="pay-rest-title">
      <h2 id="pay-rest-title">{t('orders.rest_title')}</h2>
      <p>{t('orders.rest_text', { amount: moneyText(order.balance) })}</p>
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
      <PayForm intent="rest" amount={order.balance} options={options} suggested={rest.suggested} error={error} />
    </section>
  )
}

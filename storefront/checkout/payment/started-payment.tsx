import { Form, Link } from 'react-router'
import type { Bill } from '#contract/billing.ts'
import type { PaymentOption } from '#contract/checkout.ts'
import { usePaymentMethodName } from '#storefront/core/payment-method-name.ts'
import { useShop } from '#storefront/core/shop.ts'
import '#storefront/checkout/terms.css'

interface StartedPaymentProps {
  bill: Bill
  waiting: NonNullable<Bill['waiting']>
  options: PaymentOption[]
}

/** The state of this cart's unfinished payment and the possible next steps. */
export function StartedPayment({ bill, waiting, options }: StartedPaymentProps) {
  const { t, moneyText } = useShop()
  const { orderID, paymentOption, amount, isSame } = waiting
  const values = { amount: moneyText(amount), way: usePaymentMethodName(paymentOption) }
  const canContinue = isSame && options.some(({ id }) => id === paymentOption)
  return (
    <section className="alert alert-note started-payment" aria-labelledby="started-title">
      <h2 id="started-title">{t('payment.started_title')}</h2>
      <p>{t('payment.started_text', values)}</p>
      <p>{t(isSame ? 'payment.started_other' : 'payment.started_changed')}</p>
      <div className="panel-actions">
        {canContinue && (
          <Form method="post">
            <input type="hidden" name="id" value={bill.id} />
            <input type="hidden" name="hash" value={bill.hash} />
            <input type="hidden" name="total" value={bill.amountDue.amount} />
            <button type="submit" name="option" value={paymentOption} className="button">
              {t('payment.started_go_on', values)}
            </button>
          </Form>
        )}
        <Link to={`/confirmation/${orderID}`} className="link">
          {t('payment.started_look')}
        </Link>
      </div>
    </section>
  )
}

import { Form, Link } from 'react-router'
import { useBasket } from '#storefront/basket/basket.ts'
import { useRefocus } from '#storefront/checkout/use-refocus.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Field } from '#ui/field.tsx'
import type { OrderCodeState } from './place-order.ts'
import './payment.css'

/**
 * The id of the form that places the order. The field for the emailed code is at the top of the page, outside this
 * form, and refers to the form by this id.
 */
export const payForm = 'pay-form'

interface OrderCodeProps {
  codeState: OrderCodeState
  /** The id of the chosen row (`PaymentRow`). The page chooses this row again after it has requested another code. */
  option: string | undefined
  isBusy: boolean
}

/**
 * Asks for the emailed code, without which the server does not place the order. Has a button to send another code.
 * Receives the focus.
 */
export function OrderCode({ codeState, option, isBusy }: OrderCodeProps) {
  const { t } = useShop()
  const { details } = useBasket()
  const focusTarget = useRefocus<HTMLHeadingElement>(codeState)
  const problem = codeState.typed === '' ? t('payment.code_empty') : codeState.problem
  return (
    <section className="alert alert-note order-code" aria-labelledby="order-code-title">
      <h2 id="order-code-title" tabIndex={-1} ref={focusTarget}>
        {t('payment.code_title')}
      </h2>
      <p role="status">
        {codeState.isSent
          ? t('payment.code_sent', { email: codeState.email })
          : t(codeState.isUnreachable ? 'payment.unreachable' : 'payment.code_why')}
      </p>
      <Field
        id="order-code"
        form={payForm}
        name="code"
        label={t('payment.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        defaultValue={codeState.typed}
        error={problem}
        isErrorAlert
      />
      <button type="submit" form={payForm} className="button" aria-disabled={isBusy || undefined}>
        {t('payment.code_confirm')}
      </button>
      <Form method="post">
        <input type="hidden" name="intent" value="code" />
        <input type="hidden" name="option" value={option ?? ''} />
        <button type="submit" className="link" aria-disabled={isBusy || undefined}>
          {t('payment.code_again')}
        </button>
      </Form>
      <Link to={`${details}#checkout-email`} className="link">
        {t('payment.code_wrong_address')}
      </Link>
    </section>
  )
}

import { Form, useNavigation } from 'react-router'
import type { PaymentOption } from '#contract/checkout.ts'
import type { Money } from '#contract/money.ts'
import { useReloadWhenRestored } from '#storefront/core/client-state/use-reload-when-restored.ts'
import { PayButton, PaymentChoice, usePaymentChoice } from './payment-choice.tsx'

interface PayFormProps {
  /** The value of the form's `intent`, which tells the page's action what to pay. */
  intent: 'pay' | 'rest'
  amount: Money
  /** The payment methods, as `visibleOptions` returns them. */
  options: PaymentOption[]
  /** The method to preselect, if it is among `options`. */
  suggested: string | null
  error: string | undefined
}

/** A form to pay an order that already exists: the payment methods, and a button with the amount. */
export function PayForm({ intent, amount, options, suggested, error }: PayFormProps) {
  const choice = usePaymentChoice(options, options.some(({ id }) => id === suggested) ? suggested : null)
  const isBusy = useNavigation().state !== 'idle'
  useReloadWhenRestored()
  return (
    <>
      {error && (
        <p className="alert" role="alert">
          {error}
        </p>
      )}
      <Form method="post" className="checkout-form" onSubmit={(event) => isBusy && event.preventDefault()}>
        <input type="hidden" name="intent" value={intent} />
        <PaymentChoice options={options} choice={choice} />
        <div className="checkout-submit">
          <PayButton amount={amount} options={options} choice={choice} isBusy={isBusy} />
        </div>
      </Form>
    </>
  )
}

import type { PaymentOption } from '#contract/checkout.ts'
import type { OrderDetail } from '#contract/orders.ts'
import { PayForm } from '#storefront/checkout/payment/pay-form.tsx'
import { visibleOptions } from '#storefront/checkout/payment/payment-choice.tsx'
import { useShop } from '#storefront/core/shop.ts'
import './other-ways.css'

/** The payment methods for an order that is no longer in a cart. `suggested` is the id of the method to preselect. */
export interface PaymentOptions {
  options: PaymentOption[]
  suggested: string | null
}

interface OtherMethodsProps {
  order: Pick<OrderDetail, 'amountDue'>
  ways: PaymentOptions
  error: string | undefined
  /** Whether to show the payment methods unfolded, because they are the page's main content. */
  isOpen?: boolean
}

/** A form to pay an order that is no longer in a cart. Shows the payment methods, and a button with the amount. */
export function OtherMethods({ order, ways: { options, suggested }, error, isOpen = false }: OtherMethodsProps) {
  const { t } = useShop()
  const visible = visibleOptions(options)
  if (visible.length === 0) return null
  const form = <PayForm intent="pay" amount={order.amountDue} options={visible} suggested={suggested} error={error} />
  if (isOpen) return <div className="ways-left">{form}</div>
  return (
    <details className="ways-left" open={error !== undefined || undefined}>
      <summary className="link">{t('confirmation.qr_other')}</summary>
      {form}
    </details>
  )
}

import type { Bill } from '#contract/billing.ts'
import { formatMoney } from '#contract/money.ts'
import { useShop } from '#storefront/core/shop.ts'
import './cart.css'

/**
 * How much the cart lacks for the minimum order for delivery, or else for free delivery. Renders nothing if it lacks
 * nothing.
 */
export function DeliveryProgress({ bill: { delivery, subtotal } }: { bill: Bill }) {
  const { t, locale } = useShop()
  if (!delivery) return null
  const isBelow = delivery.missing.amount > 0
  const goal = isBelow ? delivery.minimum : delivery.freeFrom
  if (!goal || (delivery.fee.amount === 0 && !isBelow)) return null
  const left = goal.amount - subtotal.amount
  if (left <= 0) return null
  const text = t(isBelow ? 'cart.to_minimum' : 'cart.to_free_delivery', {
    amount: formatMoney({ ...goal, amount: left }, locale),
  })
  return (
    <div className="delivery-progress">
      <p id="delivery-progress">{text}</p>
      <progress max={goal.amount} value={subtotal.amount} aria-labelledby="delivery-progress" />
    </div>
  )
}

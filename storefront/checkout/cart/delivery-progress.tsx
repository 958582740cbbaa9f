import type { Bill } from '#contract/billing.ts'
import { useShop } from '#storefront/core/shop.ts'
import './cart.css'

/**
 * Shows how much the cart lacks for the minimum order for delivery. Once the cart has reached the minimum, shows how
 * much it lacks for free delivery. Renders nothing if nothing is missing.
 */
export function DeliveryProgress({ bill: { delivery, subtotal } }: { bill: Bill }) {
  const { t, moneyText } = useShop()
  if (!delivery) return null
  const isBelowMinimum = delivery.missing.amount > 0
  const goal = isBelowMinimum ? delivery.minimum : delivery.freeFrom
  if (!goal || (delivery.fee.amount === 0 && !isBelowMinimum)) return null
  const missing = goal.amount - subtotal.amount
  if (missing <= 0) return null
  const text = t(isBelowMinimum ? 'cart.to_minimum' : 'cart.to_free_delivery', {
    amount: moneyText({ ...goal, amount: missing }),
  })
  return (
    <div className="delivery-progress">
      <p id="delivery-progress">{text}</p>
      <progress max={goal.amount} value={subtotal.amount} aria-labelledby="delivery-progress" />
    </div>
  )
}

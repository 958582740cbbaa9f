import type { Bill } from '#contract/billing.ts'
import { useShop } from '#storefront/core/shop.ts'
import './cart.css'

/**
 * Shows how much the cart lacks for the minimum order for delivery. Once the cart has reached the minimum, shows how
 * much it lacks for free delivery. Renders nothing if nothing is missing.
 */
export function DeliveryProgress({ bill: { delivery } }: { bill: Pick<Bill, 'delivery'> }) {
  const { t, moneyText } = useShop()
  if (!delivery) return null
  const isBelowMinimum = delivery.missing.amount > 0
  const goal = isBelowMinimum ? delivery.minimum : delivery.freeFrom
  const missing = isBelowMinimum ? delivery.missing : delivery.toFree
  if (!goal || !missing || missing.amount === 0) return null
  const text = t(isBelowMinimum ? 'cart.to_minimum' : 'cart.to_free_delivery', { amount: moneyText(missing) })
  return (
    <div className="delivery-progress">
      <p id="delivery-progress">{text}</p>
      <progress
        max={goal.amount}
        value={Math.max(0, goal.amount - missing.amount)}
        aria-labelledby="delivery-progress"
      />
    </div>
  )
}

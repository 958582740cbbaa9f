import type { Order } from '#contract/orders.ts'
import { useShop } from '#storefront/core/shop.ts'
import { isPaid } from './receipt.tsx'

/** A button that prints the page. The print style sheet turns the page into a receipt. */
export function PrintButton({ order }: { order: Order }) {
  const { t } = useShop()
  return (
    <button type="button" className="button button-quiet needs-script" onClick={() => window.print()}>
      {t(isPaid(order) || order.paidAt ? 'orders.print' : 'orders.print_unpaid')}
    </button>
  )
}

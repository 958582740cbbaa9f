import { toLang } from '#contract/languages.ts'
import type { Order } from '#contract/orders.ts'
import { BillLines, BillTotals } from '#storefront/checkout/bill.tsx'
import { clockTime } from '#storefront/checkout/when.ts'
import { useShop } from '#storefront/shop.ts'
import { Price } from '#storefront/ui/price.tsx'

/** What was bought, what it cost, what went back, and of which day it is. */
export function Receipt({ order }: { order: Order }) {
  const { t, locale } = useShop()
  const { placedAt, timeZone } = order
  const day = new Intl.DateTimeFormat(toLang(locale), { dateStyle: 'medium', timeZone }).format(new Date(placedAt))
  return (
    <>
      <BillLines lines={order.lines} />
      <BillTotals {...order} label={t(totalLabel(order))} isCharge />
      <Refunds order={order} />
      <p className="field-hint">{t('orders.placed_at', { time: `${day} ${clockTime(placedAt, timeZone)}` })}</p>
    </>
  )
}

/** Whether money for it has come in. */
export const isPaid = ({ paymentStatus }: Pick<Order, 'paymentStatus'>) =>
  paymentStatus === 'PAID_ONLINE' || paymentStatus === 'PAID_AT_STORE'

function totalLabel(order: Order) {
  if (isPaid(order)) return 'confirmation.paid'
  if (order.status !== 'NEW') return 'orders.not_charged'
  return order.method === 'PICKUP' ? 'confirmation.due' : 'orders.due_store'
}

/** What went back, by the way it went; nothing where nothing did. */
function Refunds({ order: { refunded, creditReturned } }: { order: Order }) {
  const { t } = useShop()
  const ways = [
    { label: t('orders.refunded'), money: refunded },
    { label: t('orders.credit_returned'), money: creditReturned },
  ].filter(({ money }) => money.amount > 0)
  if (ways.length === 0) return null
  return (
    <dl className="totals">
      {ways.map(({ label, money }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <Price money={money} isCharge />
          </dd>
        </div>
      ))}
    </dl>
  )
}

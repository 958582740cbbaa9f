import type { Line } from '#contract/cart.ts'
import { formatPhone } from '#contract/format.ts'
import { toLang } from '#contract/languages.ts'
import type { Order, OrderDetail } from '#contract/orders.ts'
import { isFree, paymentKey, receiptDay, taxesOfLine } from '#contract/receipt.ts'
import { BillLines, BillTotals } from '#storefront/checkout/bill.tsx'
import { usePaymentMethodName } from '#storefront/core/payment-method-name.ts'
import { useShop } from '#storefront/core/shop.ts'
import { formatClock } from '#storefront/core/time/format.ts'
import { Price } from '#storefront/parts/price.tsx'
import './orders.css'

type ReceiptOrder = Order & Partial<Pick<OrderDetail, 'cancellation'>>

/** The receipt of an order: lines, taxes, totals, payment, refunds and seller (see `contract/receipt.ts`). */
export function Receipt({ order }: { order: ReceiptOrder }) {
  const { t, say } = useShop()
  const taxOf = ({ key }: Line) => taxesOfLine(order, key).map(say).join(' + ') || t('receipt.untaxed')
  return (
    <>
      <BillLines lines={order.lines} taxOf={taxOf} />
      <BillTotals {...order} label={t(totalLabel(order))} />
      <Refunds order={order} />
      <ReceiptFacts order={order} />
    </>
  )
}

/** The seller, date, buyer, cancellation rule and payment method. */
function ReceiptFacts({ order }: { order: ReceiptOrder }) {
  const { t, say, locale, app } = useShop()
  const { location, contact, placedAt, paidAt, timeZone, paymentOption } = order
  const { seller, name, address, phone = '' } = location
  const day = (instant: string) => receiptDay(instant, timeZone, toLang(locale))
  const option = usePaymentMethodName(paymentOption)
  const key = paymentKey(order)
  const isAbandoned = key === 'receipt.unpaid' && (order.status === 'FAILED' || order.status === 'CANCELLED')
  const methodName = key ? t(key) : option || t('payments.store_credit')
  const paymentText =
    paidAt && !isFree(order) ? t('receipt.paid_on', { way: methodName, date: day(paidAt) }) : methodName
  const number = seller?.registration ? t('receipt.number', { number: seller.registration }) : ''
  const sellerLines = new Set([seller?.name || app.storeName, say(name), address, formatPhone(phone), number])
  const cancelRule = ({ cancellation }: ReceiptOrder) => {
    if (!cancellation || order.isService) return ''
    if (!cancellation.isAllowed) return t('receipt.cancel_never')
    const { until } = cancellation
    if (!until) return t('receipt.cancel_open')
    return t('receipt.cancel_until', { time: `${day(until)} ${formatClock(until, timeZone, locale)}` })
  }
  const rows: [string, string[]][] = [
    [t('receipt.seller'), [...sellerLines].filter(Boolean)],
    [t('receipt.date'), [`${day(placedAt)} ${formatClock(placedAt, timeZone, locale)}`]],
    [t('receipt.buyer'), [contact.name].filter(Boolean)],
    [t('receipt.cancel'), [order.status === 'NEW' ? cancelRule(order) : ''].filter(Boolean)],
    [t('receipt.payment'), isAbandoned ? [] : [paymentText]],
  ]
  return (
    <dl className="receipt-facts">
      {rows
        .filter(([, lines]) => lines.length > 0)
        .map(([label, lines]) => (
          <div key={label}>
            <dt>{label}</dt>
            {lines.map((line) => (
              <dd key={line}>{line}</dd>
            ))}
          </div>
        ))}
    </dl>
  )
}

/** Whether the order is paid, online or at the store. */
export const isPaid = ({ paymentStatus }: Pick<Order, 'paymentStatus'>) =>
  paymentStatus === 'PAID_ONLINE' || paymentStatus === 'PAID_AT_STORE'

function totalLabel(order: Order) {
  if (isFree(order)) return 'checkout.total'
  if (isPaid(order)) return order.amountDue.amount > 0 ? 'confirmation.paid' : 'confirmation.charged'
  if (order.status !== 'NEW') return 'orders.not_charged'
  return `money.balance_due_${order.method}` as const
}

/** The refunded money and the returned store credit. Renders nothing if both are zero. */
function Refunds({ order: { refunded, creditReturned } }: { order: Order }) {
  const { t } = useShop()
  const refunds = [
    { label: t('orders.refunded'), money: refunded },
    { label: t('orders.credit_returned'), money: creditReturned },
  ].filter(({ money }) => money.amount > 0)
  if (refunds.length === 0) return null
  return (
    <dl className="totals">
      {refunds.map(({ label, money }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <Price money={money} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

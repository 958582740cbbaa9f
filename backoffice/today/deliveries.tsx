import { Link } from 'react-router'
import { formatMoney } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import { Icon } from '#ui/icon.tsx'
import { Card, Empty } from '../frame/page.tsx'
import { monthDay } from '../notices/notice-texts.ts'
import { dueOf } from '../orders/due.ts'
import { openAmount } from '../orders/open-amount.ts'
import { useTodayTexts } from './texts.ts'

/** The deliveries for drivers to take out or hand over, the earliest first. */
export function Deliveries({ orders }: { orders: Order[] }) {
  const { t } = useTodayTexts()
  return (
    <Card title={t('today.deliveries')}>
      {orders.length === 0 ? (
        <Empty title={t('today.no_deliveries')}>{t('today.no_deliveries_help')}</Empty>
      ) : (
        <ul className="rows">
          {orders.map((order) => (
            <li key={order.orderID} className="row-item">
              <Delivery order={order} />
              {order.fulfilmentStatus === 'OUT' ? (
                <span className="state state-late">
                  <Icon name="clock" />
                  {t('today.delivery_out')}
                </span>
              ) : (
                <span className="state state-good">
                  <Icon name="check" />
                  {t('today.delivery_ready')}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Delivery({ order }: { order: Order }) {
  const { t, locale } = useTodayTexts()
  const { orderID, orderNumber, contact, address } = order
  const due = dueOf(order)
  const open = openAmount(order)
  return (
    <div>
      <Link to={`/orders/${orderID}`}>{orderNumber}</Link>
      <p>{[due && monthDay(due.date, locale), due?.time, contact.name].filter(Boolean).join(' · ')}</p>
      <p className="soft">{[address?.unit, address?.street, address?.city].filter(Boolean).join(', ')}</p>
      {open.amount > 0 && <strong>{t('today.to_collect', { amount: formatMoney(open, locale) })}</strong>}
    </div>
  )
}

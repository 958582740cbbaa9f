import { Form, Link } from 'react-router'
import { formatMoney } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import { SendButton } from '#ui/send-button.tsx'
import { hasRightAt, useFrame } from '../core/me.ts'
import { monthDay } from '../notices/notice-texts.ts'
import { dueOf } from './due.ts'
import { useOrderListTexts } from './list-texts.ts'
import './order-table.css'

/** Orders with their states. A new order has a button that accepts it: the form sends `accept` and the order's id. */
export function OrderTable({ orders }: { orders: Order[] }) {
  const { t, locale } = useOrderListTexts()
  return (
    <table className="table order-table">
      <thead>
        <tr>
          <th scope="col">{t('orders.order')}</th>
          <th scope="col">{t('orders.due')}</th>
          <th scope="col" className="on-wide">
            {t('orders.customer')}
          </th>
          <th scope="col">{t('order.state')}</th>
          <th scope="col" className="number on-wide">
            {t('orders.total')}
          </th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <tr key={order.orderID}>
            <th scope="row">
              <Link to={`/orders/${order.orderID}`} className="whole">
                {order.orderNumber}
              </Link>{' '}
              <small className="whole">{order.pickupCode}</small>
              <span className="soft on-narrow">{formatMoney(order.total, locale)}</span>
            </th>
            <td>
              <span className="whole">{t(`method.${order.method}`)}</span>{' '}
              {order.table && <strong className="whole">{t('order.at_table', order.table)}</strong>}{' '}
              <DueTime order={order} />
              <span className="soft on-narrow">{order.contact.name}</span>
            </td>
            <td className="on-wide">{order.contact.name}</td>
            <td>
              <OrderState order={order} />
            </td>
            <td className="number on-wide">{formatMoney(order.total, locale)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function DueTime({ order }: { order: Order }) {
  const { locale } = useOrderListTexts()
  const due = dueOf(order)
  if (!due) return null
  return (
    <>
      <span className="whole">{monthDay(due.date, locale)}</span>{' '}
      {due.time && <span className="whole">{due.time}</span>}
    </>
  )
}

function OrderState({ order: { orderID, orderNumber, status, fulfilmentStatus, location } }: { order: Order }) {
  const { me } = useFrame()
  const { t } = useOrderListTexts()
  const isNew = status === 'NEW' && fulfilmentStatus === 'PLACED'
  const isReady = !isNew && fulfilmentStatus === 'READY'
  return (
    <>
      <span className={['state', isNew && 'state-late', isReady && 'state-good'].filter(Boolean).join(' ')}>
        {t(`order.state_${status === 'CANCELLED' ? status : fulfilmentStatus}`)}
      </span>
      {isNew && hasRightAt(me, 'orders.work', location.id) && (
        <Form method="post">
          <SendButton
            intent={`accept ${orderID}`}
            className="button-quiet"
            label={`${t('order.accept')}: ${orderNumber}`}
          >
            {t('order.accept')}
          </SendButton>
        </Form>
      )}
    </>
  )
}

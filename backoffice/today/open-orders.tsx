import { Link } from 'react-router'
import { api } from '../core/api.ts'
import { Card, Empty } from '../frame/page.tsx'
import { useOrderListTexts } from '../orders/list-texts.ts'
import { OrderTable } from '../orders/order-table.tsx'
import { useTodayTexts } from './texts.ts'

const mostOrders = 200

/**
 * Loads a page of the open orders, those due soonest first. New orders are often due last, but staff must see them at
 * once to accept them. So `fresh` contains the new orders that are not on this page.
 */
export async function loadOpenOrders(after: string) {
  const { orders, next } = await api.staff.orders({ after, limit: mostOrders })
  const isPart = next !== null || after !== ''
  const { orders: unaccepted } = isPart ? await api.staff.orders({ isNew: true, limit: mostOrders }) : { orders: [] }
  const shown = new Set(orders.map(({ orderID }) => orderID))
  return { fresh: unaccepted.filter(({ orderID }) => !shown.has(orderID)), orders, next, isLater: after !== '' }
}

/** The open orders. If the list has several pages, each page starts with the new orders of the other pages. */
export function OpenOrders({ fresh, orders, next, isLater }: Awaited<ReturnType<typeof loadOpenOrders>>) {
  const { t } = useTodayTexts()
  const listTexts = useOrderListTexts()
  const shown = [...fresh, ...orders]
  return (
    <Card title={t('today.orders')}>
      {(next || isLater) && <p className="alert alert-note">{t('today.many_orders', { count: mostOrders })}</p>}
      {shown.length === 0 ? (
        <Empty title={t('today.no_orders')}>{t('today.no_orders_help')}</Empty>
      ) : (
        <OrderTable orders={shown} />
      )}
      <p className="row">
        {isLater && <Link to="/">{t('today.first_orders')}</Link>}
        {next && <Link to={`/?${new URLSearchParams({ after: next })}`}>{t('today.next_orders')}</Link>}
        <Link to="/orders">{listTexts.t('orders.finished')}</Link>
      </p>
    </Card>
  )
}

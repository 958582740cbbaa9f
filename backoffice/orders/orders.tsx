import { Link, useLoaderData } from 'react-router'
import { api } from '../core/api.ts'
import { Card, Empty, Page } from '../frame/page.tsx'
import { OrderTable } from './order-table.tsx'
import { useOrderTexts } from './texts.ts'

const groups = ['done', 'cancelled'] as const
const mostOrders = 100

/** Loads the group of finished orders that the URL names: the orders handed over, or the cancelled orders. */
export async function loader({ request }: { request: Request }) {
  const wanted = new URL(request.url).searchParams.get('group')
  const group = groups.find((one) => one === wanted) ?? 'done'
  return { group, ...(await api.staff.orders({ group, limit: mostOrders })) }
}

/** `/office/orders`: finished orders, the newest first. */
export function Component() {
  const { t } = useOrderTexts()
  const { group, orders } = useLoaderData<typeof loader>()
  return (
    <Page title={t('orders.finished')} action={<Link to="/">{t('order.back')}</Link>}>
      <nav aria-label={t('orders.which')}>
        <ul className="order-tabs">
          {groups.map((one) => (
            <li key={one}>
              <Link to={`/orders?group=${one}`} aria-current={one === group ? 'page' : undefined}>
                {t(`orders.${one}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {orders.length === 0 ? (
        <Empty title={t('orders.none')} />
      ) : (
        <Card title={t(`orders.${group}`)}>
          <OrderTable orders={orders} />
          {orders.length === mostOrders && <p className="soft">{t('orders.latest', { count: mostOrders })}</p>}
        </Card>
      )}
    </Page>
  )
}

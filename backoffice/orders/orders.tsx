import { Link, useLoaderData } from 'react-router'
import { api } from '../core/api.ts'
import { Card, Empty, Page } from '../frame/page.tsx'
import { OrderTable } from './order-table.tsx'
import { useOrderTexts } from './texts.ts'

const groups = ['done', 'cancelled'] as const
const pageSize = 100

/**
 * Loads a page of finished orders. `group` in the URL is `cancelled` or `done`. The group `done` contains orders that
 * were handed over, that nobody picked up, or that the shop has refunded completely.
 */
export async function loader({ request }: { request: Request }) {
  const { searchParams } = new URL(request.url)
  const requestedGroup = searchParams.get('group')
  const group = groups.find((one) => one === requestedGroup) ?? 'done'
  const after = searchParams.get('after') ?? ''
  return { group, isLater: after !== '', ...(await api.staff.orders({ group, after, limit: pageSize })) }
}

/** `/office/orders`: finished orders, the newest first. */
export function Component() {
  const { t } = useOrderTexts()
  const { group, orders, next, isLater } = useLoaderData<typeof loader>()
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
        </Card>
      )}
      {(isLater || next) && (
        <p className="row">
          {isLater && <Link to={`/orders?group=${group}`}>{t('orders.first_page')}</Link>}
          {next && <Link to={`/orders?${new URLSearchParams({ group, after: next })}`}>{t('orders.next_page')}</Link>}
        </p>
      )}
    </Page>
  )
}

import { Link, useLoaderData } from 'react-router'
import { formatMoney } from '#contract/money.ts'
import { api } from '../core/api.ts'
import { Card, Empty, Page } from '../frame/page.tsx'
import { useCaseTexts } from './texts.ts'

/** Loads the orders that shoppers asked to cancel. */
export const loader = () => api.staff.cancelRequests()

/** `/office/requests`: orders that shoppers asked to cancel, oldest first. */
export function Component() {
  const { t, say, locale, when } = useCaseTexts()
  const { orders } = useLoaderData<typeof loader>()
  return (
    <Page title={t('requests.title')} action={<Link to="/">{t('office.today')}</Link>}>
      {orders.length === 0 ? (
        <Empty title={t('requests.none')}>{t('requests.none_help')}</Empty>
      ) : (
        <Card title={t('requests.title')}>
          <ul className="rows">
            {orders.map(({ orderID, orderNumber, contact, total, placedAt, location }) => (
              <li key={orderID} className="row-item">
                <div>
                  <Link to={`/orders/${orderID}`}>{orderNumber}</Link>
                  <p>{[contact.name, say(location.name), when(placedAt)].join(' · ')}</p>
                </div>
                <span className="number">{formatMoney(total, locale)}</span>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </Page>
  )
}

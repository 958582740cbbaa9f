import { Link, redirect, useLoaderData } from 'react-router'
import { api } from '../core/api.ts'
import { Card, Page } from '../frame/page.tsx'
import { useTableTexts } from './texts.ts'

/** Loads the staff member's stores. If there is only one store, redirects to the tables of that store. */
export async function loader() {
  const { stores } = await api.staff.tableStores()
  const [only, ...others] = stores
  if (only && others.length === 0) throw redirect(`/tables/${only.location}`)
  return stores
}

/** `/office/tables`: the stores, each with the number of its tables. */
export function Component() {
  const { t, say } = useTableTexts()
  const stores = useLoaderData<typeof loader>()
  return (
    <Page title={t('tables.title')}>
      <Card title={t('tables.stores')}>
        <ul className="rows">
          {stores.map(({ location, name, tables, taken }) => (
            <li key={location} className="row-item">
              <div>
                <Link to={`/tables/${location}`}>{say(name)}</Link>
                <p className="soft">{t('tables.count', { tables, taken })}</p>
              </div>
            </li>
          ))}
        </ul>
      </Card>
    </Page>
  )
}

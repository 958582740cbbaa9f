import { Link, useLoaderData } from 'react-router'
import { api } from '../core/api.ts'
import { Card, Page } from '../frame/page.tsx'
import { menus } from './menu-data.ts'
import { toEntries } from './menu-tree.ts'
import { useMenuTexts } from './texts.ts'

/** Loads the menus of the shop. */
export const loader = () => api.staff.shopSettings()

/** `/office/menus`: the shop's menus, each with the names of its entries. */
export function Component() {
  const { t, say } = useMenuTexts()
  const { navigation } = useLoaderData<typeof loader>()
  return (
    <Page title={t('menus.title')} intro={t('menus.intro')} action={<Link to="/shop">{t('office.shop')}</Link>}>
      {menus.map((menu) => {
        const names = toEntries(navigation[menu]).map((entry) => say(entry.names))
        return (
          <Card key={menu} title={t(`menus.${menu}`)}>
            <p className="soft">{t(`menus.${menu}_hint`)}</p>
            <div className="row-item">
              <p>{names.join(' · ') || t('menus.empty')}</p>
              <Link
                className="button button-quiet"
                to={`/menus/${menu}`}
                aria-label={`${t('office.change')}: ${t(`menus.${menu}`)}`}
              >
                {t('office.change')}
              </Link>
            </div>
          </Card>
        )
      })}
    </Page>
  )
}

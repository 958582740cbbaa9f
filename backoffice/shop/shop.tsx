import { Link, useLoaderData } from 'react-router'
import { api } from '../core/api.ts'
import { hasRight, hasRightAt, useFrame } from '../core/me.ts'
import { Card, Page } from '../frame/page.tsx'
import { useShopTexts } from './texts.ts'

/** Loads the stores. */
export const loader = () => api.staff.stores()

/** `/office/shop`: the settings of the shop, and its stores. */
export function Component() {
  const { t, say } = useShopTexts()
  const { stores } = useLoaderData<typeof loader>()
  return (
    <Page title={t('office.shop')}>
      <Settings />
      <Card title={t('shop.stores')}>
        <ul className="rows">
          {stores.map(({ location, name, street, city, isShown }) => (
            <li key={location} className="row-item">
              <div>
                <strong>{say(name)}</strong>
                <p className="soft">{street ? `${street}, ${city}` : t('shop.no_street')}</p>
                {!isShown && <p className="state state-late">{t('shop.hidden')}</p>}
              </div>
              <Link
                className="button button-quiet"
                to={`/shop/${location}`}
                aria-label={`${t('office.change')}: ${say(name)}`}
              >
                {t('office.change')}
              </Link>
            </li>
          ))}
        </ul>
      </Card>
    </Page>
  )
}

/** Links to the settings of the whole shop. */
function Settings() {
  const { t } = useShopTexts()
  const { me } = useFrame()
  const links = [
    { to: '/look', title: t('shop.look'), hint: t('shop.look_hint'), isShown: hasRightAt(me, 'shop.write', null) },
    {
      to: '/options',
      title: t('shop.options'),
      hint: t('shop.options_hint'),
      isShown: hasRightAt(me, 'shop.write', null),
    },
    { to: '/menus', title: t('shop.menus'), hint: t('shop.menus_hint'), isShown: hasRightAt(me, 'shop.write', null) },
    {
      to: '/texts',
      title: t('office.texts'),
      hint: t('shop.texts_hint'),
      isShown: hasRightAt(me, 'content.write', null),
    },
    {
      to: '/import',
      title: t('shop.import'),
      hint: t('shop.import_hint'),
      isShown: hasRightAt(me, 'catalogue.import', null),
    },
    { to: '/books', title: t('office.books'), hint: t('shop.books_hint'), isShown: hasRight(me, 'money.see') },
    {
      to: '/payment',
      title: t('shop.payment'),
      hint: t('shop.payment_hint'),
      isShown: hasRightAt(me, 'payment.setup', null),
    },
    { to: '/taxes', title: t('shop.taxes'), hint: t('shop.taxes_hint'), isShown: hasRightAt(me, 'tax.write', null) },
  ].filter(({ isShown }) => isShown)
  if (links.length === 0) return null
  return (
    <Card title={t('shop.settings')}>
      <ul className="rows">
        {links.map(({ to, title, hint }) => (
          <li key={to} className="row-item">
            <div>
              <Link to={to}>{title}</Link>
              <p className="soft">{hint}</p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

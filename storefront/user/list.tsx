import type { ReactNode } from 'react'
import { Form, Link, redirectDocument, useNavigation } from 'react-router'
import type { Client } from '#contract/client.ts'
import { orderGroups } from '#contract/constants.ts'
import type { CouponTerms } from '#contract/coupons.ts'
import { AccountsClosed } from '#storefront/account/accounts-closed.tsx'
import { useReloadWhenRestored } from '#storefront/core/client-state/use-reload-when-restored.ts'
import type { Page } from '#storefront/core/data.ts'
import { inBrowser, onServer } from '#storefront/core/data.ts'
import { currentMember, forMember } from '#storefront/core/member.ts'
import { prefetch } from '#storefront/core/scripts/prefetch.ts'
import { useShop } from '#storefront/core/shop.ts'
import { pageMeta } from '#storefront/parts/head/head.ts'
import { MergedNote } from '#storefront/parts/merged-note.tsx'
import { Price } from '#storefront/parts/price.tsx'
import { Icon } from '#ui/icon.tsx'
import { OnceButton } from '#ui/once-button.tsx'
import type { Route } from './+types/list'
import { Portrait } from './account/portrait.tsx'
import { hasOrdered } from './has-ordered.ts'
import { groupIcons, tileGroups } from './tiles.ts'
import '#storefront/parts/plain-page.css'
import './account-home.css'
import './membership.css'
import './user.css'

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, ({ t }) => ({ title: t('account.title'), isPrivate: true }))

/** Loads the member, the number of orders in each state, and the member's credit, coupons and savings. */
async function load(api: Client, { url }: Page) {
  // This call comes first, because it redirects guests to the sign-in page.
  const member = await currentMember(api, url)
  const [orders, credit, own, shop, { claims }, savings] = await Promise.all([
    forMember(url, api.orders.count()),
    forMember(url, api.storeCredit.balance()),
    forMember(url, api.coupons.own()),
    api.coupons.list(),
    api.cart.view(),
    forMember(url, api.membership.savings()),
  ])
  const isUsable = ({ isForFirstOrder }: CouponTerms) => !isForFirstOrder || !hasOrdered(orders)
  const coupons = [...own.coupons, ...shop.coupons].filter(isUsable)
  const claimed = coupons.filter(({ code }) => claims.includes(code)).length
  return { ...member, orders, credit, coupons: coupons.length, claimed, savings }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const handleForm = async (api: Client) => {
  await api.account.signOut()
  // Loads a new document, because the data of the current document still names the member.
  throw redirectDocument('/home', 303)
}
export const action = onServer(handleForm)
export const clientAction = inBrowser(handleForm)

/**
 * My account: the member, three figures (store credit, coupons, savings), the orders by state, links to all account
 * pages, and the sign-out button.
 */
export default function Account({ loaderData }: Route.ComponentProps) {
  const { app, t } = useShop()
  const { state, formAction } = useNavigation()
  useReloadWhenRestored()
  if (!app.system.appConfig.enableUserAccounts) return <AccountsClosed />
  const { user, membership } = loaderData
  const isBusy = state !== 'idle' && Boolean(formAction)
  return (
    <div className="wrap user-page user-overview">
      <h1>{t('account.title')}</h1>
      <MergedNote />
      <div className="user-head">
        <Portrait user={user} />
        <div>
          <strong>{t('account.greeting', { name: user.name })}</strong>
          <p>{user.email}</p>
          {membership && <span className="membership-mark">{membership}</span>}
        </div>
      </div>
      <Figures {...loaderData} />
      <OrderStates {...loaderData.orders} />
      <nav aria-label={t('user.pages')} className="user-groups">
        {tileGroups.map(({ name, tiles }) => (
          <section key={name} aria-labelledby={name}>
            <h2 id={name}>{t(name)}</h2>
            <ul className="user-tiles">
              {tiles.filter(isNotOrdersTile).map((tile) => (
                <li key={tile.to}>
                  <Link className="user-tile" to={tile.to} prefetch={prefetch()}>
                    <Icon name={tile.icon} />
                    <span>
                      <strong>{t(tile.name)}</strong>
                      <small>{t(tile.text)}</small>
                    </span>
                    <Icon name="chevron-right" />
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <Form method="post">
        <OnceButton className="button button-quiet" isBusy={isBusy}>
          {isBusy ? t('account.signing_out') : t('account.sign_out')}
        </OnceButton>
      </Form>
    </div>
  )
}

/**
 * False for the tile that leads to the orders. The page omits this tile, because the row of order states already links
 * to the orders.
 */
const isNotOrdersTile = ({ to }: { to: string }) => to !== '/user/orders'

type Loaded = Route.ComponentProps['loaderData']

/** The member's credit, coupons and savings, each a link to its page. */
function Figures({
  credit,
  coupons,
  claimed,
  savings,
  membership,
}: Pick<Loaded, 'credit' | 'coupons' | 'claimed' | 'savings' | 'membership'>) {
  const { t, count } = useShop()
  const hasSaved = membership !== null || savings.orders > 0
  return (
    <ul className="account-figures" aria-label={t('user.figures')}>
      <Figure to="/user/credit" name={t('user.figure_credit')}>
        <Price money={credit.available} isExact />
      </Figure>
      <Figure
        to="/user/coupons"
        name={claimed ? t('user.figure_claimed', { count: claimed }) : t('user.figure_coupons')}
      >
        {count('user.figure_coupon', coupons)}
      </Figure>
      <Figure to="/user/membership" name={t(hasSaved ? 'user.figure_saved' : 'user.figure_join')}>
        {hasSaved ? <Price money={savings.saved} isExact /> : t('user.figure_plans')}
      </Figure>
    </ul>
  )
}

function Figure({ to, name, children }: { to: string; name: string; children: ReactNode }) {
  return (
    <li>
      <Link to={to} prefetch={prefetch()}>
        <strong>{children}</strong>
        <small>{name}</small>
      </Link>
    </li>
  )
}

/** The states of orders with their counts. Each state is a link to its orders. */
function OrderStates({ groups }: Loaded['orders']) {
  const { t } = useShop()
  return (
    <nav className="order-states" aria-labelledby="order-states">
      <h2 id="order-states">{t('orders.title')}</h2>
      <Link className="order-states-all" to="/user/orders" prefetch={prefetch()}>
        {t('user.orders_all')}
        <Icon name="chevron-right" className="icon-small" />
      </Link>
      <ul>
        {orderGroups.map((group) => (
          <li key={group}>
            <Link to={`/user/orders?group=${group}`} prefetch={prefetch()}>
              <Icon name={groupIcons[group]} />
              {t(`orders.group_${group}`)}
              {groups[group] > 0 && <b>{groups[group]}</b>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

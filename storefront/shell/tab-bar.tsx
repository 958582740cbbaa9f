import { Link, useLocation } from 'react-router'
import type { MenuItem } from '#contract/shell.ts'
import { assetUrl, campaignOf, cartPath, isActiveTab, isCartTab, labelOf, tabPath } from '#storefront/core/links.ts'
import { prefetch } from '#storefront/core/scripts/prefetch.ts'
import { useShellData } from '#storefront/core/shell-data.ts'
import { useShop } from '#storefront/core/shop.ts'
import { CartBadge } from '#storefront/shell/header/header.tsx'
import { DialogButton } from '#ui/dialog.tsx'
import type { IconName } from '#ui/icon.tsx'
import { Icon, isIcon } from '#ui/icon.tsx'
import { supportDialog } from './dialogs/dialog-names.ts'

/** The tab bar at the bottom of narrow windows. A tab without a link opens the support dialog. */
export function TabBar() {
  const { navigation, t } = useShop()
  const { footerTabs } = navigation
  if (footerTabs.length === 0) return null
  return (
    <nav className="tab-bar" aria-label={t('shell.tabs')}>
      <ul>
        {footerTabs.map((item) => (
          <li key={item.name}>
            <Tab item={item} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Tab({ item }: { item: MenuItem }) {
  const { count, locale } = useShop()
  const location = useLocation()
  const { cart } = useShellData()
  const to = tabPath(item.link, location)
  const label = labelOf(item, locale)
  if (!to) {
    return (
      <DialogButton opens={supportDialog} className="tab">
        <TabIcon item={item} />
        {label}
      </DialogButton>
    )
  }
  // On the pages of a campaign, `cart` is the campaign's cart. A tab for the ordinary cart must not show its count.
  const leadsToCart = isCartTab(item.link) && (!campaignOf(location) || to === cartPath(location))
  const lines = leadsToCart ? (cart?.itemCount ?? 0) : 0
  const isActive = isActiveTab(item.link, location.pathname)
  return (
    <Link to={to} className="tab" aria-current={isActive ? 'page' : undefined} prefetch={prefetch()}>
      <TabIcon item={item} />
      {label}
      <CartBadge cart={leadsToCart ? cart : null} />
      {lines > 0 && <span className="visually-hidden">{count('shell.cart_items', lines)}</span>}
    </Link>
  )
}

const aliases: Record<string, IconName> = { account: 'user', support: 'chat', store: 'shop', checkout: 'cart' }

/** The icon of `ui/` with the given name, the owner's picture, or a dot if the name is unknown. */
function TabIcon({ item }: { item: MenuItem }) {
  const { app } = useShop()
  const icon = item.icon ?? ''
  const name = aliases[icon] ?? icon
  if (isIcon(name)) return <Icon name={name} />
  if (!/[./]/.test(icon)) return <span className="tab-dot" aria-hidden="true" />
  return <img src={assetUrl(icon, app.appDetail.cdnpath)} alt="" width="24" height="24" />
}

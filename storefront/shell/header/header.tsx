import type { KeyboardEvent } from 'react'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { Cart } from '#contract/cart.ts'
import { locationNames } from '#contract/constants.ts'
import { languages } from '#contract/languages.ts'
import type { MenuItem } from '#contract/shell.ts'
import { countAdditions } from '#storefront/core/cart-additions.ts'
import {
  campaignOf,
  cartPath,
  checkoutPath,
  isCampaignList,
  isCampaignPage,
  labelOf,
  shortenLocationName,
} from '#storefront/core/links.ts'
import { useShellData } from '#storefront/core/shell-data.ts'
import { accountEntry, hasCurrencies, hasLanguages } from '#storefront/core/shell-rules.ts'
import { useShop } from '#storefront/core/shop.ts'
import { SearchForm } from '#storefront/parts/search/search-form.tsx'
import { locationsDialog, preferencesDialog, sideMenu, supportDialog } from '#storefront/shell/dialogs/dialog-names.ts'
import { DialogButton } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { Brand } from './brand.tsx'
import { MenuLink } from './menu-link.tsx'

/**
 * The header of all pages except quiet pages. If visitors can choose a store, a language or a currency, wider windows
 * show these choices in an upper row. Only the lower row is sticky. On phones, the header is a single bar.
 */
export function Header() {
  const { app, navigation } = useShop()
  const { pathname } = useLocation()
  const { enableMultiLocationSelection } = app.system.appConfig
  const hasTop = enableMultiLocationSelection || hasLanguages(app) || hasCurrencies(app)
  return (
    <header className={hasTop ? 'header header-whole header-two-rows' : 'header header-whole'}>
      {hasTop && (
        <div className="header-top">
          <div className="header-row">
            {enableMultiLocationSelection && <LocationChip />}
            <PreferencesButton />
          </div>
        </div>
      )}
      <div className="header-row header-main">
        <Brand />
        <div className="header-start">
          <MenuToggle />
          {!pathname.startsWith('/store/search') && <SearchForm isSmall />}
          <SearchLink />
          <AccountLink />
        </div>
        {!isCampaignPage(pathname) && <HeaderMenu items={navigation.headerMenu} />}
        <div className="header-end">
          <CheckoutLink />
          <CartLink />
        </div>
      </div>
    </header>
  )
}

/**
 * The header of quiet pages: links to the previous checkout step (until the order is placed) and to the home page, and
 * buttons for help and language.
 */
export function QuietHeader() {
  const { t } = useShop()
  const location = useLocation()
  const isPlaced = /^\/+confirmation/i.test(location.pathname)
  const back = /payment\/?$/i.test(location.pathname) ? 'details' : 'cart'
  return (
    <header className="header header-short">
      <div className="header-row header-main">
        {!isPlaced && (
          <div className="header-start">
            <Link
              to={checkoutPath(back, campaignOf(location))}
              className="icon-button"
              aria-label={t(`shell.back_to_${back}`)}
            >
              <Icon name="chevron-left" />
            </Link>
          </div>
        )}
        <Brand />
        <div className="header-end">
          <DialogButton opens={supportDialog} className="icon-button" label={t('shell.support_title')}>
            <Icon name="chat" />
          </DialogButton>
          <PreferencesButton isShort />
        </div>
      </div>
    </header>
  )
}

/** Replaces a header that is switched off. Menu, search, checkout and cart float above the page. */
export function FloatingHeader() {
  return (
    <header className="floating-header">
      <MenuToggle />
      <SearchLink />
      <CheckoutLink />
      <CartLink />
    </header>
  )
}

function MenuToggle() {
  const { t } = useShop()
  return (
    <DialogButton opens={sideMenu} className="icon-button menu-toggle" label={t('shell.open_menu')}>
      <Icon name="menu" />
    </DialogButton>
  )
}

function SearchLink() {
  const { t } = useShop()
  return (
    <Link to="/store/search" className="icon-button header-search" aria-label={t('shell.search')}>
      <Icon name="search" />
    </Link>
  )
}

/** A link to the account page if the visitor is signed in, else to the sign-in page. Null without accounts. */
function AccountLink() {
  const { info, t } = useShop()
  const entry = accountEntry(info)
  if (!entry) return null
  return (
    <Link to={entry.to} className="icon-button header-account" aria-label={t(entry.label)}>
      <Icon name="user" />
      <span>{t(entry.label)}</span>
    </Link>
  )
}

function CheckoutLink() {
  const { app, t } = useShop()
  if (!app.system.appConfig.enableCheckout) return null
  return (
    <Link to="/checkout" className="header-checkout">
      {t('shell.checkout')}
    </Link>
  )
}

function CartLink() {
  const { app, t, count } = useShop()
  const location = useLocation()
  const { cart } = useShellData()
  if (!app.system.appConfig.enableCheckout || isCampaignList(location.pathname)) return null
  const lines = cart?.itemCount ?? 0
  return (
    <Link
      to={cartPath(location)}
      className="icon-button cart-link"
      aria-label={lines > 0 ? count('shell.cart_items', lines) : t('shell.cart')}
    >
      <Icon name="cart" />
      <CartBadge cart={cart} />
    </Link>
  )
}

/** The number of different items in the cart, hidden at zero. Lights up once when something is added. */
export function CartBadge({ cart }: { cart: Pick<Cart, 'id' | 'itemCount' | 'pieces'> | null }) {
  const added = useAdditions(cart)
  if (!cart?.itemCount) return null
  return (
    // A new key restarts the animation.
    <span key={added} className={added > 0 ? 'badge badge-lit' : 'badge'} aria-hidden="true">
      {cart.itemCount > 99 ? '99+' : cart.itemCount}
    </span>
  )
}

/**
 * How many times pieces were added to the cart since the page was loaded. The pieces that were in the cart before do
 * not count.
 */
function useAdditions(cart: Pick<Cart, 'id' | 'pieces'> | null): number {
  const [tracked, setTracked] = useState(() => ({ cart, additions: 0, noted: countAdditions() }))
  if (tracked.cart?.pieces !== cart?.pieces || tracked.cart?.id !== cart?.id) {
    const noted = countAdditions()
    // Adding to an empty cart can change its id. A cart that was empty before therefore counts as the same cart.
    const isSame = tracked.cart && cart && (tracked.cart.id === cart.id || tracked.cart.pieces === 0)
    const isMore = isSame && cart.pieces > (tracked.cart?.pieces ?? 0)
    // If the shopper added something before the page's first cart arrived, that cart counts as an addition.
    const isFirst = !tracked.cart && noted > tracked.noted
    setTracked({ cart, additions: tracked.additions + (isMore || isFirst ? 1 : 0), noted })
  }
  return tracked.additions
}

function LocationChip() {
  const { app, t } = useShop()
  const { locname } = app.appDetail
  const small = shortenLocationName(locname, locationNames.small)
  const large = shortenLocationName(locname, locationNames.large)
  return (
    <DialogButton
      opens={locationsDialog}
      className="header-chip"
      label={locname ? t('shell.change_location', { name: locname }) : t('shell.choose_location')}
    >
      <Icon name="pin" />
      <span className="only-small">{small || t('shell.choose_location')}</span>
      <span className="only-large">{large || t('shell.choose_location')}</span>
      <Icon name="chevron-down" className="icon-small" />
    </DialogButton>
  )
}

/**
 * The button for language and currency. Only shown if there is a choice. The short button names the currency only if
 * the shop has one language.
 */
function PreferencesButton({ isShort = false }: { isShort?: boolean }) {
  const { app, locale, t } = useShop()
  const { chosenCurrency } = useShellData()
  if (!hasLanguages(app) && !hasCurrencies(app)) return null
  const language = hasLanguages(app) ? languages[locale].name : ''
  const code = chosenCurrency?.code ?? app.system.payment.defaultCurrency.currencyCode
  const parts = [language, hasCurrencies(app) ? code : ''].filter(Boolean)
  const shown = (isShort ? parts.slice(0, 1) : parts).join(' · ')
  return (
    <DialogButton
      opens={preferencesDialog}
      className="header-chip header-preferences"
      label={`${shown}: ${t('shell.language_and_currency')}`}
    >
      <Icon name="globe" />
      {shown}
    </DialogButton>
  )
}

function HeaderMenu({ items }: { items: MenuItem[] }) {
  const { t } = useShop()
  if (items.length === 0) return null
  return (
    <nav className="header-menu" aria-label={t('shell.main_menu')}>
      <ul>
        {items.map((item) => (
          <li key={item.name}>{item.subMenu?.length ? <Submenu item={item} /> : <MenuLink item={item} />}</li>
        ))}
      </ul>
    </nav>
  )
}

/** A submenu that opens by click and keyboard. Closes when the visitor presses Escape or the focus leaves it. */
function Submenu({ item }: { item: MenuItem }) {
  const { locale, t } = useShop()
  const { key } = useLocation()
  return (
    <details
      key={key}
      className="submenu"
      name="header-menu"
      onKeyDown={closeOnEscape}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) currentTarget.open = false
      }}
    >
      <summary>
        {labelOf(item, locale)}
        <Icon name="chevron-down" className="icon-small" />
      </summary>
      <ul>
        {hasNoTarget(item) ? null : (
          <li>
            <MenuLink item={item}>{t('shell.all_of', { name: labelOf(item, locale) })}</MenuLink>
          </li>
        )}
        {item.subMenu?.map((entry) => (
          <li key={entry.name}>
            <MenuLink item={entry} />
          </li>
        ))}
      </ul>
    </details>
  )
}

const hasNoTarget = ({ link, navLink }: MenuItem) => !link && !navLink

function closeOnEscape(event: KeyboardEvent<HTMLDetailsElement>) {
  if (event.key !== 'Escape') return
  event.currentTarget.open = false
  event.currentTarget.querySelector('summary')?.focus()
}

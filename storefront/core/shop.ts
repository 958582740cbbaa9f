import { useRouteLoaderData } from 'react-router'
import { fill, plural } from '#contract/format.ts'
import type { Locale } from '#contract/languages.ts'
import { displayLocale, pick, toLang } from '#contract/languages.ts'
import type { ListedLocation, Location } from '#contract/locations.ts'
import type { MessageKey } from '#contract/messages.ts'
import type { Money } from '#contract/money.ts'
import { formatMoney } from '#contract/money.ts'
import type { Text } from '#contract/shapes.ts'
import type { AppContent, AppInfo, MenuItem } from '#contract/shell.ts'
import { useShellData } from './shell-data.ts'

/** App info from the root's loader, with values derived from it and functions for texts. */
export function useShop() {
  const info = useRouteLoaderData<AppInfo>('root')
  if (!info) throw new Error('useShop is called outside a loaded shop')
  const { chosenCurrency } = useShellData()
  return describeShop(info, { showsOtherCurrency: chosenCurrency !== null })
}

/**
 * The values and text functions that `useShop` returns. `showsOtherCurrency` is whether pages also show prices in a
 * currency that the visitor chose.
 */
export function describeShop(info: AppInfo, { showsOtherCurrency = false } = {}) {
  const { appContent: app } = info
  const locale = app.system.appMessage.currentLocale
  const stores = app.system.storeLocations.filter(isSelectable)
  return {
    info,
    app,
    locale,
    currency: app.system.payment.defaultCurrency.currencyCode,
    /** The selectable stores, in the sequence that the owner chose. */
    stores,
    /** The menus. They contain no links to the checkout if it is switched off. */
    navigation: app.system.appConfig.enableCheckout ? app.navigation : withoutCheckout(app.navigation),
    /** Whether shoppers cannot buy anything, because the shop has no selectable store. */
    isClosed: stores.length === 0,
    isLoggedIn: Boolean(info.user && info.lastLoginDate && info.userID),
    /** Formats an amount for this visitor: $12.34, or CA$12.34 if pages also show prices in another currency. */
    moneyText: (money: Money) => formatMoney(money, locale, { namesHome: showsOtherCurrency }),
    ...texts(locale, app.system.appMessage.applicationMessage.messages),
  }
}

/**
 * Whether shoppers may choose a store. App info has an address only for such stores, so the result also tells
 * TypeScript that the store has all details.
 */
function isSelectable(store: ListedLocation): store is Location {
  return store.display && !store.virtual && 'address' in store
}

function withoutCheckout({ headerMenu, sideMenu, footerMenu, footerTabs }: AppContent['navigation']) {
  const withoutCheckoutLinks = (items: MenuItem[]): MenuItem[] =>
    items
      .filter(({ link = '' }) => !/^[/\\]*checkout\b/.test(link.trim()))
      .map((item) => (item.subMenu ? { ...item, subMenu: withoutCheckoutLinks(item.subMenu) } : item))
  return {
    headerMenu: withoutCheckoutLinks(headerMenu),
    sideMenu: withoutCheckoutLinks(sideMenu),
    footerMenu: withoutCheckoutLinks(footerMenu),
    footerTabs: withoutCheckoutLinks(footerTabs),
  }
}
export type Shop = ReturnType<typeof describeShop>

function texts(locale: Locale, messages: Record<string, string>) {
  return {
    /** An interface text in the visitor's language. */
    t: (key: MessageKey, values?: Record<string, string | number>) => fill(messages[key] ?? key, values),
    /** An interface text with a plural, from the keys `key.one` and `key.other`. */
    count: (key: string, n: number, values?: Record<string, string | number>) =>
      plural(messages, locale, { key, count: n, values }),
    /** A content text in the visitor's language, else in the other language. */
    say: (text: Text | null | undefined) => (text ? pick(text, locale) : ''),
    /** The `lang` attribute for a text returned by `say`. Undefined if the text is in the visitor's language. */
    langOf: (text: Text) => (text[locale] ? undefined : toLang(displayLocale(text, locale))),
  }
}

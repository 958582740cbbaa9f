import type { ComponentType, ReactNode } from 'react'
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { Link, Outlet, PrefetchPageLinks, useLocation, useNavigation, useRevalidator } from 'react-router'
import type { Cart } from '#contract/cart.ts'
import type { Client } from '#contract/client.ts'
import { addressParameters } from '#contract/constants.ts'
import { QuantityRequestSender } from '#storefront/basket/use-cart.tsx'
import { onClientStateChange, readClientState, writeClientState } from '#storefront/core/client-state/client-state.ts'
import type { Page } from '#storefront/core/data.ts'
import { browserApi, inBrowserUntracked, onServer } from '#storefront/core/data.ts'
import { markPageUsed, whenUsed } from '#storefront/core/first-use.ts'
import { campaignOf, isQuietPage } from '#storefront/core/links.ts'
import { optionalComponent } from '#storefront/core/optional-component.ts'
import { prefetch } from '#storefront/core/scripts/prefetch.ts'
import type { ShellData } from '#storefront/core/shell-data.ts'
import { loadNotices, loadVisitorData, useShellData } from '#storefront/core/shell-data.ts'
import { hasHeader } from '#storefront/core/shell-rules.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Offline } from '#storefront/offline/offline.tsx'
import { ErrorPage, Notice } from '#storefront/parts/error-page.tsx'
import { FloatingHeader, Header, QuietHeader } from '#storefront/shell/header/header.tsx'
import type { Route } from './+types/shell'
import { ContactHelper } from './contact-helper.tsx'
import { usePreferencesFetcher } from './dialogs/preference-form.tsx'
import { useLastSwitch } from './dialogs/store-switch.ts'
import { Footer } from './footer.tsx'
import { InstallPrompt } from './install-prompt.tsx'
import { Promotion } from './promotion.tsx'
import { TabBar } from './tab-bar.tsx'
import '#storefront/shell/header/header.css'
import '#storefront/shell/header/header-phone.css'
import '#storefront/shell/header/cart-badge.css'
import '#storefront/shell/header/header-search.css'
import '#storefront/shell/header/side-menu.css'
import './dialogs/dialogs.css'
import './footer.css'
import './tab-bar.css'
import './notices.css'
import '#storefront/parts/words.css'
import '#storefront/core/analytics/consent.css'
import '#storefront/parts/hours/store-hours.css'

/**
 * The pages that the server renders with the visitor's cart. Pages that are cached for all visitors must not contain a
 * cart.
 */
const personalPages = /^\/(checkout|account|user|confirmation)(\/|$)/

export const loader = onServer(
  async (api: Client, { request, url }: Page): Promise<ShellData> => ({
    ...(await loadVisitorData(api, request)),
    notices: await loadNotices(api),
    cart: personalPages.test(url.pathname) ? await viewCart(api, campaignOf(url)).catch(() => null) : null,
  }),
)

const viewCart = (api: Client, id: string) => (id ? api.campaignCart.view({ id }) : api.cart.view())

/** The last cart that this browser loaded. It is used if a reload fails. */
let lastCart: Cart | null = null
/** Whether the shell's data has been loaded since the browser opened the page. */
let isOpen = false

const loadInBrowser = inBrowserUntracked(async (api: Client, { request, url }: Page): Promise<ShellData> => {
  const campaign = campaignOf(url)
  const [circumstances, cart] = await Promise.all([
    loadVisitorData(api, request),
    viewCart(api, campaign).catch(() => (campaign ? null : lastCart)),
  ])
  // The cached page lacks the visitor's own data. `markPageUsed` hydrates the page at once, so that the data appears.
  const hasVisitorData =
    cart?.itemCount || cart?.claims.length || circumstances.chosenCurrency || circumstances.isWeChat
  if (isOpen || hasVisitorData) markPageUsed()
  if (campaign) return { ...circumstances, cart }
  lastCart = cart
  if (cart) writeClientState('cartUpdated', cartStateOf(cart))
  return { ...circumstances, cart }
})

/** Identifies a cart and its version. */
const cartStateOf = ({ id, version }: Cart) => `${id ?? 'none'}.${version}`

/**
 * Loads the shell's data in the browser. If the first load fails, uses the data that the server put into the page. The
 * visible page would otherwise turn into an error page.
 */
const openInBrowser = async (args: Route.ClientLoaderArgs): Promise<ShellData> => {
  if (isOpen) return loadInBrowser(args)
  const shellData = await loadInBrowser(args).catch(() => args.serverLoader())
  isOpen = true
  return shellData
}
export const clientLoader = Object.assign(openInBrowser, { hydrate: true as const })

/**
 * Reloads the shell's data, such as the cart, after forms. After a navigation, reloads it only if the URL stays the
 * same, or if the store or the campaign changes.
 */
export function shouldRevalidate({ formMethod, currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  if (formMethod) return formMethod !== 'GET'
  const store = (url: URL) => url.searchParams.get(addressParameters.location)
  const isOtherStore = store(currentUrl) !== store(nextUrl) || campaignOf(currentUrl) !== campaignOf(nextUrl)
  return currentUrl.href === nextUrl.href || isOtherStore
}

/** The frame of every page. The page's route renders the content of `<main>`, starting with a single `<h1>`. */
export default function Shell() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Frame>
      <ErrorPage error={error} />
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  const { app, t, isClosed } = useShop()
  const { pathname } = useLocation()
  const main = useFocusOnNewPage()
  const isQuiet = isQuietPage(pathname)
  const isCheckoutOff = !app.system.appConfig.enableCheckout && /^\/+checkout(\/|$)/i.test(pathname)
  useCartSync()
  useTimeZoneReport()
  const content = () => {
    if (isClosed && isShopPath(pathname)) return <Closed />
    return isCheckoutOff ? <CheckoutOff /> : children
  }
  return (
    <>
      <a className="skip-link" href="#main">
        {t('shell.skip')}
      </a>
      <AnalyticsLoader />
      <PageProgress />
      <Offline />
      <Notices />
      {!hasHeader(app) && <FloatingHeader />}
      {hasHeader(app) && (isQuiet ? <QuietHeader /> : <Header />)}
      <main id="main" ref={main} tabIndex={-1}>
        {content()}
      </main>
      <Footer />
      {!isQuiet && <TabBar />}
      <QuantityRequestSender />
      <ContactHelper />
      <Promotion />
      <InstallPrompt />
      <Suspense>
        <Dialogs />
      </Suspense>
      <StoreSwitch />
      <AreaPrefetcher />
    </>
  )
}

/**
 * Whether a page needs a store. If the shop has no selectable store, such pages show a notice instead. All other pages
 * stay available.
 */
const isShopPath = (pathname: string) => /^\/+(home|store|checkout)?(\/|$)/i.test(pathname)

function Closed() {
  const { t } = useShop()
  return <Notice title={t('error.closed_title')} text={t('locations.none_open')} />
}

/** Shown if the owner switched off the checkout. Shoppers cannot order online, but existing orders continue. */
function CheckoutOff() {
  const { t } = useShop()
  return (
    <Notice title={t('shell.checkout_off_title')} text={t('shell.checkout_off')}>
      <Link to="/store" className="button">
        {t('shell.checkout_off_browse')}
      </Link>
    </Notice>
  )
}

/**
 * After a navigation, moves the focus to the top of the page, as the browser does when it loads a document. Keyboards
 * and screen readers then start at the top.
 */
function useFocusOnNewPage() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const previousPathname = useRef(pathname)
  // This must be a layout effect. `useEffect` runs later, and could take the focus from a field that the page focused.
  useLayoutEffect(() => {
    if (previousPathname.current === pathname) return
    previousPathname.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}

/**
 * Updates the cart badge after another window changed the cart, or when this page returns from the back/forward cache.
 */
function useCartSync() {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const revalidateIfChanged = () => {
      if (!isPaying() && lastCart && readClientState('cartUpdated') !== cartStateOf(lastCart)) revalidate()
    }
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) revalidateIfChanged()
    }
    const unsubscribe = onClientStateChange('cartUpdated', revalidateIfChanged)
    window.addEventListener('pageshow', onPageShow)
    return () => {
      unsubscribe()
      window.removeEventListener('pageshow', onPageShow)
    }
  }, [revalidate])
}

/**
 * Whether this page is a checkout step after the cart. Such a page ignores changes that another window makes to the
 * cart. If the other window has placed the order, placing it again on this page returns the same order.
 */
const isPaying = () => /^\/checkout\/(?!cart|campaignCart)/.test(window.location.pathname)

/**
 * Sends the visitor's offset from UTC to the server when the page loads, unless the stored offset is the same or the
 * browser accepts no cookies.
 */
function useTimeZoneReport() {
  useEffect(() => {
    // Downloads the API client even if there is nothing to send, so that it is ready for the next tap.
    const api = browserApi()
    const offsetMinutes = -new Date().getTimezoneOffset()
    const isKnown = !navigator.cookieEnabled || readClientState('utcOffset') === String(offsetMinutes)
    api.then((api) => (isKnown ? undefined : api.shell.timeZone({ offsetMinutes }))).catch(() => {})
  }, [])
}

// The dialogs of the shell. The server renders them as HTML. The browser downloads their code and hydrates them when
// the page is first used.
const Dialogs = lazy(async () => {
  await whenUsed()
  return import('./dialogs/dialogs.tsx').catch(() => ({ default: DialogsRetry }))
})

/** Rendered if the download of the dialogs failed. Downloads them again when the browser is back online. */
function DialogsRetry() {
  const [LoadedDialogs, setLoadedDialogs] = useState<ComponentType | null>(null)
  useEffect(() => {
    const retry = () =>
      void import('./dialogs/dialogs.tsx').then(({ default: found }) => setLoadedDialogs(() => found)).catch(() => {})
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [])
  return LoadedDialogs && <LoadedDialogs />
}

const NoticeBar = optionalComponent(() => import('./notice-bar.tsx'))

/**
 * The notices of the shell. The page already contains the notices for its language and store. If the visitor changes
 * either, the bar requests the notices again. If the page has no notices, the browser does not download their code.
 */
function Notices() {
  const { app, locale } = useShop()
  const { notices } = useShellData()
  const contextKey = `${locale} ${app.appDetail.locid}`
  const [initial] = useState({ contextKey, notices })
  if (contextKey === initial.contextKey && !initial.notices?.length) return null
  return (
    <Suspense>
      <NoticeBar key={contextKey} initialNotices={contextKey === initial.contextKey ? initial.notices : undefined} />
    </Suspense>
  )
}

const StoreSwitchDialog = optionalComponent(() => import('./dialogs/store-switch-dialog.tsx'))

/** The dialogs before and after a change of store. Their code is downloaded when the first dialog is needed. */
function StoreSwitch() {
  const pendingChange = usePreferencesFetcher().data
  const last = useLastSwitch()
  const [isNeeded, setNeeded] = useState(false)
  useEffect(() => {
    if (pendingChange || last) setNeeded(true)
  }, [pendingChange, last])
  if (!isNeeded) return null
  return (
    <Suspense>
      <StoreSwitchDialog />
    </Suspense>
  )
}

const Analytics = optionalComponent(() => import('#storefront/core/analytics/analytics.tsx'))

/** Loads the analytics code after the page if the shop counts visits. */
function AnalyticsLoader() {
  const { app } = useShop()
  const [isMounted, setMounted] = useState(false)
  useEffect(() => setMounted(true), [])
  if (!isMounted || app.appDetail.analytics === 'none') return null
  return (
    <Suspense>
      <Analytics />
    </Suspense>
  )
}

/**
 * For each group of pages that share code, one page whose code is prefetched. The cart comes first, because the "+"
 * button on any page needs the cart's code, even if the browser goes offline.
 */
const prefetchedPages = ['/checkout/cart', '/store/productlist', '/account/login', '/user/list', '/blog']

/**
 * Prefetches the code of all page groups when the page is first used. Does nothing on slow connections or with data
 * saving.
 */
function AreaPrefetcher() {
  const [isUsed, setUsed] = useState(false)
  useEffect(() => {
    whenUsed().then(() => setUsed(true))
  }, [])
  if (!isUsed || prefetch() === 'none') return null
  return prefetchedPages.map((page) => <PrefetchPageLinks key={page} page={page} />)
}

/** A progress bar at the top while the next page loads. */
function PageProgress() {
  const { t } = useShop()
  const { state } = useNavigation()
  if (state === 'idle') return null
  return <progress className="page-progress" aria-label={t('shell.loading')} />
}

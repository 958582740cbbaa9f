import type { ComponentType, ReactNode } from 'react'
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { Link, Outlet, PrefetchPageLinks, useLocation, useNavigation, useRevalidator } from 'react-router'
import type { Cart } from '#contract/cart.ts'
import type { Client } from '#contract/client.ts'
import { addressParameters } from '#contract/constants.ts'
import { CartWishes } from '#storefront/basket/cart-wishes.tsx'
import { hold, onHeldElsewhere, readHeld } from '#storefront/core/client-state/held.ts'
import type { Page } from '#storefront/core/data.ts'
import { asItOpens, browserApi, onServer } from '#storefront/core/data.ts'
import { campaignOf, isCheckoutStep } from '#storefront/core/links.ts'
import { optionalComponent } from '#storefront/core/optional-component.ts'
import { prefetch } from '#storefront/core/prefetch.ts'
import type { ShellData } from '#storefront/core/shell-data.ts'
import { readCircumstances, readNotices, useShellData } from '#storefront/core/shell-data.ts'
import { hasHeader } from '#storefront/core/shell-rules.ts'
import { useShop } from '#storefront/core/shop.ts'
import { noteUse, whenUsed } from '#storefront/core/use.ts'
import { Offline } from '#storefront/offline/offline.tsx'
import { ErrorPage, Notice } from '#storefront/parts/error-page.tsx'
import type { Route } from './+types/shell'
import { ContactHelper } from './contact-helper.tsx'
import { usePreferences } from './dialogs/preference-form.tsx'
import { useLastSwitch } from './dialogs/store-switch.ts'
import { Footer } from './footer.tsx'
import { CheckoutHeader, FloatingHeader, Header } from './header.tsx'
import { InstallPrompt } from './install-prompt.tsx'
import { Promotion } from './promotion.tsx'
import { TabBar } from './tab-bar.tsx'
import './header.css'
import './header-search.css'
import './side-menu.css'
import './dialogs/dialogs.css'
import './footer.css'
import './tab-bar.css'
import './notices.css'
import '#storefront/parts/words.css'
import '#storefront/core/analytics/consent.css'
import '#storefront/parts/store-hours.css'

/** Pages that are rendered for one visitor; all others are kept for everybody and must know nobody's cart. */
const personal = /^\/(checkout|account|user|confirmation)(\/|$)/

export const loader = onServer(
  async (api: Client, { request, url }: Page): Promise<ShellData> => ({
    ...(await readCircumstances(api, request)),
    notices: await readNotices(api),
    cart: personal.test(url.pathname) ? await viewCart(api, campaignOf(url)).catch(() => null) : null,
  }),
)

const viewCart = (api: Client, id: string) => (id ? api.campaignCart.view({ id }) : api.cart.view())

/** The cart as this browser saw it last: what cannot be loaded anew stays as it was. */
let lastCart: Cart | null = null
/** Whether this was asked for before: not as the page opened, then. */
let isOpen = false

const loadInBrowser = asItOpens(async (api: Client, { request, url }: Page): Promise<ShellData> => {
  const campaign = campaignOf(url)
  const [circumstances, cart] = await Promise.all([
    readCircumstances(api, request),
    viewCart(api, campaign).catch(() => (campaign ? null : lastCart)),
  ])
  // What the page that is kept for everybody does not know is to be seen.
  if (isOpen || cart?.itemCount || circumstances.chosenCurrency || circumstances.isWeChat) noteUse()
  if (campaign) return { ...circumstances, cart }
  lastCart = cart
  if (cart) hold('cartUpdated', stateOf(cart))
  return { ...circumstances, cart }
})

/** The same for the same cart in the same state. */
const stateOf = ({ id, version }: Cart) => `${id ?? 'none'}.${version}`

/** As the page opens, what came with it stands in for what cannot be had: the page is there already. */
const openInBrowser = async (args: Route.ClientLoaderArgs): Promise<ShellData> => {
  if (isOpen) return loadInBrowser(args)
  const opening = await loadInBrowser(args).catch(() => args.serverLoader())
  isOpen = true
  return opening
}
export const clientLoader = Object.assign(openInBrowser, { hydrate: true as const })

/**
 * The cart changes with forms, with the store and on the way to a campaign or from it, not with every visit of a page.
 */
export function shouldRevalidate({ formMethod, currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  if (formMethod) return formMethod !== 'GET'
  const store = (url: URL) => url.searchParams.get(addressParameters.location)
  const isElsewhere = store(currentUrl) !== store(nextUrl) || campaignOf(currentUrl) !== campaignOf(nextUrl)
  return currentUrl.href === nextUrl.href || isElsewhere
}

/** What is around every page. A page brings its own content for `<main>`, beginning with its one `<h1>`. */
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
  const isStep = isCheckoutStep(pathname)
  const isCheckoutOff = !app.system.appConfig.enableCheckout && /^\/+checkout(\/|$)/i.test(pathname)
  useCartOfOtherWindows()
  useTimeZone()
  return (
    <>
      <a className="skip-link" href="#main">
        {t('shell.skip')}
      </a>
      <Measured />
      <PageProgress />
      <Offline />
      <Notices />
      {!hasHeader(app) ? <FloatingHeader /> : isStep ? <CheckoutHeader /> : <Header />}
      <main id="main" ref={main} tabIndex={-1}>
        {isClosed && isShopPath(pathname) ? <Closed /> : isCheckoutOff ? <CheckoutOff /> : children}
      </main>
      <Footer />
      {!isStep && <TabBar />}
      <CartWishes />
      <ContactHelper />
      <Promotion />
      <InstallPrompt />
      <Suspense>
        <Dialogs />
      </Suspense>
      <StoreSwitch />
      <AreasAtHand />
    </>
  )
}

/** While no store is open, pages of goods have nothing to show; what the shop tells of itself stays. */
const isShopPath = (pathname: string) => /^\/+(home|store|checkout)?(\/|$)/i.test(pathname)

function Closed() {
  const { t } = useShop()
  return <Notice title={t('error.closed_title')} text={t('locations.none_open')} />
}

/** Where the owner switched the checkout off, nothing can be ordered online; orders that were placed go on. */
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

/** Keyboards and screen readers start at the top of a page that was gone to, as they do after a document loads. */
function useFocusOnNewPage() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  // Together with the page: later the focus may already be in a field of it.
  useLayoutEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}

/**
 * The badge follows what another window does to the cart, and what was done to it while this page lay in the history.
 */
function useCartOfOtherWindows() {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const look = () => {
      if (!isPaying() && lastCart && readHeld('cartUpdated') !== stateOf(lastCart)) revalidate()
    }
    const lookAgain = ({ persisted }: PageTransitionEvent) => {
      if (persisted) look()
    }
    const stop = onHeldElsewhere('cartUpdated', look)
    window.addEventListener('pageshow', lookAgain)
    return () => {
      stop()
      window.removeEventListener('pageshow', lookAgain)
    }
  }, [revalidate])
}

/** Whoever is checking out keeps the page: placing it again answers the order that the other window placed. */
const isPaying = () => /^\/checkout\/(?!cart|campaignCart)/.test(window.location.pathname)

/** Tells the server once how far the visitor's clock is ahead of UTC, and again when that changes. */
function useTimeZone() {
  useEffect(() => {
    // Fetched in any case, so that the next tap finds it here.
    const api = browserApi()
    const offsetMinutes = -new Date().getTimezoneOffset()
    const isKnown = !navigator.cookieEnabled || readHeld('utcOffset') === String(offsetMinutes)
    api.then((api) => (isKnown ? undefined : api.shell.timeZone({ offsetMinutes }))).catch(() => {})
  }, [])
}

// Made by the server they open without it; taken up with the first use of the page.
const Dialogs = lazy(async () => {
  await whenUsed()
  return import('./dialogs/dialogs.tsx').catch(() => ({ default: LateDialogs }))
})

/** Where they could not be fetched: nothing waits for them, and they come with the network. */
function LateDialogs() {
  const [Found, setFound] = useState<ComponentType | null>(null)
  useEffect(() => {
    const ask = () =>
      void import('./dialogs/dialogs.tsx').then(({ default: found }) => setFound(() => found)).catch(() => {})
    window.addEventListener('online', ask)
    return () => window.removeEventListener('online', ask)
  }, [])
  return Found && <Found />
}

const NoticeBar = optionalComponent(() => import('./notice-bar.tsx'))

/**
 * Notices come with the first page, and anew where language or store change; without any, nothing of them is loaded.
 */
function Notices() {
  const { app, locale } = useShop()
  const { notices } = useShellData()
  const here = `${locale} ${app.appDetail.locid}`
  const [opened] = useState({ here, notices })
  if (here === opened.here && !opened.notices?.length) return null
  return (
    <Suspense>
      <NoticeBar key={here} first={here === opened.here ? opened.notices : undefined} />
    </Suspense>
  )
}

const StoreSwitchDialog = optionalComponent(() => import('./dialogs/store-switch-dialog.tsx'))

/** What belongs to a change of store is loaded with the first one that asks. */
function StoreSwitch() {
  const asked = usePreferences().data
  const last = useLastSwitch()
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    if (asked || last) setWanted(true)
  }, [asked, last])
  if (!isWanted) return null
  return (
    <Suspense>
      <StoreSwitchDialog />
    </Suspense>
  )
}

const Analytics = optionalComponent(() => import('#storefront/core/analytics/analytics.tsx'))

/** What counts visits, in a shop that does: it comes after the page. */
function Measured() {
  const { app } = useShop()
  const [isHere, setHere] = useState(false)
  useEffect(() => setHere(true), [])
  if (!isHere || app.appDetail.analytics === 'none') return null
  return (
    <Suspense>
      <Analytics />
    </Suspense>
  )
}

/**
 * One page of each area. What changes the cart is first: a network that is gone by the first "+" takes no page away.
 */
const areas = ['/checkout/cart', '/store/productlist', '/account/login', '/user/list', '/blog']

/** The areas are loaded on demand; once somebody moves about, they are fetched ahead. */
function AreasAtHand() {
  const [isUsed, setUsed] = useState(false)
  useEffect(() => {
    whenUsed().then(() => setUsed(true))
  }, [])
  if (!isUsed || prefetch() === 'none') return null
  return areas.map((page) => <PrefetchPageLinks key={page} page={page} />)
}

/** A line at the very top while the next page is on its way. */
function PageProgress() {
  const { t } = useShop()
  const { state } = useNavigation()
  if (state === 'idle') return null
  return <progress className="page-progress" aria-label={t('shell.loading')} />
}

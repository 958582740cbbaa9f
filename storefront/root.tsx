import '#ui/tokens.css'
import '#ui/reset.css'
import '#ui/icon.css'
import '#ui/base.css'
import '#ui/alert.css'
import '#ui/field.css'
import '#ui/dialog.css'
import '#ui/unfold.css'
import './shell/print.css'
import type { ReactNode } from 'react'
import { useContext, useEffect, useState } from 'react'
import type { ShouldRevalidateFunctionArgs } from 'react-router'
import {
  Links,
  Meta,
  Outlet,
  redirect,
  Scripts,
  ScrollRestoration,
  useLocation,
  useRouteLoaderData,
} from 'react-router'
import type { Client } from '#contract/client.ts'
import { addressParameters } from '#contract/constants.ts'
import { defaultLocale, toLang } from '#contract/languages.ts'
import type { AppInfo } from '#contract/shell.ts'
import { NonceContext } from '#storefront/core/scripts/nonce.ts'
import { pageMeta } from '#storefront/parts/head/head.ts'
import type { Route } from './+types/root'
import type { Area } from './core/areas.ts'
import { areaOf, coversArea } from './core/areas.ts'
import { readClientState, storeUrlParameters } from './core/client-state/client-state.ts'
import { isReachable } from './core/client-state/reachability.ts'
import type { Page } from './core/data.ts'
import { inBrowser, onServer } from './core/data.ts'
import { detectEnvironment, hasEnvironmentChanged } from './core/environment.ts'
import { RestoreInitialScroll, SaveInitialScroll } from './core/opening-place.tsx'
import { ShopUi } from './core/shop-ui.tsx'
import { withTextsOf } from './core/texts.ts'
import { ErrorPage } from './parts/error-page.tsx'
import { HeadOfShop } from './shell/shop-head.tsx'

/** The metadata for pages that define none. */
export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, ({ app, t }) => ({
    title: app.storeName,
    description: t('home.description', { store: app.storeName }),
  }))

/** The store named in a URL. */
const storeIdIn = (url: URL) => url.searchParams.get(addressParameters.location) ?? undefined

/** Loads app info. If the URL names a store that is not selectable, redirects to the home page. */
const load = async (api: Client, loc: string | undefined) => {
  const info = await api.shell.appInfo({ loc })
  const { storeLocations } = info.appContent.system
  const isSelectable = storeLocations.some(({ id, display, virtual }) => id === loc && display && !virtual)
  if (loc && !isSelectable) throw redirect('/home')
  return info
}
export const loader = onServer(async (api: Client, { url }: Page) =>
  withTextsOf(areaOf(url.pathname), await load(api, storeIdIn(url))),
)

/**
 * The area of the shop whose texts are loaded. The first page has only the texts of its own area. App info that the
 * browser loads later has all texts.
 */
let loadedArea: Area = typeof location === 'undefined' ? 'all' : areaOf(location.pathname)

/** Whether the loaded app info is for the mini-program. */
let isWmp = false
export const clientLoader = inBrowser(async (api: Client, { url }: Page) => {
  const info = await load(api, isStoreSelected(url) ? undefined : storeIdIn(url))
  isWmp = info.appContent.appDetail.isWmp
  return info
})

/**
 * Whether this page has already selected the store in its URL. The page then does not select that store again, because
 * the visitor may have chosen another store since.
 */
const isStoreSelected = (url: URL) =>
  url.href === location.href && storeIdIn(url) === readClientState('paramLocationId')

/**
 * Whether to reload app info. Always reloads it if the texts of the next page's area are not loaded. After a form,
 * reloads it if the shop responded and the form can change language, store or sign-in. After a navigation, reloads it
 * if the URL stays the same or names another store, or if the browser detected another environment.
 */
export function shouldRevalidate({
  formMethod,
  formAction,
  actionStatus,
  nextUrl,
  currentUrl,
}: ShouldRevalidateFunctionArgs) {
  if (!coversArea(loadedArea, areaOf(nextUrl.pathname))) return true
  if (formMethod && formMethod !== 'GET')
    return (
      isReachable() && actionStatus !== 503 && /^\/(preferences|account|user|checkout\/payment)/.test(formAction ?? '')
    )
  return (
    currentUrl.href === nextUrl.href || storeIdIn(nextUrl) !== storeIdIn(currentUrl) || hasEnvironmentChanged(isWmp)
  )
}

export function Layout({ children }: { children: ReactNode }) {
  // The type argument is safe, because the loader of the route `root` returns this type.
  const info = useRouteLoaderData<AppInfo>('root')
  const app = info?.appContent
  const nonce = useContext(NonceContext)
  return (
    <html lang={toLang(app?.system.appMessage.currentLocale ?? defaultLocale)} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <Meta />
        <Links nonce={nonce} />
        {app && <HeadOfShop app={app} nonce={nonce} />}
      </head>
      <body>
        {info ? <ShopUi>{children}</ShopUi> : children}
        <SaveInitialScroll />
        <ScrollRestoration nonce={nonce} />
        <RestoreInitialScroll />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}

export default function Root({ loaderData }: Route.ComponentProps) {
  const { search } = useLocation()
  const [initialData] = useState(loaderData)
  // Changes `loadedArea` only once the new data is rendered. A cancelled navigation also loads data, but never renders
  // it.
  useEffect(() => {
    if (loaderData !== initialData) loadedArea = 'all'
  }, [loaderData, initialData])
  useEffect(() => storeUrlParameters(new URLSearchParams(search)), [search])
  useEffect(() => {
    isWmp = loaderData.appContent.appDetail.isWmp
    return detectEnvironment(isWmp)
  }, [loaderData])
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />
}

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
import { areaOf, isEnough } from './core/areas.ts'
import { readClientState, writeFromAddress } from './core/client-state/client-state.ts'
import { isReachable } from './core/client-state/reachability.ts'
import type { Page } from './core/data.ts'
import { inBrowser, onServer } from './core/data.ts'
import { confirmEnvironment, isShownElsewhere } from './core/environment.ts'
import { KeepOpeningPlace, NoteOpeningPlace } from './core/opening-place.tsx'
import { ShopUi } from './core/shop-ui.tsx'
import { withTextsOf } from './core/texts.ts'
import { ErrorPage } from './parts/error-page.tsx'
import { HeadOfShop } from './shell/head-of-shop.tsx'

/** The metadata for pages that define none. */
export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, ({ app, t }) => ({
    title: app.storeName,
    description: t('home.description', { store: app.storeName }),
  }))

/** The store named in a URL. */
const storeIn = (url: URL) => url.searchParams.get(addressParameters.location) ?? undefined

/** Loads app info. If the URL names a store that is not selectable, redirects to the home page. */
const load = async (api: Client, loc: string | undefined) => {
  const info = await api.shell.appInfo({ loc })
  const { storeLocations } = info.appContent.system
  const isKnown = storeLocations.some(({ id, display, virtual }) => id === loc && display && !virtual)
  if (loc && !isKnown) throw redirect('/home')
  return info
}
export const loader = onServer(async (api: Client, { url }: Page) =>
  withTextsOf(areaOf(url.pathname), await load(api, storeIn(url))),
)

/**
 * The area of the shop whose texts are loaded. The first page has only the texts of its own area. App info that the
 * browser loads later has all texts.
 */
let held: Area = typeof location === 'undefined' ? 'all' : areaOf(location.pathname)

/** Whether the loaded app info is for the mini-program. */
let isWmp = false
export const clientLoader = inBrowser(async (api: Client, { url }: Page) => {
  const info = await load(api, isCounted(url) ? undefined : storeIn(url))
  isWmp = info.appContent.appDetail.isWmp
  return info
})

/**
 * Whether this page has already selected the store in its URL. The page then does not select that store again, because
 * the visitor may have chosen another store since.
 */
const isCounted = (url: URL) => url.href === location.href && storeIn(url) === readClientState('paramLocationId')

/**
 * Whether to reload app info. A form reloads it if the form can change language, store or sign-in, and the shop is
 * reachable. A navigation reloads it if texts of the next page's area are missing, the URL stays the same, the store in
 * the URL changes, or the browser detected another environment.
 */
export function shouldRevalidate({ formMethod, formAction, nextUrl, currentUrl }: ShouldRevalidateFunctionArgs) {
  if (formMethod && formMethod !== 'GET')
    return isReachable() && /^\/(preferences|account|user|checkout\/payment)/.test(formAction ?? '')
  if (!isEnough(held, areaOf(nextUrl.pathname))) return true
  return currentUrl.href === nextUrl.href || storeIn(nextUrl) !== storeIn(currentUrl) || isShownElsewhere(isWmp)
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
        <NoteOpeningPlace />
        <ScrollRestoration nonce={nonce} />
        <KeepOpeningPlace />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}

export default function Root({ loaderData }: Route.ComponentProps) {
  const { search } = useLocation()
  const [opening] = useState(loaderData)
  // Changes `held` only once the new data is rendered. A cancelled navigation also loads data, but never renders it.
  useEffect(() => {
    if (loaderData !== opening) held = 'all'
  }, [loaderData, opening])
  useEffect(() => writeFromAddress(new URLSearchParams(search)), [search])
  useEffect(() => {
    isWmp = loaderData.appContent.appDetail.isWmp
    return confirmEnvironment(isWmp)
  }, [loaderData])
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />
}

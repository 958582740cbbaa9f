import type { ReactNode } from 'react'
import { useContext } from 'react'
import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { Links, Meta, Outlet, redirect, Scripts, ScrollRestoration, useRouteLoaderData } from 'react-router'
import type { Client } from '#contract/client.ts'
import type { AppInfo } from '#contract/shell.ts'
import type { Page } from './data.ts'
import { inBrowser, onServer } from './data.ts'
import { NonceContext } from './nonce.ts'
import { ErrorPage } from './shell/error-page.tsx'
import { pageMeta } from './shell/head.ts'
import { HeadOfShop } from './shell/head-of-shop.tsx'
import { toLang } from './shop.ts'
import './styles/app.css'
import type { Route } from './+types/root'

/** Pages that describe nothing of their own. */
export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, ({ app, t }) => ({
    title: app.storeName,
    description: t('home.description', { store: app.storeName }),
  }))

/** A store in the address that cannot be chosen leads to the home page. */
const load = async (api: Client, { url }: Page) => {
  const loc = url.searchParams.get('loc') ?? undefined
  const info = await api.shell.appInfo({ loc })
  const { storeLocations } = info.appContent.system
  const isKnown = storeLocations.some(({ id, display, virtual }) => id === loc && display && !virtual)
  if (loc && !isKnown) throw redirect('/home')
  return info
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/** App info changes with language, store and sign-in, not with every visit of a page. */
export function shouldRevalidate({ formMethod, formAction, nextUrl, currentUrl }: ShouldRevalidateFunctionArgs) {
  if (formMethod && formMethod !== 'GET') return /^\/(preferences|account|user)/.test(formAction ?? '')
  const store = (url: URL) => url.searchParams.get('loc')
  return currentUrl.href === nextUrl.href || store(nextUrl) !== store(currentUrl)
}

export function Layout({ children }: { children: ReactNode }) {
  const info = useRouteLoaderData('root') as AppInfo | undefined
  const app = info?.appContent
  const nonce = useContext(NonceContext)
  return (
    <html lang={toLang(app?.system.appMessage.currentLocale ?? 'en')} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <Meta />
        <Links nonce={nonce} />
        {app && <HeadOfShop app={app} nonce={nonce} />}
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />
}

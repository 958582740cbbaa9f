import type { ReactNode } from 'react'
import { useContext } from 'react'
import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from 'react-router'
import type { Client } from '#contract/client.ts'
import type { AppInfo } from '#contract/shell.ts'
import type { Page } from './data.ts'
import { inBrowser, onServer } from './data.ts'
import { NonceContext } from './nonce.ts'
import { ErrorPage } from './shell/error-page.tsx'
import { ThemeStyle } from './shell/theme.tsx'
import { toLang } from './shop.ts'
import './styles/app.css'
import type { Route } from './+types/root'

const load = (api: Client, { url }: Page) => api.shell.appInfo({ loc: url.searchParams.get('loc') ?? undefined })

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/** App info changes with language, store, currency and sign-in, not with every visit of a page. */
export function shouldRevalidate({
  formAction,
  nextUrl,
  currentUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  if (nextUrl.searchParams.get('loc') !== currentUrl.searchParams.get('loc')) return true
  if (formAction) return /^\/(preferences|account|user)/.test(formAction)
  return defaultShouldRevalidate && currentUrl.href === nextUrl.href && false
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
        {app && <ThemeStyle app={app} nonce={nonce} />}
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

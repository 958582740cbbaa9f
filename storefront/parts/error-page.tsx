import type { ReactNode } from 'react'
import { Fragment, lazy, Suspense, useEffect } from 'react'
import { isRouteErrorResponse, Link, useLocation, useRouteLoaderData } from 'react-router'
import type { Row } from '#contract/languages.ts'
import { columns, locales, toLang } from '#contract/languages.ts'
import { isRecord } from '#contract/object-keys.ts'
import type { AppInfo, MenuItem } from '#contract/shell.ts'
import { offlineTexts } from '#storefront/core/client-state/offline-texts.ts'
import { isReachable } from '#storefront/core/client-state/reachability.ts'
import { labelOf, targetOf } from '#storefront/core/links.ts'
import { describeShop, useShop } from '#storefront/core/shop.ts'
import { SearchForm } from './search/search-form.tsx'
import './error-page.css'

// Renders nothing if the drawing fails to load, because an error page must not fail itself.
const Spill = lazy(() => import('./spilled-cup.tsx').catch(() => ({ default: () => <></> })))

/**
 * The error page: a drawing, a friendly message and links to continue. Shows the message in every language if app info,
 * which has the texts, is missing.
 */
export function ErrorPage({ error }: { error: unknown }) {
  const info = useRouteLoaderData<AppInfo>('root')
  const { status, requestId } = read(error)
  const here = useHere()
  useKeptPage(status === 0, here)
  if (!info) return <LastWords requestId={requestId} />
  const { t, navigation } = describeShop(info)
  const words = status === 0 ? 'offline' : wordsOf(status)
  return (
    <Notice title={t(`error.${words}_title`)} text={t(`error.${words}_text`)}>
      {words === 'sign_in' && (
        <Link to="/account/login" className="button">
          {t('shell.sign_in')}
        </Link>
      )}
      {(words === 'busy' || words === 'broken' || words === 'offline') && (
        <a href={here} className="button">
          {t('error.retry')}
        </a>
      )}
      {words === 'not_found' && <SearchForm />}
      <Link to="/home" className="button button-quiet">
        {t('error.home')}
      </Link>
      {words === 'not_found' && <MainPages items={navigation.headerMenu} />}
      {requestId && words === 'broken' && <p className="reference">{t('error.request', { id: requestId })}</p>}
    </Notice>
  )
}

/**
 * Links to the menu and to the pages of the header's menu, without duplicates. Omits the home page, which `ErrorPage`
 * links.
 */
function MainPages({ items }: { items: MenuItem[] }) {
  const { locale, t } = useShop()
  const pages = items.flatMap((item) => {
    const target = targetOf(item)
    return target.kind === 'internal' ? { to: target.to, label: labelOf(item, locale) } : []
  })
  const listed = [{ to: '/store', label: t('store.menu') }, ...pages]
  const isFirst = ({ to }: { to: string }, at: number) =>
    to !== '/home' && listed.findIndex((page) => page.to === to) === at
  return listed.filter(isFirst).map(({ to, label }) => (
    <Link key={to} to={to} className="button button-quiet">
      {label}
    </Link>
  ))
}

/** A page with a single message: title, text and buttons. */
export function Notice({ title, text, children }: { title: ReactNode; text: ReactNode; children?: ReactNode }) {
  return (
    <div className="notice-page">
      <Suspense fallback={<svg className="spill" viewBox="0 0 260 130" width="260" height="130" aria-hidden="true" />}>
        <Spill />
      </Suspense>
      <h1>{title}</h1>
      <p>{text}</p>
      <div className="notice-actions">{children}</div>
    </div>
  )
}

function LastWords({ requestId }: { requestId: string }) {
  const { title, text, retry, reference } = offlineTexts
  const here = useHere()
  return (
    <main>
      <Notice title={<InEach words={title} />} text={<InEach words={text} />}>
        <a href={here} className="button">
          <InEach words={retry} />
        </a>
        {requestId && (
          <p className="reference">
            <InEach words={reference} /> {requestId}
          </p>
        )}
      </Notice>
    </main>
  )
}

/** If the browser is offline and has a cached copy of the page that failed to load, opens that copy. */
function useKeptPage(isOffline: boolean, here: string) {
  useEffect(() => {
    if (!isOffline || !('caches' in window)) return
    void caches.match(here, { ignoreVary: true }).then((page) => page && window.location.replace(here))
  }, [isOffline, here])
}

/** The path and query of the page that failed, for the retry link. */
function useHere() {
  const { pathname, search } = useLocation()
  return pathname + search
}

/** A text in every language, for when the reader's language is unknown. */
function InEach({ words }: { words: Row }) {
  return locales.map((locale, at) => (
    <Fragment key={locale}>
      {at > 0 && ' '}
      <span lang={toLang(locale)}>{words[columns[locale]]}</span>
    </Fragment>
  ))
}

function wordsOf(status: number): 'not_found' | 'sign_in' | 'busy' | 'broken' {
  if (status === 404 || status === 410) return 'not_found'
  if (status === 401) return 'sign_in'
  return status === 429 || status === 503 ? 'busy' : 'broken'
}

/** The status and request id of an error. Status 0 means that the shop was unreachable. */
function read(error: unknown): { status: number; requestId: string } {
  if (!isRouteErrorResponse(error)) return { status: isReachable() ? 500 : 0, requestId: '' }
  const requestId = isRecord(error.data) && error.data.requestId
  return { status: error.status, requestId: typeof requestId === 'string' ? requestId : '' }
}

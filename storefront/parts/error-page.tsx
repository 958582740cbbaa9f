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
  const { status, requestId } = parseError(error)
  const currentPath = useCurrentPath()
  useCachedPage(status === 0, currentPath)
  if (!info) return <FallbackPage requestId={requestId} />
  const { t, navigation } = describeShop(info)
  const textKey = status === 0 ? 'offline' : textKeyOf(status)
  return (
    <Notice title={t(`error.${textKey}_title`)} text={t(`error.${textKey}_text`)}>
      {textKey === 'sign_in' && (
        <Link to="/account/login" className="button">
          {t('shell.sign_in')}
        </Link>
      )}
      {(textKey === 'busy' || textKey === 'broken' || textKey === 'offline') && (
        <a href={currentPath} className="button">
          {t('error.retry')}
        </a>
      )}
      {textKey === 'not_found' && <SearchForm />}
      <Link to="/home" className="button button-quiet">
        {t('error.home')}
      </Link>
      {textKey === 'not_found' && <MainPages items={navigation.headerMenu} />}
      {requestId && textKey === 'broken' && <p className="reference">{t('error.request', { id: requestId })}</p>}
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
  const links = [{ to: '/store', label: t('store.menu') }, ...pages]
  const isFirst = ({ to }: { to: string }, index: number) =>
    to !== '/home' && links.findIndex((page) => page.to === to) === index
  return links.filter(isFirst).map(({ to, label }) => (
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

function FallbackPage({ requestId }: { requestId: string }) {
  const { title, text, retry, reference } = offlineTexts
  const currentPath = useCurrentPath()
  return (
    <main>
      <Notice title={<InAllLanguages words={title} />} text={<InAllLanguages words={text} />}>
        <a href={currentPath} className="button">
          <InAllLanguages words={retry} />
        </a>
        {requestId && (
          <p className="reference">
            <InAllLanguages words={reference} /> {requestId}
          </p>
        )}
      </Notice>
    </main>
  )
}

/** If the browser is offline and has a cached copy of the page that failed to load, opens that copy. */
function useCachedPage(isOffline: boolean, path: string) {
  useEffect(() => {
    if (!isOffline || !('caches' in window)) return
    void caches.match(path, { ignoreVary: true }).then((page) => page && window.location.replace(path))
  }, [isOffline, path])
}

/** The path and query of the page that failed, for the retry link. */
function useCurrentPath() {
  const { pathname, search } = useLocation()
  return pathname + search
}

/** A text in every language, for when the reader's language is unknown. */
function InAllLanguages({ words }: { words: Row }) {
  return locales.map((locale, index) => (
    <Fragment key={locale}>
      {index > 0 && ' '}
      <span lang={toLang(locale)}>{words[columns[locale]]}</span>
    </Fragment>
  ))
}

function textKeyOf(status: number): 'not_found' | 'sign_in' | 'busy' | 'broken' {
  if (status === 404 || status === 410) return 'not_found'
  if (status === 401) return 'sign_in'
  return status === 429 || status === 503 ? 'busy' : 'broken'
}

/** The status and request id of an error. Status 0 means that the shop was unreachable. */
function parseError(error: unknown): { status: number; requestId: string } {
  if (!isRouteErrorResponse(error)) return { status: isReachable() ? 500 : 0, requestId: '' }
  const requestId = isRecord(error.data) && error.data.requestId
  return { status: error.status, requestId: typeof requestId === 'string' ? requestId : '' }
}

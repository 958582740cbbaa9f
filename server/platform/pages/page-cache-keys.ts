import { campaignParameter, currencyCookie, environmentCookie, languageParameter } from '#contract/constants.ts'
import type { Visit } from '#server/platform/http/visits.ts'
import { environmentOf } from '#server/platform/http/visits.ts'
import type { MemberPage } from './member-page.ts'
import { isHtmlType } from './member-page.ts'
import type { StaticPage } from './static-page.ts'

/** This file decides which pages may be cached, and which visits get the same cached page. */

const personalPaths = /^\/+(checkout|confirmation|table|account|user|main|preferences|forms)(\/|$|\.)/i
const catalogueParameters = ['cat', 'sort', 'q', 'page', 'brand', 'tag', 'variant', 'stock', 'sale', 'diet']
const cachedParameters = new Set([...catalogueParameters, campaignParameter, languageParameter])

/**
 * The cache key of a page, without the visitor's identity. Null for a response that is not cached: a personal page, the
 * response to a form, or a page whose URL has a query parameter that is not in `cachedParameters`.
 */
export function keyOf(visit: Visit): string | null {
  const { request, url } = visit
  if (request.method === 'POST' || isPersonal(url)) return null
  for (const name of url.searchParams.keys()) if (!cachedParameters.has(name)) return null
  const environment = environmentOf(visit)
  return JSON.stringify([
    visit.origin,
    url.pathname + url.search,
    visit.locale,
    visit.locationHint,
    currencyOf(visit),
    environment.kind,
    environment.isWeChat,
    environment.isMobile,
  ])
}

/** Whether a page is personal. Routes ignore case and decode percent-encoding, so this check must do the same. */
export function isPersonal({ pathname }: URL): boolean {
  try {
    return personalPaths.test(decodeURIComponent(pathname))
  } catch {
    return true
  }
}

/**
 * Whether a page may be cached. Excludes missing pages and redirects, because countless URLs lead to them and would
 * fill the cache. Also excludes responses for a single visit.
 */
export function mayCache({ status, headers }: MemberPage | StaticPage): boolean {
  const all = Array.isArray(headers) ? headers : Object.entries(headers)
  const isForOne = all.some(
    ([name, value]) => name === 'set-cookie' || (name === 'cache-control' && value === 'no-store'),
  )
  return status === 200 && !isForOne && all.some(isHtmlType)
}

/**
 * A copy of the visit without its session. Of the headers and cookies, the copy has only the user agent, the chosen
 * currency and the environment, so that nothing else of one visitor can affect a page for others. The copy's request is
 * a GET even if the visitor's request is a HEAD, so that the page has a body.
 */
export function asGuest(visit: Visit): Visit {
  const { request, cookies } = visit
  const currency = currencyOf(visit)
  const headers = new Headers({ 'User-Agent': request.headers.get('user-agent') ?? '' })
  if (currency) headers.set('Cookie', `${currencyCookie}=${currency}`)
  return {
    ...visit,
    // No abort signal is passed, because other visitors may wait for the page after this visitor disconnects.
    request: new Request(request.url, { headers }),
    cookies: { [environmentCookie]: cookies[environmentCookie] ?? '' },
    mayHaveSession: false,
    session: undefined,
    setCookies: [],
    utcOffset: null,
  }
}

const currencyOf = ({ cookies }: Visit) =>
  (/^[A-Z]{3}$/.test(cookies[currencyCookie] ?? '') && cookies[currencyCookie]) || null

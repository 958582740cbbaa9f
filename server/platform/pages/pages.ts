import { randomBytes } from 'node:crypto'
import {
  campaignParameter,
  currencyCookie,
  environmentCookie,
  forAnyoneHeader,
  languageParameter,
  localeCookie,
  pictureForms,
} from '#contract/constants.ts'
import { defaultLocale } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import { messages } from '#contract/messages.ts'
import type { Visitor } from '#contract/shell.ts'
import { videoHosts } from '#contract/video-hosts.ts'
import type { Cache } from '#server/platform/cache.ts'
import { createCache } from '#server/platform/cache.ts'
import type { App, Context } from '#server/platform/context.ts'
import { isDatabaseAway } from '#server/platform/database/errors.ts'
import { fail } from '#server/platform/fail.ts'
import { chooseEncoding, compress } from '#server/platform/http/cached-response.ts'
import { formTargets, leavingPage, mayLeadTo } from '#server/platform/http/form-targets.ts'
import { hasParts, readEncodedForm, readFormInParts } from '#server/platform/http/input.ts'
import { json, securityHeaders } from '#server/platform/http/responses.ts'
import type { Http, HttpContext } from '#server/platform/http/server.ts'
import { clientIp, toRefusal } from '#server/platform/http/server.ts'
import { hashToken } from '#server/platform/http/sessions.ts'
import type { Visit } from '#server/platform/http/visits.ts'
import {
  cookieLine,
  cookiesToSet,
  environmentOf,
  openContext,
  readLocale,
  readVisit,
  refuseForgery,
  signedInCookie,
} from '#server/platform/http/visits.ts'
import type { Topic } from '#server/platform/topics.ts'
import { createTurns } from '#server/platform/turns.ts'
import { escapeXml } from '#server/platform/xml.ts'
import { asksForPage, renderErrorPage } from './error-page.ts'
import type { MemberPage, Values } from './member-page.ts'
import { fillPage, isHtmlType, placeholderOf, splitPage } from './member-page.ts'
import { createMemberSummaryCache } from './member-summaries.ts'
import { createPace } from './pace.ts'
import type { PageVariant } from './page-variant.ts'
import { pageVariantOf } from './page-variant.ts'
import type { Sources, StaticPage } from './static-page.ts'
import { formOf, toStaticPage, withNotice } from './static-page.ts'

/** Renders a page for a visit. The content security policy allows the page's scripts by `nonce`. */
export type RenderPage = (request: Request, visit: Visit, nonce: string) => Promise<Response>

/**
 * Reads the visitor's data for pages that several members share from the cache. `until` is the time of the next known
 * change of this data.
 */
export type IntroduceVisitor = (ctx: Context) => Promise<{ visitor: Visitor; until: Date | null }>

const cacheBytes = 48 * 1024 * 1024
/** After the database failed, the shop sends cached pages for this long without querying the database again. */
const awayMs = 2000
/**
 * Limits of the member cache. Entries may become ten minutes old, because notifications remove changed entries earlier,
 * and the shop notices within seconds if the connection for notifications is lost.
 */
const memberCache = { most: 5000, maxAgeMs: 10 * 60_000 }
/**
 * Limits concurrent renderings of shared pages. A change can remove dozens of pages from the cache. If visitors request
 * all of them, this limit lets the first pages be ready soon. Without the limit, all pages would be ready only after
 * seconds. While one rendering waits for the database, the other uses the processor. `longestWaitMs` matters only if
 * the database hangs.
 */
const sharedRenderings = { atOnce: 2, longestWaitMs: 1000 }
const personal = /^\/+(checkout|confirmation|table|account|user|main|preferences|forms)(\/|$|\.)/i
/** Paths of pages that differ between members only in the page shell. */
const alike = /^\/(home|store(?!\/(group|campaign))|blog)?(\/|$)/i
const catalogueParameters = ['cat', 'sort', 'q', 'page', 'brand', 'tag', 'variant', 'stock', 'sale', 'diet']
const cachedParameters = new Set([...catalogueParameters, campaignParameter, languageParameter])

/**
 * Serves pages. Caches a page without personal content for about a minute, and only until the data that it shows
 * changes. One rendering serves all guests with the same language, store, currency and environment. The home, store and
 * blog pages are also cached for members, by page variant, and filled with each member's values. While the database is
 * unreachable, guests and members get the cached pages for guests, with a notice.
 */
export function bindPages(app: App, http: Http, render: RenderPage, introduce: IntroduceVisitor) {
  const secret = randomBytes(16).toString('hex')
  const isCached = app.config.NODE_ENV !== 'development'
  const pages = createCache<StaticPage>(cacheBytes, { keepsLists: true })
  const memberPages = createCache<MemberPage>(cacheBytes, { keepsLists: true })
  const members = createMemberSummaryCache<PageVariant>(app, memberCache)
  const memberOf = (visit: Visit) =>
    members.take(`${hashToken(visit.token)} ${visit.locale}`, async () => {
      const ctx = await openContext(app, visit, app.database.pagesDb)
      const session = await visit.session
      if (!session?.memberId) return null
      const { visitor, until } = await introduce(ctx)
      const value = pageVariantOf(visitor, secret)
      const { memberId, expiresAt } = session
      return value && { memberId, until: until && until < expiresAt ? until : expiresAt, value }
    })
  // Limits renderings, but not cached pages. A cached page costs little, but a rendering blocks the only thread for
  // milliseconds.
  const limitRendering = ({ ip }: Visit) =>
    http.limit('page renderings', { points: limits.pageRenderings, seconds: 60 }, ip)

  const renderings = createTurns(sharedRenderings)
  const pace = createPace()
  const renderShared = (visit: Visit, nonce: string) =>
    renderings.take(() => pace.during(() => render(visit.request, visit, nonce)))
  /** Waits until a cached page may be sent. If the page must be rendered, counts the rendering. */
  const waitForPage = async (cache: Pick<Cache<StaticPage>, 'isAtHand'>, key: string, visit: Visit) => {
    if (cache.isAtHand(key)) await pace.pass()
    // Checks again, because a change may have removed the page meanwhile.
    if (!cache.isAtHand(key)) await limitRendering(visit)
  }

  const renderOwn = async (visit: Visit, request: Request): Promise<Response> => {
    await limitRendering(visit)
    const nonce = newNonce()
    return sendOwn({ app, http }, visit, { response: await render(request, visit, nonce), nonce })
  }
  const renderStatic = async (visit: Visit, shown: Set<Topic>): Promise<StaticPage> => {
    const nobody = { ...asNobody(visit), shown }
    const nonce = newNonce()
    const response = await renderShared(nobody, nonce)
    const policyFor = (sources: Sources) => policy(app, visit, sources)
    return toStaticPage(response, { nonce, policyFor, topics: shown })
  }
  const pageForMember = async (visit: Visit, key: string): Promise<Response | null> => {
    const member = alike.test(decodeURIComponent(visit.url.pathname)) ? await memberOf(visit) : null
    if (!member) return null
    const { shape, placeholderVisitor, values } = member
    const variantKey = `${key}|${shape}`
    await waitForPage(memberPages, variantKey, visit)
    const page = await memberPages.take(
      variantKey,
      async (shown) => {
        const anyMember = { ...asNobody(visit), placeholderVisitor, shown }
        const nonce = placeholderOf(secret, 'nonce')
        const response = await renderShared(anyMember, nonce)
        return splitPage(response, { secret, topics: shown })
      },
      mayCache,
    )
    return sendMemberPage({ app, http }, visit, { page, values })
  }

  /** Until `performance.now()` reaches this value, the database counts as unreachable. */
  let awayUntil = 0
  /**
   * Runs `work`, which makes the response for a page that may be cached. If the database is unreachable, sends the
   * page's last rendering instead, with a notice.
   */
  const unlessAway = async (visit: Visit, key: string, work: () => Promise<Response>): Promise<Response> => {
    const stale = pages.getStale(key)
    if (stale && performance.now() < awayUntil) return sendWithNotice(visit, stale)
    const [response, error] = await work().then(
      (response) => [response, null] as const,
      (error: unknown) => [null, error] as const,
    )
    if (response && response.status !== 503) return response
    if (stale && (response || isDatabaseAway(error))) {
      awayUntil = performance.now() + awayMs
      return sendWithNotice(visit, stale)
    }
    if (response) return response
    throw error
  }
  const pageFor = (visit: Visit, request: Request): Promise<Response> => {
    const key = keyOf(visit)
    if (!key) return renderOwn(visit, request)
    return unlessAway(visit, key, async () => {
      if (isSomebody(visit)) return (await pageForMember(visit, key)) ?? renderOwn(visit, request)
      await waitForPage(pages, key, visit)
      return sendShared(http, visit, await pages.take(key, (shown) => renderStatic(visit, shown), mayCache))
    })
  }
  http.hono.all('*', async (c) => {
    const { method, url } = c.req.raw
    if (!methods.has(method)) return notAllowed()
    let visit: Visit | undefined
    try {
      visit = readVisit(app, c.req.raw, { url: new URL(url), ip: clientIp(app, c) })
      if (method === 'POST') {
        refuseForgedForm(visit, http)
        await http.limit('page forms', { points: limits.pageForms, seconds: 60 }, visit.ip)
      }
      const request = method === 'POST' ? await readForm(app, visit) : c.req.raw
      // A store in the URL replaces the store in the cookie, already for this rendering of the page.
      visit.locationHint = visit.url.searchParams.get('loc') ?? visit.locationHint
      speakAsAsked(visit)
      if (!isCached) return answerInDevelopment(await render(request, visit, ''), visit, http)
      return await pageFor(visit, request)
    } catch (error) {
      // The cast is safe: the two types differ only in the path parameters.
      const { status, body, headers } = toRefusal(app, c as HttpContext, { error, visit })
      if (!asksForPage(c.req.raw)) return json(JSON.stringify(body), status, headers)
      const page = renderErrorPage(body, visit?.locale ?? defaultLocale)
      return new Response(page.html, { status, headers: { ...page.headers, ...headers } })
    }
  })
  return { pages, memberPages, members }
}

/** Applies the language in the URL to this page and to the visitor's later pages. */
function speakAsAsked(visit: Visit) {
  const asked = visit.url.searchParams.get(languageParameter)
  if (!asked || readLocale(asked, null) !== asked) return
  visit.locale = asked
  if (visit.cookies[localeCookie] !== asked) visit.setCookies.push(cookieLine(visit, localeCookie, { value: asked }))
}

/**
 * Sends a page in development, without caching it and without a content security policy, because the tools add scripts.
 */
function answerInDevelopment(response: Response, visit: Visit, http: Http): Response {
  for (const line of cookiesToSet(visit, http.xsrf)) response.headers.append('Set-Cookie', line)
  return response
}

/**
 * Refuses forms from other sites. A form sent without JavaScript has no XSRF header, but its `Origin` shows its source.
 * If the form's page sends no referrer, `Origin` is `null`. Fetch Metadata then shows the source.
 */
function refuseForgedForm(visit: Visit, http: Http) {
  const { headers } = visit.request
  const origin = headers.get('origin')
  const isOwn = origin === 'null' && headers.get('sec-fetch-site') === 'same-origin'
  if (origin !== visit.origin && !isOwn) refuseForgery(visit, http.xsrf, false)
}

/**
 * Reads a form completely. Fails with `input.media_type` if the body is not a form, and with `input.too_large` if it is
 * too large.
 */
async function readForm(app: App, visit: Visit): Promise<Request> {
  const { headers, signal } = visit.request
  const pictures = pictureForms[visit.url.pathname] ?? 0
  const send = (body: BodyInit, type?: string) => {
    const sent = new Headers(headers)
    // `refuseForgedForm` has checked the `Origin` header. The router compares `Origin` with the URL behind the proxy
    // and refuses `null`. So the router gets the origin of that URL.
    sent.set('Origin', new URL(visit.request.url).origin)
    if (type) sent.set('Content-Type', type)
    return new Request(visit.request.url, { method: 'POST', headers: sent, body, signal })
  }
  if (pictures > 0 && hasParts(visit.request)) {
    const { memberId } = await openContext(app, visit)
    if (memberId) {
      const form = await readFormInParts(visit.request, pictures)
      // Passes the parsed form to the page, because parsing the body again would block the event loop.
      return Object.defineProperty(send(''), 'formData', { value: async () => form })
    }
    // The page asks guests to sign in, so the server does not read the files that they send.
    return send('', 'application/x-www-form-urlencoded')
  }
  const isForm = /^application\/x-www-form-urlencoded\s*(;|$)/i.test(headers.get('content-type') ?? '')
  if (!isForm || headers.has('content-encoding')) fail('input.media_type')
  return send(await readEncodedForm(visit.request))
}

/** Parameters that grant access: emailed tokens, payment handovers, and sign-in codes. */
const secretParameters = ['token', 'handover', 'code', 'auth_code', 'js_code', 'state']

function hasSecret({ pathname, searchParams }: URL): boolean {
  return /^\/+table\/./i.test(pathname) || secretParameters.some((name) => searchParams.has(name))
}

const methods = new Set(['GET', 'HEAD', 'POST'])
const notAllowed = () =>
  new Response('Method not allowed', {
    status: 405,
    headers: { ...securityHeaders, 'Content-Type': 'text/plain', Allow: [...methods].join(', ') },
  })

/**
 * A copy of the visit without its session. The copy's request has only the user agent and the chosen currency, so no
 * other header or cookie of one visitor can affect a page for others. The request is a GET even for HEAD, so that the
 * page has a body.
 */
function asNobody(visit: Visit): Visit {
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

const isSomebody = ({ cookies, request }: Visit) =>
  Boolean(cookies[signedInCookie]) && !request.headers.has(forAnyoneHeader)

/**
 * The cache key of a page, without the visitor's identity. Null for pages that are not cached: personal pages, forms,
 * and URLs with other query parameters.
 */
function keyOf(visit: Visit): string | null {
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
function isPersonal({ pathname }: URL): boolean {
  try {
    return personal.test(decodeURIComponent(pathname))
  } catch {
    return true
  }
}

/**
 * Whether a page may be cached. Missing pages and redirects must not be cached: any number of URLs lead to them, so
 * they could fill the cache. Responses for a single visit must not be cached either.
 */
function mayCache({ status, headers }: MemberPage | StaticPage): boolean {
  const all = Array.isArray(headers) ? headers : Object.entries(headers)
  const isForOne = all.some(
    ([name, value]) => name === 'set-cookie' || (name === 'cache-control' && value === 'no-store'),
  )
  return status === 200 && !isForOne && all.some(isHtmlType)
}

const newNonce = () => randomBytes(16).toString('hex')
const variesBy = 'Cookie, Accept-Encoding, Accept-Language, User-Agent'

/** Adds the headers that every page has. `cookies` are the `Set-Cookie` lines of the visit. */
function addHeaders(headers: Headers, visit: Visit, cookies: string[]) {
  for (const [name, value] of Object.entries(securityHeaders)) headers.set(name, value)
  headers.set('Vary', variesBy)
  if (visit.isSecure) headers.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains')
  for (const line of cookies) headers.append('Set-Cookie', line)
}

/**
 * Sends a page that all guests share. The response starts no session. A shared cache between the shop and its visitors
 * may keep the page, but not a response to a visitor who has a session.
 */
async function sendShared(http: Http, visit: Visit, page: StaticPage): Promise<Response> {
  const { headers, status, body } = await formOf(page, visit.request)
  const isKept = visit.isNewToken && visit.setCookies.length === 0 && mayCache(page)
  addHeaders(headers, visit, visit.isNewToken ? visit.setCookies : cookiesToSet(visit, http.xsrf))
  headers.set('Cache-Control', isKept ? sharedCaching : 'private, no-cache')
  headers.set(forAnyoneHeader, '1')
  return new Response(body, { status, headers })
}
/** Without `must-revalidate`, browsers could show an old page for as long as shared caches may show it. */
const sharedCaching = 'public, max-age=0, must-revalidate, s-maxage=60, stale-while-revalidate=60'

/** Sends a page that members share, with this member's values. */
async function sendMemberPage(
  { app, http }: { app: App; http: Http },
  visit: Visit,
  { page, values }: { page: MemberPage; values: Values },
): Promise<Response> {
  const nonce = newNonce()
  const headers = new Headers(page.headers)
  headers.set('Content-Security-Policy', policy(app, visit, nonceSources(nonce)))
  headers.set('Cache-Control', 'private, no-cache')
  addHeaders(headers, visit, cookiesToSet(visit, http.xsrf))
  return compressed(fillPage(page, { ...values, nonce }), { status: page.status, headers, visit, isForOne: true })
}

/** Sends a page that was rendered for this visit. */
async function sendOwn(
  { app, http }: { app: App; http: Http },
  visit: Visit,
  { response, nonce }: { response: Response; nonce: string },
): Promise<Response> {
  const { headers, status } = response
  headers.delete('content-length')
  headers.set('Content-Security-Policy', policy(app, visit, nonceSources(nonce)))
  headers.set('Cache-Control', 'private, no-cache')
  addHeaders(headers, visit, cookiesToSet(visit, http.xsrf))
  if (isPersonal(visit.url)) headers.set('Referrer-Policy', hasSecret(visit.url) ? 'no-referrer' : 'same-origin')
  const elsewhere = visit.request.method === 'POST' ? headers.get('location') : null
  if (elsewhere && leadsElsewhere(app, visit, elsewhere)) {
    headers.delete('location')
    headers.set('content-type', 'text/html; charset=utf-8')
    return new Response(leavingPage(elsewhere, visit.locale), { status: 200, headers })
  }
  return compressed(new Uint8Array(await response.arrayBuffer()), { status, headers, visit })
}

/** Sends a page that may be out of date, with a notice that says so. */
async function sendWithNotice(visit: Visit, page: StaticPage): Promise<Response> {
  const headers = new Headers(page.headers)
  headers.delete('etag')
  addHeaders(headers, visit, [])
  headers.set('Cache-Control', 'no-store')
  const notice = `<p class="alert alert-note" role="status">${escapeXml(messages[visit.locale]['pages.stale'])}</p>`
  return compressed(await withNotice(page, notice), { status: page.status, headers, visit })
}

async function compressed(
  body: Uint8Array<ArrayBuffer>,
  {
    status,
    headers,
    visit: { request },
    isForOne = false,
  }: { status: number; headers: Headers; visit: Visit; isForOne?: boolean },
): Promise<Response> {
  const encoding = body.length > 2000 ? chooseEncoding(request.headers.get('accept-encoding')) : undefined
  if (encoding) headers.set('Content-Encoding', encoding)
  return new Response(encoding ? await compress(body, encoding, { isForOne }) : body, { status, headers })
}

/** Whether a redirect leads to a site outside the page's own `form-action`. */
function leadsElsewhere(app: App, visit: Visit, location: string): boolean {
  const url = new URL(location, visit.origin)
  return url.origin !== visit.origin && !mayLeadTo(formTargets(app, visit.origin), url.href)
}

/** The origins of video players, which load after the visitor agrees. */
const players = Object.values(videoHosts)
  .map(({ player }) => new URL(player).origin)
  .join(' ')

const nonceSources = (nonce: string): Sources => ({ scripts: `'nonce-${nonce}'`, styles: `'nonce-${nonce}'` })

function policy(app: App, visit: Visit, { scripts, styles }: Sources): string {
  return [
    "default-src 'self'",
    `script-src ${scripts} 'strict-dynamic'`,
    `style-src 'self' ${styles}`,
    "img-src 'self' https: data:",
    `frame-src ${players}`,
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ['form-action', "'self'", ...formTargets(app, visit.origin)].join(' '),
  ].join('; ')
}

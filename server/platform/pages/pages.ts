import { randomBytes } from 'node:crypto'
import {
  currencyCookie,
  environmentCookie,
  forAnyoneHeader,
  languageParameter,
  localeCookie,
  pictureForms,
} from '#contract/constants.ts'
import { defaultLocale } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import type { Visitor } from '#contract/shell.ts'
import { videoHosts } from '#contract/video-hosts.ts'
import { createCache } from '#server/platform/cache.ts'
import type { App, Context } from '#server/platform/context.ts'
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
import type { CachedPage, Values } from './cached-page.ts'
import { fillPage, isHtmlType, placeholderOf, splitPage } from './cached-page.ts'
import { fillCompressedPage } from './compressed-page.ts'
import { asksForPage, renderErrorPage } from './error-page.ts'
import { createMemberSummaryCache } from './member-summaries.ts'
import type { PageVariant } from './page-variant.ts'
import { pageVariantOf } from './page-variant.ts'

/** Renders a page for a visit. `nonce` is the nonce of its scripts in the content security policy. */
export type RenderPage = (request: Request, visit: Visit, nonce: string) => Promise<Response>

/**
 * Reads the visitor's data for pages that several members share from the cache. `until` is the time of the next known
 * change.
 */
export type IntroduceVisitor = (ctx: Context) => Promise<{ visitor: Visitor; until: Date | null }>

const cacheBytes = 48 * 1024 * 1024
const cacheMs = 60_000
/**
 * Limits of the member cache. Notifications remove changed entries, and a lost notification connection is noticed
 * within seconds.
 */
const memberCache = { most: 5000, maxAgeMs: 10 * 60_000 }
const personal = /^\/+(checkout|confirmation|table|account|user|main|preferences|forms)(\/|$|\.)/i
/** Paths of pages that depend on the member only in their shell. */
const alike = /^\/(home|store(?!\/(group|campaign))|blog)?(\/|$)/i
const catalogueParameters = ['cat', 'sort', 'q', 'page', 'brand', 'tag', 'variant', 'stock', 'sale', 'diet']
const cachedParameters = new Set([...catalogueParameters, languageParameter])

/**
 * Serves pages. Caches pages without personal content until their content changes. One rendering serves all guests with
 * the same language, store, currency and environment. Store pages are also cached for members, by page variant, and
 * filled with each member's values.
 */
export function bindPages(app: App, http: Http, render: RenderPage, introduce: IntroduceVisitor) {
  const secret = randomBytes(16).toString('hex')
  const isCached = app.config.NODE_ENV !== 'development'
  const pages = createCache<CachedPage>(cacheBytes, cacheMs)
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
  // Limits only renderings: a cached page costs little, but a rendering blocks the only thread for milliseconds.
  const limitRendering = ({ ip }: Visit) =>
    http.limit('page renderings', { points: limits.pageRenderings, seconds: 60 }, ip)
  const pageFor = async (visit: Visit, request: Request): Promise<Answered> => {
    const make = async (as: Visit, asked = as.request) =>
      splitPage(await render(asked, as, placeholderOf(secret, 'nonce')), secret)
    const makeOwn = async () => {
      await limitRendering(visit)
      return { page: await make(visit, request) }
    }
    const key = keyOf(visit)
    if (!key) return makeOwn()
    if (!isSomebody(visit)) {
      const wasCached = pages.get(key) !== undefined
      if (!wasCached) await limitRendering(visit)
      return { page: await pages.take(key, () => make(asNobody(visit)), mayCache), isForAnyone: true, wasCached }
    }
    const member = alike.test(decodeURIComponent(visit.url.pathname)) ? await memberOf(visit) : null
    if (!member) return makeOwn()
    const { shape, placeholderVisitor, values } = member
    const variantKey = `${key}|${shape}`
    const wasCached = pages.get(variantKey) !== undefined
    if (!wasCached) await limitRendering(visit)
    const renderVariant = () => make({ ...asNobody(visit), placeholderVisitor })
    return { page: await pages.take(variantKey, renderVariant, mayCache), values, wasCached }
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
      // A store in the URL applies to the whole page, from its first rendering.
      visit.locationHint = visit.url.searchParams.get('loc') ?? visit.locationHint
      speakAsAsked(visit)
      if (!isCached) return answerInDevelopment(await render(request, visit, ''), visit, http)
      return await answer(app, http, { visit, answered: await pageFor(visit, request) })
    } catch (error) {
      // Only the types of the path parameters differ.
      const { status, body, headers } = toRefusal(app, c as HttpContext, { error, visit })
      if (!asksForPage(c.req.raw)) return json(JSON.stringify(body), status, headers)
      const page = renderErrorPage(body, visit?.locale ?? defaultLocale)
      return new Response(page.html, { status, headers: { ...page.headers, ...headers } })
    }
  })
  return { pages, members }
}

/** Applies the language in the URL to this page and to the visitor's later pages. */
function speakAsAsked(visit: Visit) {
  const asked = visit.url.searchParams.get(languageParameter)
  if (!asked || readLocale(asked, null) !== asked) return
  visit.locale = asked
  if (visit.cookies[localeCookie] !== asked) visit.setCookies.push(cookieLine(visit, localeCookie, { value: asked }))
}

interface Answered {
  page: CachedPage
  /** Values for the holes of the page. */
  values?: Values
  isForAnyone?: boolean
  /** Whether the page was cached already. Compressing it for later visitors is then worthwhile. */
  wasCached?: boolean
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
 * From pages that send no referrer, `Origin` is `null`; Fetch Metadata then shows the source.
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
    // `refuseForgedForm` has checked the header. The router compares it with the URL behind the proxy, and refuses
    // `null`.
    sent.set('Origin', new URL(visit.request.url).origin)
    if (type) sent.set('Content-Type', type)
    return new Request(visit.request.url, { method: 'POST', headers: sent, body, signal })
  }
  if (pictures > 0 && hasParts(visit.request)) {
    const { memberId } = await openContext(app, visit)
    if (memberId) {
      const form = await readFormInParts(visit.request, pictures)
      // Passes the parsed form to the page: parsing the body again would block the event loop.
      return Object.defineProperty(send(''), 'formData', { value: async () => form })
    }
    // The page asks guests to sign in, so the server does not read their files.
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
 * A copy of the visit without its session. Its request keeps only what the page's key contains, so no cookie or header
 * of one visitor can affect a page for others.
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

/** The cache key of a page, without the visitor's identity; null for personal pages. */
function keyOf(visit: Visit): string | null {
  const { request, url } = visit
  if (request.method !== 'GET' || isPersonal(url)) return null
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
 * Whether a page may be cached. Missing pages and redirects may not, because their URLs are unlimited in number.
 * Responses for a single visit may not either.
 */
function mayCache({ status, headers }: CachedPage): boolean {
  const isForOne = headers.some(
    ([name, value]) => name === 'set-cookie' || (name === 'cache-control' && value === 'no-store'),
  )
  return status === 200 && !isForOne && headers.some(isHtmlType)
}

async function answer(
  app: App,
  http: Http,
  {
    visit,
    answered: { page, values = {}, isForAnyone = false, wasCached = false },
  }: { visit: Visit; answered: Answered },
): Promise<Response> {
  const nonce = randomBytes(16).toString('base64')
  const headers = new Headers(page.headers)
  for (const [name, value] of Object.entries(securityHeaders)) headers.set(name, value)
  headers.set('Content-Security-Policy', policy(app, visit, nonce))
  headers.set('Cache-Control', 'private, no-cache')
  if (isPersonal(visit.url)) headers.set('Referrer-Policy', hasSecret(visit.url) ? 'no-referrer' : 'same-origin')
  if (isForAnyone) headers.set(forAnyoneHeader, '1')
  headers.set('Vary', 'Cookie, Accept-Encoding, Accept-Language, User-Agent')
  if (visit.isSecure) headers.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains')
  for (const line of cookiesToSet(visit, http.xsrf)) headers.append('Set-Cookie', line)
  const elsewhere = visit.request.method === 'POST' ? headers.get('location') : null
  if (elsewhere && leadsElsewhere(app, visit, elsewhere)) {
    headers.delete('location')
    headers.set('content-type', 'text/html; charset=utf-8')
    return new Response(leavingPage(elsewhere, visit.locale), { status: 200, headers })
  }
  const encoding = page.bytes > 2000 ? chooseEncoding(visit.request.headers.get('accept-encoding')) : undefined
  if (encoding) headers.set('Content-Encoding', encoding)
  const all = { ...values, nonce }
  const kept = wasCached && encoding === 'br' ? await fillCompressedPage(page, all) : null
  if (kept) return new Response(kept, { status: page.status, headers })
  const whole = fillPage(page, all)
  return new Response(encoding ? await compress(whole, encoding) : whole, { status: page.status, headers })
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

function policy(app: App, visit: Visit, nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' https: data:",
    `frame-src ${players}`,
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ['form-action', "'self'", ...formTargets(app, visit.origin)].join(' '),
  ].join('; ')
}

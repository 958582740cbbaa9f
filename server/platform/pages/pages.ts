import { randomBytes } from 'node:crypto'
import {
  currencyCookie,
  environmentCookie,
  forAnyoneHeader,
  languageParameter,
  localeCookie,
  pictureForms,
} from '#contract/constants.ts'
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

/** Renders a page for a visit. `nonce` is what its scripts carry. */
export type RenderPage = (request: Request, visit: Visit, nonce: string) => Promise<Response>

/**
 * Tells who a visitor is, for the pages that are kept for all members alike; and until when, where it is known to
 * change.
 */
export type IntroduceVisitor = (ctx: Context) => Promise<{ visitor: Visitor; until: Date | null }>

const cacheBytes = 48 * 1024 * 1024
const cacheMs = 60_000
/** All that changes of them is told at once, and that nothing can be told is noticed in seconds. */
const memberCache = { most: 5000, maxAgeMs: 10 * 60_000 }
const personal = /^\/+(checkout|confirmation|table|account|user|main|preferences|forms)(\/|$|\.)/i
/** What shows a member nothing but what the shell tells of them, and everybody the same beside it. */
const alike = /^\/(home|store(?!\/(group|campaign))|blog)?(\/|$)/i
const catalogueParameters = ['cat', 'sort', 'q', 'page', 'brand', 'tag', 'variant', 'stock', 'sale', 'diet']
const cachedParameters = new Set([...catalogueParameters, languageParameter])

/**
 * Answers pages. Those of visitors who are not signed in, and hold nothing of theirs, are kept until what they show
 * changes: one rendering serves everybody with the same language, store, currency and environment. Pages of the store
 * are kept for members too, one for all who are alike, and filled in for each.
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
  // A cached page costs little; a page that is rendered costs milliseconds of the only thread.
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
      visit = readVisit(app, c.req.raw, new URL(url), clientIp(app, c))
      if (method === 'POST') {
        refuseForgedForm(visit, http)
        await http.limit('page forms', { points: limits.pageForms, seconds: 60 }, visit.ip)
      }
      const request = method === 'POST' ? await readForm(app, visit) : c.req.raw
      // A store in the address counts for everything that this page shows, from its first rendering.
      visit.locationHint = visit.url.searchParams.get('loc') ?? visit.locationHint
      speakAsAsked(visit)
      if (!isCached) return answerInDevelopment(await render(request, visit, ''), visit, http)
      return await answer(app, http, visit, await pageFor(visit, request))
    } catch (error) {
      const { status, body, headers } = toRefusal(app, c as HttpContext, error, visit)
      if (!asksForPage(c.req.raw)) return json(JSON.stringify(body), status, headers)
      const page = renderErrorPage(body, visit?.locale ?? 'en')
      return new Response(page.html, { status, headers: { ...page.headers, ...headers } })
    }
  })
  return { pages, members }
}

/** A language in the address is that of this page, and of those that the visitor goes on to. */
function speakAsAsked(visit: Visit) {
  const asked = visit.url.searchParams.get(languageParameter)
  if (!asked || readLocale(asked, null) !== asked) return
  visit.locale = asked
  if (visit.cookies[localeCookie] !== asked) visit.setCookies.push(cookieLine(visit, localeCookie, asked))
}

interface Answered {
  page: CachedPage
  /** What is filled in for this visitor. */
  values?: Values
  isForAnyone?: boolean
  /** Somebody saw it before: it is worth some work for those who come next. */
  wasCached?: boolean
}

/** While the shop is being written: nothing kept, no policy, for the tools add scripts of their own. */
function answerInDevelopment(response: Response, visit: Visit, http: Http): Response {
  for (const line of cookiesToSet(visit, http.xsrf)) response.headers.append('Set-Cookie', line)
  return response
}

/**
 * A form sent without JavaScript has no XSRF header. Its `Origin` shows where it comes from; from pages that send no
 * referrer it is `null`, and Fetch Metadata shows it.
 */
function refuseForgedForm(visit: Visit, http: Http) {
  const { headers } = visit.request
  const origin = headers.get('origin')
  const isOwn = origin === 'null' && headers.get('sec-fetch-site') === 'same-origin'
  if (origin !== visit.origin && !isOwn) refuseForgery(visit, http.xsrf, false)
}

/**
 * A plain form, read to its end: anything else is refused with `input.media_type`, a large one with `input.too_large`.
 */
async function readForm(app: App, visit: Visit): Promise<Request> {
  const { headers, signal } = visit.request
  const pictures = pictureForms[visit.url.pathname] ?? 0
  const send = (body: BodyInit, type?: string) => {
    const sent = new Headers(headers)
    // `refuseForgedForm` has checked it. The router compares it with the address that a proxy asked for, and refuses
    // `null`.
    sent.set('Origin', new URL(visit.request.url).origin)
    if (type) sent.set('Content-Type', type)
    return new Request(visit.request.url, { method: 'POST', headers: sent, body, signal })
  }
  if (pictures > 0 && hasParts(visit.request)) {
    const { memberId } = await openContext(app, visit)
    if (memberId) {
      const form = await readFormInParts(visit.request, pictures)
      // The page takes the form that is parsed already: parsing the body again would block the event loop.
      return Object.defineProperty(send(''), 'formData', { value: async () => form })
    }
    // The page asks a guest to sign in, whatever they sent: the files of a guest are not read.
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
 * The visit without its session, and its request with nothing but what the page's key says: whatever cookies and
 * headers came, nothing of one visitor can get into what others are shown.
 */
function asNobody(visit: Visit): Visit {
  const { request, cookies } = visit
  const currency = currencyOf(visit)
  const headers = new Headers({ 'User-Agent': request.headers.get('user-agent') ?? '' })
  if (currency) headers.set('Cookie', `${currencyCookie}=${currency}`)
  return {
    ...visit,
    // Nor does it end when the one visitor goes away: others may be waiting for it.
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

/** What the page depends on beside who looks at it, where nothing of it is personal; null where something is. */
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

/** Routes take an address in capitals and with written letters too: what is kept must know them all. */
function isPersonal({ pathname }: URL): boolean {
  try {
    return personal.test(decodeURIComponent(pathname))
  } catch {
    return true
  }
}

/**
 * Not what is missing or elsewhere, for there is no end of such addresses; nor what is for one visit alone and says so.
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
  visit: Visit,
  { page, values = {}, isForAnyone = false, wasCached = false }: Answered,
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

/** Whether a redirect leads to a site that the page's own `form-action` does not name. */
function leadsElsewhere(app: App, visit: Visit, location: string): boolean {
  const url = new URL(location, visit.origin)
  return url.origin !== visit.origin && !mayLeadTo(formTargets(app, visit.origin), url.href)
}

/** What a visitor may agree to have played within a page. */
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

import { randomBytes } from 'node:crypto'
import { forAnyoneHeader, languageParameter, localeCookie } from '#contract/constants.ts'
import { defaultLocale } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import type { Visitor } from '#contract/shell.ts'
import type { Cache } from '#server/platform/cache.ts'
import { createCache } from '#server/platform/cache.ts'
import type { App, Context } from '#server/platform/context.ts'
import { isDatabaseUnavailable } from '#server/platform/database/errors.ts'
import { json, securityHeaders } from '#server/platform/http/responses.ts'
import type { Http, HttpContext } from '#server/platform/http/server.ts'
import { clientIp, toRefusal } from '#server/platform/http/server.ts'
import { hashToken } from '#server/platform/http/sessions.ts'
import type { Visit } from '#server/platform/http/visits.ts'
import {
  cookieLine,
  openContext,
  readLocale,
  readLocationHint,
  readVisit,
  signedInCookie,
} from '#server/platform/http/visits.ts'
import type { Topic } from '#server/platform/topics.ts'
import { createTaskQueue } from '#server/platform/turns.ts'
import { renderErrorPage, requestsPage } from './error-page.ts'
import type { MemberPage } from './member-page.ts'
import { placeholderOf, splitPage } from './member-page.ts'
import { createMemberSummaryCache } from './member-summaries.ts'
import { createPace } from './pace.ts'
import { asGuest, keyOf, mayCache } from './page-cache-keys.ts'
import { receiveForm } from './page-forms.ts'
import {
  contentSecurityPolicy,
  newNonce,
  sendInDevelopment,
  sendMemberPage,
  sendOwn,
  sendShared,
  sendWithNotice,
} from './page-responses.ts'
import type { PageVariant } from './page-variant.ts'
import { pageVariantOf } from './page-variant.ts'
import type { Sources, StaticPage } from './static-page.ts'
import { toStaticPage } from './static-page.ts'

/** Renders a page for a visit. The content security policy allows the page's scripts by `nonce`. */
export type RenderPage = (request: Request, visit: Visit, nonce: string) => Promise<Response>

/**
 * Reads the visitor's data for a cached page that several members share. `until` is the next time at which this data
 * changes without an action of the visitor. Null if there is none.
 */
export type IntroduceVisitor = (ctx: Context) => Promise<{ visitor: Visitor; until: Date | null }>

const cacheBytes = 48 * 1024 * 1024
/** After the database failed, the shop sends cached pages for this long without querying the database again. */
const outageMs = 2000
/**
 * Limits of the member cache. Entries may become ten minutes old, because notifications remove changed entries earlier.
 * If the connection for notifications is lost, the shop notices within seconds.
 */
const memberCache = { maxEntries: 5000, maxAgeMs: 10 * 60_000 }
/**
 * Limits concurrent renderings of shared pages. A change can remove dozens of pages from the cache. If visitors request
 * all of them, this limit lets the first pages be ready soon. Without the limit, all pages would be ready only after
 * seconds. While one rendering waits for the database, the other uses the processor. `maxWaitMs` matters only if
 * the database hangs.
 */
const sharedRenderings = { concurrency: 2, maxWaitMs: 1000 }
/** Paths of pages that differ between members only in the page shell. */
const sharedMemberPaths = /^\/(home|store(?!\/(group|campaign))|blog)?(\/|$)/i

/**
 * Serves pages. Caches a page without personal content for about a minute, and only until the data that it shows
 * changes. One rendering serves all guests with the same language, store, currency and environment. The home, store and
 * blog pages are also cached for members, by page variant, and filled with each member's values. While the database is
 * unreachable, guests and members get the cached pages for guests, with a notice.
 */
export function bindPages(app: App, http: Http, render: RenderPage, introduce: IntroduceVisitor) {
  const server = new PageServer({ app, http, render, introduce })
  const isCached = app.config.NODE_ENV !== 'development'
  http.hono.all('*', async (c) => {
    const { method, url } = c.req.raw
    if (!methods.has(method)) return methodNotAllowed()
    let visit: Visit | undefined
    try {
      visit = readVisit(app, c.req.raw, { url: new URL(url), ip: clientIp(app, c) })
      // The store in the URL takes precedence over the store in the cookie, for this response too.
      visit.locationHint = readLocationHint(visit.url.searchParams.get('loc')) ?? visit.locationHint
      await applyLanguage(app, visit)
      const request = method === 'POST' ? await receiveForm(app, http, visit) : c.req.raw
      if (!isCached) return sendInDevelopment(await render(request, visit, ''), visit, http)
      return await server.serve(visit, request)
    } catch (error) {
      // The cast is safe: the two types differ only in the path parameters.
      const { status, body, headers } = toRefusal(app, c as HttpContext, { error, visit })
      if (!requestsPage(c.req.raw)) return json(JSON.stringify(body), status, headers)
      const page = renderErrorPage(body, visit?.locale ?? defaultLocale)
      return new Response(page.html, { status, headers: { ...page.headers, ...headers } })
    }
  })
  return { pages: server.guestPages, memberPages: server.memberPages, members: server.members }
}

interface PageTools {
  app: App
  http: Http
  render: RenderPage
  introduce: IntroduceVisitor
}

/** Sends pages from the caches, and renders the pages that are not cached. */
class PageServer {
  readonly guestPages = createCache<StaticPage>(cacheBytes, { keepsLists: true })
  readonly memberPages = createCache<MemberPage>(cacheBytes, { keepsLists: true })
  readonly members: ReturnType<typeof createMemberSummaryCache<PageVariant>>
  private readonly tools: PageTools
  private readonly secret = randomBytes(16).toString('hex')
  private readonly renderings = createTaskQueue(sharedRenderings)
  private readonly pace = createPace()
  /** Until `performance.now()` reaches this value, the database counts as unreachable. */
  private outageUntil = 0

  constructor(tools: PageTools) {
    this.tools = tools
    this.members = createMemberSummaryCache<PageVariant>(tools.app, memberCache)
  }

  serve(visit: Visit, request: Request): Promise<Response> {
    const key = keyOf(visit)
    if (!key) return this.sendOwnPage(visit, request)
    return this.withStaleFallback(visit, key, async () => {
      if (!isSignedIn(visit)) return this.sendGuestPage(visit, key)
      return (await this.sendPageOfMember(visit, key)) ?? this.sendOwnPage(visit, request)
    })
  }

  /**
   * Runs `work`, which makes the response for a page that may be cached. If the database is unreachable, sends the
   * cached page for guests instead, with a notice, even to members.
   */
  private async withStaleFallback(visit: Visit, key: string, work: () => Promise<Response>): Promise<Response> {
    const stale = this.guestPages.getStale(key)
    if (stale && performance.now() < this.outageUntil) return sendWithNotice(visit, stale)
    const [response, error] = await work().then(
      (response) => [response, null] as const,
      (error: unknown) => [null, error] as const,
    )
    if (response && response.status !== 503) return response
    if (stale && (response || isDatabaseUnavailable(error))) {
      this.outageUntil = performance.now() + outageMs
      return sendWithNotice(visit, stale)
    }
    if (response) return response
    throw error
  }

  /** Renders a page for this visit alone. */
  private async sendOwnPage(visit: Visit, request: Request): Promise<Response> {
    const { app, http, render } = this.tools
    await this.limitRendering(visit)
    const nonce = newNonce()
    return sendOwn({ app, http }, visit, { response: await render(request, visit, nonce), nonce })
  }

  /** Sends a page that all guests share. */
  private async sendGuestPage(visit: Visit, key: string): Promise<Response> {
    await this.waitForPage(this.guestPages, key, visit)
    const page = await this.guestPages.getOrMake(key, (shown) => this.renderForGuests(visit, shown), mayCache)
    return sendShared(this.tools.http, visit, page)
  }

  /**
   * Sends a page that members share, filled with this member's values. Null if members do not share this page, or if
   * the visitor is not signed in.
   */
  private async sendPageOfMember(visit: Visit, key: string): Promise<Response | null> {
    const isShared = sharedMemberPaths.test(decodeURIComponent(visit.url.pathname))
    const member = isShared ? await this.findMember(visit) : null
    if (!member) return null
    const { shape, placeholderVisitor, values } = member
    const variantKey = `${key}|${shape}`
    await this.waitForPage(this.memberPages, variantKey, visit)
    const page = await this.memberPages.getOrMake(
      variantKey,
      (shown) => this.renderForMembers({ ...asGuest(visit), placeholderVisitor, shown }, shown),
      mayCache,
    )
    return sendMemberPage(this.tools, visit, { page, values })
  }

  /** Finds the member's data for pages that members share. Null if the session has no member. */
  private findMember(visit: Visit) {
    const { app, introduce } = this.tools
    return this.members.getOrLoad(`${hashToken(visit.token)} ${visit.locale}`, async () => {
      const ctx = await openContext(app, visit, app.database.pagesDb)
      const session = await visit.session
      if (!session?.memberId) return null
      const { visitor, until } = await introduce(ctx)
      const value = pageVariantOf(visitor, this.secret)
      const { memberId, expiresAt } = session
      return value && { memberId, until: until && until < expiresAt ? until : expiresAt, value }
    })
  }

  private async renderForGuests(visit: Visit, shown: Set<Topic>): Promise<StaticPage> {
    const nonce = newNonce()
    const response = await this.renderShared({ ...asGuest(visit), shown }, nonce)
    const policyFor = (sources: Sources) => contentSecurityPolicy(this.tools.app, visit, sources)
    return toStaticPage(response, { nonce, policyFor, topics: shown })
  }

  private async renderForMembers(visit: Visit, shown: Set<Topic>): Promise<MemberPage> {
    const response = await this.renderShared(visit, placeholderOf(this.secret, 'nonce'))
    return splitPage(response, { secret: this.secret, topics: shown })
  }

  private renderShared(visit: Visit, nonce: string): Promise<Response> {
    return this.renderings.run(() => this.pace.during(() => this.tools.render(visit.request, visit, nonce)))
  }

  /** Waits until a cached page may be sent. If the page must be rendered, counts the rendering. */
  private async waitForPage(cache: Pick<Cache<StaticPage>, 'isAtHand'>, key: string, visit: Visit) {
    if (cache.isAtHand(key)) await this.pace.pass()
    // Checks again, because a change may have removed the page meanwhile.
    if (!cache.isAtHand(key)) await this.limitRendering(visit)
  }

  /**
   * Limits renderings, but not cached pages. A cached page costs little, but a rendering blocks the only thread for
   * milliseconds.
   */
  private limitRendering({ ip }: Visit) {
    return this.tools.http.limit('page renderings', { points: limits.pageRenderings, seconds: 60 }, ip)
  }
}

/** Applies the language in the URL to this page and to the visitor's later pages, if the shop supports it. */
async function applyLanguage(app: App, visit: Visit) {
  const requested = visit.url.searchParams.get(languageParameter)
  if (requested) visit.locale = readLocale(requested, visit.locale)
  await app.checkHints(visit)
  if (requested === visit.locale && visit.cookies[localeCookie] !== requested)
    visit.setCookies.push(cookieLine(visit, localeCookie, { value: requested }))
}

const isSignedIn = ({ cookies, request }: Visit) =>
  Boolean(cookies[signedInCookie]) && !request.headers.has(forAnyoneHeader)

const methods = new Set(['GET', 'HEAD', 'POST'])
const methodNotAllowed = () =>
  new Response('Method not allowed', {
    status: 405,
    headers: { ...securityHeaders, 'Content-Type': 'text/plain', Allow: [...methods].join(', ') },
  })

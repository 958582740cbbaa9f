import { randomBytes } from 'node:crypto'
import { forAnyoneHeader } from '#contract/constants.ts'
import { messages } from '#contract/messages.ts'
import { videoHosts } from '#contract/video-hosts.ts'
import type { App } from '#server/platform/context.ts'
import { acceptsGzip, chooseEncoding, compress } from '#server/platform/http/cached-response.ts'
import { externalRedirectPage, formTargets, isAllowedTarget } from '#server/platform/http/form-targets.ts'
import { securityHeaders } from '#server/platform/http/responses.ts'
import type { Http } from '#server/platform/http/server.ts'
import type { Visit } from '#server/platform/http/visits.ts'
import { cookiesToSet } from '#server/platform/http/visits.ts'
import { escapeXml } from '#server/platform/xml.ts'
import type { MemberPage, Values } from './member-page.ts'
import { fillGzippedPage, fillPage } from './member-page.ts'
import { isPersonal, mayCache } from './page-cache-keys.ts'
import type { Sources, StaticPage } from './static-page.ts'
import { toResponseParts, withNotice } from './static-page.ts'

export const newNonce = () => randomBytes(16).toString('hex')
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
export async function sendShared(http: Http, visit: Visit, page: StaticPage): Promise<Response> {
  const { headers, status, body } = await toResponseParts(page, visit.request)
  const isShareable = visit.isNewToken && visit.setCookies.length === 0 && mayCache(page)
  addHeaders(headers, visit, visit.isNewToken ? visit.setCookies : cookiesToSet(visit, http.xsrf))
  headers.set('Cache-Control', isShareable ? sharedCaching : 'private, no-cache')
  headers.set(forAnyoneHeader, '1')
  return new Response(body, { status, headers })
}
/** Without `must-revalidate`, browsers could show an old page for as long as shared caches may show it. */
const sharedCaching = 'public, max-age=0, must-revalidate, s-maxage=60, stale-while-revalidate=60'

/**
 * Sends a page in development, without caching it and without a content security policy, because the tools add scripts.
 */
export function sendInDevelopment(response: Response, visit: Visit, http: Http): Response {
  for (const line of cookiesToSet(visit, http.xsrf)) response.headers.append('Set-Cookie', line)
  return response
}

/** Sends a page that members share, with this member's values. */
export async function sendMemberPage(
  { app, http }: { app: App; http: Http },
  visit: Visit,
  { page, values }: { page: MemberPage; values: Values },
): Promise<Response> {
  const nonce = newNonce()
  const headers = new Headers(page.headers)
  headers.set('Content-Security-Policy', contentSecurityPolicy(app, visit, nonceSources(nonce)))
  headers.set('Cache-Control', 'private, no-cache')
  addHeaders(headers, visit, cookiesToSet(visit, http.xsrf))
  const allValues = { ...values, nonce }
  const { status } = page
  // Prefers gzip, because Brotli would have to compress the whole page for each response.
  if (!acceptsGzip(visit.request.headers.get('accept-encoding')))
    return sendCompressed(fillPage(page, allValues), { status, headers, visit, isForOne: true })
  headers.set('Content-Encoding', 'gzip')
  return new Response(await fillGzippedPage(page, allValues), { status, headers })
}

/** Parameters that grant access: emailed tokens, payment handovers, and sign-in codes. */
const secretParameters = ['token', 'handover', 'code', 'auth_code', 'js_code', 'state']

function hasSecret({ pathname, searchParams }: URL): boolean {
  return /^\/+table\/./i.test(pathname) || secretParameters.some((name) => searchParams.has(name))
}

/** Sends a page that was rendered for this visit. */
export async function sendOwn(
  { app, http }: { app: App; http: Http },
  visit: Visit,
  { response, nonce }: { response: Response; nonce: string },
): Promise<Response> {
  const { headers, status } = response
  headers.delete('content-length')
  headers.set('Content-Security-Policy', contentSecurityPolicy(app, visit, nonceSources(nonce)))
  headers.set('Cache-Control', 'private, no-cache')
  addHeaders(headers, visit, cookiesToSet(visit, http.xsrf))
  if (isPersonal(visit.url)) headers.set('Referrer-Policy', hasSecret(visit.url) ? 'no-referrer' : 'same-origin')
  const redirect = visit.request.method === 'POST' ? headers.get('location') : null
  if (redirect && isExternalRedirect(app, visit, redirect)) {
    headers.delete('location')
    headers.set('content-type', 'text/html; charset=utf-8')
    return new Response(externalRedirectPage(redirect, visit.locale), { status: 200, headers })
  }
  return sendCompressed(new Uint8Array(await response.arrayBuffer()), { status, headers, visit })
}

/** Sends a page that may be out of date, with a notice that says so. */
export async function sendWithNotice(visit: Visit, page: StaticPage): Promise<Response> {
  const headers = new Headers(page.headers)
  headers.delete('etag')
  addHeaders(headers, visit, [])
  headers.set('Cache-Control', 'no-store')
  const notice = `<p class="alert alert-note" role="status">${escapeXml(messages[visit.locale]['pages.stale'])}</p>`
  return sendCompressed(await withNotice(page, notice), { status: page.status, headers, visit })
}

async function sendCompressed(
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
function isExternalRedirect(app: App, visit: Visit, location: string): boolean {
  const url = new URL(location, visit.origin)
  return url.origin !== visit.origin && !isAllowedTarget(formTargets(app, visit.origin), url.href)
}

/** The origins of video players, which load after the visitor agrees. */
const playerOrigins = Object.values(videoHosts)
  .map(({ player }) => new URL(player).origin)
  .join(' ')

const nonceSources = (nonce: string): Sources => ({ scripts: `'nonce-${nonce}'`, styles: `'nonce-${nonce}'` })

export function contentSecurityPolicy(app: App, visit: Visit, { scripts, styles }: Sources): string {
  return [
    "default-src 'self'",
    `script-src ${scripts} 'strict-dynamic'`,
    `style-src 'self' ${styles}`,
    "img-src 'self' https: data:",
    `frame-src ${playerOrigins}`,
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ['form-action', "'self'", ...formTargets(app, visit.origin)].join(' '),
  ].join('; ')
}

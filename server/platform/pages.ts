import { randomBytes } from 'node:crypto'
import { forAnyoneHeader, languageParameter, localeCookie, pictureForms, videoHosts } from '#contract/constants.ts'
import { securityHeaders } from './answer.ts'
import { createCache } from './cache.ts'
import { providerSecrets } from './config.ts'
import type { App } from './context.ts'
import { fail } from './fail.ts'
import type { Http, HttpContext } from './http.ts'
import { clientIp, refuse } from './http.ts'
import { identityPages } from './identity-settings.ts'
import { hasParts, maxBodyBytes, readFormInParts, readText } from './input.ts'
import { chooseEncoding, compress } from './kept-answer.ts'
import { reachable } from './reachable.ts'
import type { Visit } from './visit.ts'
import {
  cookieLine,
  cookiesToSet,
  environmentOf,
  readLocale,
  readVisit,
  refuseForgery,
  signedInCookie,
} from './visit.ts'

/** Renders a page for a visit. `nonce` is what its scripts carry. */
export type RenderPage = (request: Request, visit: Visit, nonce: string) => Promise<Response>

interface KeptPage {
  status: number
  headers: [string, string][]
  /** The HTML, split where each answer's own nonce goes. */
  parts: Uint8Array[]
  bytes: number
}

const keptBytes = 48 * 1024 * 1024
const keptMs = 60_000
const personal = /^\/+(checkout|confirmation|table|account|user|main|preferences|forms)(\/|$|\.)/i
const catalogueParameters = ['cat', 'sort', 'q', 'page', 'brand', 'tag', 'variant', 'stock', 'sale', 'diet']
const keptParameters = new Set([...catalogueParameters, languageParameter])

/**
 * Answers pages. Those of visitors who are not signed in, and hold nothing of theirs, are kept until what they show
 * changes: one rendering serves everybody with the same language, store, currency and environment.
 */
export function bindPages(app: App, http: Http, render: RenderPage) {
  // Unguessable, so that no text of a page can be taken for it.
  const placeholder = randomBytes(16).toString('hex')
  const isKept = app.config.NODE_ENV !== 'development'
  const pages = createCache<KeptPage>(keptBytes, keptMs)
  http.hono.all('*', async (c) => {
    const { method, url } = c.req.raw
    if (!methods.has(method)) return notAllowed()
    try {
      const visit = readVisit(app, c.req.raw, new URL(url), clientIp(app, c))
      if (method === 'POST') refuseForgedForm(visit, http)
      const request = method === 'POST' ? await readForm(c.req.raw) : c.req.raw
      // A store in the address counts for everything that this page shows, from its first rendering.
      visit.locationHint = visit.url.searchParams.get('loc') ?? visit.locationHint
      speakAsAsked(visit)
      if (!isKept) return answerInDevelopment(await render(request, visit, ''), visit, http)
      const key = keyOf(visit)
      const make = async (as: Visit) => split(await render(request, as, placeholder), placeholder)
      const page = await (key ? pages.take(key, () => make(asNobody(visit)), mayKeep) : make(visit))
      return answer(app, http, visit, page, key !== null)
    } catch (error) {
      return refuse(app, c as HttpContext, error)
    }
  })
  return pages
}

/** A language in the address is that of this page, and of those that the visitor goes on to. */
function speakAsAsked(visit: Visit) {
  const asked = visit.url.searchParams.get(languageParameter)
  if (!asked || readLocale(asked, null) !== asked) return
  visit.locale = asked
  if (visit.cookies[localeCookie] !== asked) visit.setCookies.push(cookieLine(visit, localeCookie, asked))
}

/** While the shop is being written: nothing kept, no policy, for the tools add scripts of their own. */
function answerInDevelopment(response: Response, visit: Visit, http: Http): Response {
  for (const line of cookiesToSet(visit, http.xsrf)) response.headers.append('Set-Cookie', line)
  return response
}

/** A form sent without JavaScript has no XSRF header: its origin tells (browsers send it with every POST). */
function refuseForgedForm(visit: Visit, http: Http) {
  if (visit.request.headers.get('origin') !== visit.origin) refuseForgery(visit, http.xsrf, false)
}

/** A plain form, read to its end: anything else is refused with `input.media_type`, a large one with `input.too_large`. */
async function readForm(request: Request): Promise<Request> {
  const { headers, signal } = request
  const pictures = pictureForms[new URL(request.url).pathname] ?? 0
  if (pictures > 0 && hasParts(request)) {
    const body = await readFormInParts(request, pictures)
    return new Request(request.url, { method: 'POST', headers, body, signal })
  }
  const isForm = /^application\/x-www-form-urlencoded\s*(;|$)/i.test(headers.get('content-type') ?? '')
  if (!isForm || headers.has('content-encoding')) fail('input.media_type')
  const body = await readText(request, maxBodyBytes)
  return new Request(request.url, { method: 'POST', headers, body, signal })
}

const methods = new Set(['GET', 'HEAD', 'POST'])
const notAllowed = () =>
  new Response('Method not allowed', {
    status: 405,
    headers: { ...securityHeaders, 'Content-Type': 'text/plain', Allow: [...methods].join(', ') },
  })

/** The visit without its session: nothing of a person can get into what is kept, whatever cookies came. */
const asNobody = (visit: Visit): Visit => ({
  ...visit,
  mayHaveSession: false,
  session: undefined,
  setCookies: [],
  utcOffset: null,
})

/** What the page depends on, where nothing of it is personal; null where it must be rendered for this visitor. */
function keyOf(visit: Visit): string | null {
  const { request, url, cookies } = visit
  const isSomebody = cookies[signedInCookie] && !request.headers.has(forAnyoneHeader)
  if (request.method !== 'GET' || isSomebody || isPersonal(url)) return null
  for (const name of url.searchParams.keys()) if (!keptParameters.has(name)) return null
  const environment = environmentOf(visit)
  return [
    visit.origin,
    url.pathname + url.search,
    visit.locale,
    visit.locationHint,
    cookies.currency,
    environment.kind,
    environment.isWeChat,
    environment.isMobile,
  ].join('|')
}

/** Routes take an address in capitals and with written letters too: what is kept must know them all. */
function isPersonal({ pathname }: URL): boolean {
  try {
    return personal.test(decodeURIComponent(pathname))
  } catch {
    return true
  }
}

/** Not what is missing or elsewhere, for there is no end of such addresses; nor what is for one visit alone and says so. */
function mayKeep({ status, headers }: KeptPage): boolean {
  const isForOne = headers.some(
    ([name, value]) => name === 'set-cookie' || (name === 'cache-control' && value === 'no-store'),
  )
  return status === 200 && !isForOne && headers.some(saysHtml)
}

async function split(response: Response, placeholder: string): Promise<KeptPage> {
  const headers = [...response.headers].filter(([name]) => name !== 'content-length')
  const body = response.body ? await response.text() : ''
  const parts = headers.some(saysHtml) ? body.split(placeholder).map((part) => Buffer.from(part)) : [Buffer.from(body)]
  return { status: response.status, headers, parts, bytes: body.length + 500 }
}

const saysHtml = ([name, value]: [string, string]) => name === 'content-type' && value.startsWith('text/html')

async function answer(app: App, http: Http, visit: Visit, page: KeptPage, isForAnyone: boolean): Promise<Response> {
  const nonce = randomBytes(16).toString('base64')
  const headers = new Headers(page.headers)
  for (const [name, value] of Object.entries(securityHeaders)) headers.set(name, value)
  headers.set('Content-Security-Policy', policy(app, visit, nonce))
  headers.set('Cache-Control', 'private, no-cache')
  // An address may hold a mailed token: it goes nowhere else, and pages of a person stay in no history of the browser's own.
  if (isPersonal(visit.url)) headers.set('Referrer-Policy', 'same-origin')
  if (isForAnyone) headers.set(forAnyoneHeader, '1')
  headers.set('Vary', 'Cookie, Accept-Encoding, Accept-Language, User-Agent')
  if (visit.isSecure) headers.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains')
  for (const line of cookiesToSet(visit, http.xsrf)) headers.append('Set-Cookie', line)
  const whole = join(page.parts, Buffer.from(nonce))
  const encoding = whole.length > 1400 ? chooseEncoding(visit.request.headers.get('accept-encoding')) : undefined
  if (!encoding) return new Response(whole, { status: page.status, headers })
  headers.set('Content-Encoding', encoding)
  return new Response(await compress(whole, encoding), { status: page.status, headers })
}

function join(parts: Uint8Array[], nonce: Uint8Array): Uint8Array<ArrayBuffer> {
  if (parts.length === 1) return parts[0] as Uint8Array<ArrayBuffer>
  return Buffer.concat(parts.flatMap((part, index) => (index === 0 ? [part] : [nonce, part])))
}

/** What a visitor may agree to have played within a page. */
const players = Object.values(videoHosts)
  .map(({ player }) => new URL(player).origin)
  .join(' ')

function policy(app: App, visit: Visit, nonce: string): string {
  const urls = Object.keys(providerSecrets).map((name) => app.config[name as keyof typeof providerSecrets])
  const pages = [...urls, ...identityPages(app.config)]
  const outside = pages.flatMap((url) => (url ? [` ${reachable(url, visit.origin)}`] : [])).join('')
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
    `form-action 'self' https:${outside}`,
  ].join('; ')
}

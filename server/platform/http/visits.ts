import { randomBytes, randomUUID } from 'node:crypto'
import { isbot } from 'isbot'
import {
  environmentCookie,
  localeCookie,
  locationCookie,
  openIdParameter,
  utcOffsetCookie,
  xsrfCookie,
  xsrfHeader,
} from '#contract/constants.ts'
import type { Environment } from '#contract/environment.ts'
import { readEnvironment } from '#contract/environment.ts'
import type { Locale } from '#contract/languages.ts'
import { defaultLocale, isLocale, locales } from '#contract/languages.ts'
import { id as idSchema } from '#contract/shapes.ts'
import type { Visitor } from '#contract/shell.ts'
import type { App, Context, Staff } from '#server/platform/context.ts'
import { afterCommit, retryTransaction } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import type { Topic } from '#server/platform/topics.ts'
import { nameDevice, walletOfDevice } from './device.ts'
import { findOrigin } from './hosts.ts'
import type { Session } from './sessions.ts'
import { createSession, endSession, findSession, isToken, newToken, openGuestSession } from './sessions.ts'
import { countGuestSession } from './throttle.ts'
import type { Xsrf } from './xsrf.ts'

/** The facts of an HTTP request, and the state of its response. The session is looked up only when it is needed. */
export interface Visit {
  request: Request
  url: URL
  cookies: Record<string, string>
  origin: string
  isSecure: boolean
  ip: string
  locale: Locale
  locationHint: string | null
  utcOffset: number | null
  /** The session's token: from the cookie, or a new one for the response. */
  token: string
  isNewToken: boolean
  /** Whether the browser's XSRF token was found valid. */
  hasXsrf?: boolean
  requestId: string
  /**
   * Whether the visit can have a session. By default, it can if the browser sent a well-formed token. The session
   * itself is only looked up when it is needed.
   */
  mayHaveSession: boolean
  session?: Promise<Session | null> | undefined
  /** The caller of a staff call. Null if the caller has no session. */
  staff?: Omit<Staff, 'note'> | null
  /**
   * Placeholders instead of the personal data of the visitor, for rendering a page that the cache shares among members.
   * Such a visit has no session.
   */
  placeholderVisitor?: Visitor | undefined
  /** For a response that is cached, collects the topics that the response shows: see `recordTopics`. */
  shown?: Set<Topic> | undefined
  /** `Set-Cookie` lines of the response. */
  setCookies: string[]
}

const requestPrefix = randomBytes(6).toString('base64url')
let requests = 0
/** Creates an id for responses and the log, unique among all processes. */
export const newRequestId = () => `${requestPrefix}-${(++requests).toString(36)}`

/** Reads the facts of a request, without a database query. Fails with `request.host` if the host is not the shop's. */
export function readVisit(app: App, request: Request, { url, ip }: { url: URL; ip: string }): Visit {
  const cookies = readCookies(request.headers.get('cookie'))
  const origin = originOf(app, request, url)
  const isSecure = origin.startsWith('https:')
  const sentToken = cookies[sessionCookie(isSecure)]
  const isNewToken = !isToken(sentToken)
  return {
    request,
    url,
    cookies,
    origin,
    isSecure,
    ip,
    locale: readLocale(cookies[localeCookie], request.headers.get('accept-language')),
    locationHint: readLocationHint(cookies[locationCookie]),
    utcOffset: readOffset(cookies[utcOffsetCookie]),
    token: isNewToken ? newToken() : sentToken,
    isNewToken,
    mayHaveSession: !isNewToken,
    requestId: newRequestId(),
    setCookies: [],
  }
}

/** Builds the caller's context and looks up the session of the visit's token. The context's queries use `db`. */
export async function openContext(app: App, visit: Visit, db = app.database.db): Promise<Context> {
  const { pagesDb } = app.database
  visit.session ??= visit.mayHaveSession ? findSession(pagesDb, visit.token, app.now()) : Promise.resolve(null)
  const session = await visit.session
  const ctx: Context = {
    app,
    db,
    locale: visit.locale,
    locationHint: visit.locationHint,
    campaignId: '',
    shown: visit.shown,
    sessionId: session?.id ?? null,
    memberId: session?.memberId ?? null,
    placeholderVisitor: visit.placeholderVisitor,
    environment: environmentOf(visit),
    utcOffset: visit.utcOffset,
    declinesTracking: ['sec-gpc', 'dnt'].some((name) => visit.request.headers.get(name) === '1'),
    isRobot: () => isbot(visit.request.headers.get('user-agent')),
    device: () => nameDevice(visit.request.headers.get('user-agent') ?? ''),
    deviceWallet: () => walletOfDevice(visit.request.headers.get('user-agent') ?? ''),
    origin: visit.origin,
    ip: visit.ip,
    requestId: visit.requestId,
    async ensureSession() {
      const existingId = this.sessionId ?? ctx.sessionId
      if (!existingId) countGuestSession(this)
      const id = existingId ?? randomUUID()
      // Sets the id before the session is stored. Queries of the same turn of the event loop can then use the id, and
      // the driver sends them in one packet.
      this.sessionId = id
      if (existingId) return id
      const stored = await openGuestSession(this, { id, token: visit.token })
      const applySession = () => {
        ctx.sessionId = stored.id
        resetSession(visit)
      }
      if (stored.id === id) {
        afterCommit(this, applySession)
        return id
      }
      applySession()
      if (this.db !== db) retryTransaction('another request of this visitor was faster')
      return stored.id
    },
    async renewSession(memberId) {
      if (ctx.sessionId) await endSession(this, ctx.sessionId)
      const token = newToken()
      const newSession = { token, memberId, device: this.device(), now: app.now() }
      const stored = memberId ? await createSession(this.db, newSession) : null
      const sessionId = stored?.id ?? null
      // Changes the visit only after the commit. If the transaction fails, the browser then keeps its session, and with
      // it the guest's cart.
      afterCommit(this, () => {
        visit.token = token
        visit.isNewToken = true
        resetSession(visit)
        ctx.setCookie(signedInCookie, memberId ? '1' : '', { maxAgeSeconds: memberId ? 7_776_000 : 0 })
        ctx.sessionId = sessionId
        ctx.memberId = memberId
      })
      return sessionId
    },
    cookie: (name) => visit.cookies[name],
    setCookie(name, value, { maxAgeSeconds, isHidden = false, isStrict = false } = {}) {
      const line = cookieLine(visit, name, { value, maxAgeSeconds, isStrict })
      visit.setCookies.push(line + (isHidden ? '; HttpOnly' : ''))
    },
  }
  return ctx
}

/** The visitor's environment: browser, mini-program or payment app. */
export function environmentOf({ request, url, cookies }: Visit): Environment {
  return readEnvironment(request.headers.get('user-agent') ?? '', {
    found: cookies[environmentCookie],
    hasOpenId: url.searchParams.has(openIdParameter),
  })
}

/**
 * The id of the store that a cookie or a URL names. Returns null for a text that is not a well-formed id, because the
 * id becomes part of the keys of cached responses.
 */
export const readLocationHint = (sent: string | null | undefined) => idSchema.safeParse(sent).data ?? null

const readOffset = (minutes: string | undefined) => (minutes && /^-?\d{1,3}$/.test(minutes) ? Number(minutes) : null)

/**
 * A `Set-Cookie` line without `HttpOnly`, so scripts can read the cookie. By default, the cookie lasts a year. If
 * `maxAgeSeconds` is null, it lasts until the browser closes.
 */
export function cookieLine(
  { isSecure }: Pick<Visit, 'isSecure'>,
  name: string,
  {
    value,
    maxAgeSeconds = 31_536_000,
    isStrict = false,
  }: { value: string; maxAgeSeconds?: number | null | undefined; isStrict?: boolean },
): string {
  const age = maxAgeSeconds === null ? '' : `; Max-Age=${maxAgeSeconds}`
  return `${name}=${encodeURIComponent(value)}; Path=/${age}; SameSite=${isStrict ? 'Strict' : 'Lax'}${isSecure ? '; Secure' : ''}`
}

/**
 * Forgets the session that was read for this visit, so that the next call reads it from the database. Call this when a
 * session starts or ends. The new session is not stored here, because an open transaction may still fail.
 */
function resetSession(visit: Visit) {
  visit.mayHaveSession = true
  visit.session = undefined
}

/**
 * All `Set-Cookie` lines of the response: the lines that operations added, and the session and XSRF tokens that the
 * browser lacks.
 */
export function cookiesToSet(visit: Visit, xsrf: Xsrf): string[] {
  const lines = [...visit.setCookies]
  if (isSessionlessRead(visit)) return lines
  const secure = visit.isSecure ? '; Secure' : ''
  const sentXsrf = visit.cookies[xsrfCookie]
  if (visit.isNewToken) {
    lines.push(
      `${sessionCookie(visit.isSecure)}=${visit.token}; Path=/; Max-Age=7776000; HttpOnly; SameSite=Lax${secure}`,
    )
  }
  if (visit.isNewToken || !(visit.hasXsrf || xsrf.isValid(visit.token, sentXsrf, sentXsrf))) {
    lines.push(`${xsrfCookie}=${xsrf.issue(visit.token)}; Path=/; Max-Age=7776000; SameSite=Lax${secure}`)
  }
  return lines
}

/**
 * Whether a script of a page only reads data, and the browser has no session yet. The response then sets no session
 * token. Otherwise its token would replace the token of a session that a simultaneous request began, and the cart of
 * that session would be lost.
 */
const isSessionlessRead = ({ request: { method, headers }, isNewToken, mayHaveSession }: Visit) =>
  isNewToken && !mayHaveSession && method === 'GET' && headers.get('sec-fetch-dest') === 'empty'

/**
 * Fails with `request.forged` if another site may have sent the request. Call it for calls that change data. If
 * `metadataSuffices` is true, as for GET calls, Fetch Metadata is enough proof of the source. Otherwise a browser with
 * a session must send the XSRF header. A browser without a session has no XSRF token yet, because shared pages set no
 * cookies. The `Origin` or the Fetch Metadata of its request must then name the shop.
 */
export function refuseForgery(
  visit: Visit,
  xsrf: Xsrf,
  { metadataSuffices = false }: { metadataSuffices?: boolean } = {},
) {
  const { headers } = visit.request
  if (refuseOtherSites(visit) && metadataSuffices) return
  const isSameOrigin = headers.get('sec-fetch-site') === 'same-origin' || headers.get('origin') === visit.origin
  if (visit.isNewToken && isSameOrigin) return
  const header = headers.get(xsrfHeader) ?? undefined
  if (visit.isNewToken || !xsrf.isValid(visit.token, visit.cookies[xsrfCookie], header)) fail('request.forged')
  visit.hasXsrf = true
}

/**
 * Fails with `request.forged` if another site's page sent the request. Returns whether the browser sent Fetch Metadata,
 * which proves the request's source.
 */
export function refuseOtherSites(visit: Visit): boolean {
  const { headers } = visit.request
  const site = headers.get('sec-fetch-site')
  if (site === 'cross-site' || site === 'same-site') fail('request.forged')
  const sentOrigin = headers.get('origin')
  // Browsers send `null` from pages whose referrer policy is `no-referrer`. An origin of `null` proves nothing, so the
  // other checks decide.
  if (sentOrigin && sentOrigin !== 'null' && sentOrigin !== visit.origin) fail('request.forged')
  return site !== null
}

/** Tells the page cache that the visitor may be signed in. Grants no access. */
export const signedInCookie = 'signed_in'
export const sessionCookie = (isSecure: boolean) => (isSecure ? '__Host-sid' : 'sid')

export function readCookies(header: string | null): Record<string, string> {
  const cookies: Record<string, string> = {}
  if (!header) return cookies
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=')
    if (equals < 0) continue
    const name = pair.slice(0, equals).trim()
    if (name in cookies) continue
    const value = pair.slice(equals + 1).trim()
    try {
      cookies[name] = value.includes('%') ? decodeURIComponent(value) : value
    } catch {
      cookies[name] = value
    }
  }
  return cookies
}

/** The chosen language, else the browser's first supported language, else the default. */
export function readLocale(chosen: string | undefined, accepted: string | null): Locale {
  if (isLocale(chosen)) return chosen
  for (const part of accepted?.toLowerCase().split(',') ?? []) {
    const found = locales.find((locale) => part.trim().startsWith(locale))
    if (found) return found
  }
  return defaultLocale
}

/** The shop's URL for this request. Fails with `request.host` if the host is not the shop's. */
function originOf(app: App, request: Request, url: URL): string {
  return findOrigin(app, request.headers.get('host') ?? url.host) ?? fail('request.host')
}

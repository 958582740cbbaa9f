import type { IncomingMessage } from 'node:http'
import type { ServerType } from '@hono/node-server'
import { serve } from '@hono/node-server'
import type { Context as HonoContext } from 'hono'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Call, CallRow, Limit } from '#contract/call.ts'
import { listCalls } from '#contract/calls.ts'
import type { Transport } from '#contract/client.ts'
import { locationCookie } from '#contract/constants.ts'
import { defaultLocale } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import { isRecord } from '#contract/object-keys.ts'
import type { Cache } from '#server/platform/cache.ts'
import { createCache } from '#server/platform/cache.ts'
import type { App, Context } from '#server/platform/context.ts'
import { isDatabaseUnavailable } from '#server/platform/database/errors.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { Failure, fail } from '#server/platform/fail.ts'
import type { Topic } from '#server/platform/topics.ts'
import { createApiDocs } from './api-docs.ts'
import type { CachedResponse } from './cached-response.ts'
import { headersOf, sendCached, sendFile, sendUncached, toCachedResponse } from './cached-response.ts'
import { readAddress } from './client-address.ts'
import { boundedServer } from './connections.ts'
import { findOrigin, readHost } from './hosts.ts'
import { readInput } from './input.ts'
import { isWithin } from './networks.ts'
import type { Office } from './office-access.ts'
import {
  authenticateStaff,
  callsOfRecord,
  changeOf,
  findStoreOfCall,
  namesInPath,
  requireRight,
  staffSecretCaller,
} from './office-access.ts'
import type { Limiter } from './rate-limiter.ts'
import { createLimiter, runCounted } from './rate-limiter.ts'
import { json, securityHeaders, toErrorBody, toInputFailure } from './responses.ts'
import type { StaffRequest } from './staff-access.ts'
import { requireSecret } from './staff-access.ts'
import { findOfficeDevice } from './throttle.ts'
import type { Visit } from './visits.ts'
import {
  cookiesToSet,
  newRequestId,
  openContext,
  readCookies,
  readLocationHint,
  readVisit,
  refuseForgery,
} from './visits.ts'
import type { Xsrf } from './xsrf.ts'
import { createXsrf } from './xsrf.ts'

const maxCacheBytes = 48 * 1024 * 1024

type Tree<Leaf> = Record<string, Record<string, Leaf>>

/** The operations of a call table: exactly one per row, with matching input and output. */
export type Operations<Calls extends Tree<CallRow>> = {
  [Area in keyof Calls]: {
    [Name in keyof Calls[Area]]: Calls[Area][Name] extends CallRow
      ? (ctx: Context, input: z.output<Calls[Area][Name]['input']>) => Promise<z.input<Calls[Area][Name]['output']>>
      : never
  }
}

/** An API call that the page renderer makes within the process. */
export interface InProcess {
  visit: Visit
  /** The operation's result. Within the process, it is passed as a value, not as JSON. */
  result?: unknown
}
type Bindings = { inProcess?: InProcess; incoming?: IncomingMessage & { url: string } }
type Env = { Bindings: Bindings }
export type HttpContext = HonoContext<Env>

export interface HttpOptions {
  /**
   * Additional checks of the caller, for kinds of access that require more than a session. A check throws an error to
   * refuse the call.
   */
  admit: { referrer: (ctx: Context) => Promise<void> }
  /** The staff module's functions for checking and logging staff calls. */
  office?: Office
}

/** The shop's HTTP layer: a Hono application, and the services that all its requests use. */
export interface Http {
  hono: Hono<Env>
  xsrf: Xsrf
  limit: Limiter
  responseCache: Cache<CachedResponse>
}

/** Creates the HTTP layer: binds each call of the table to its operation, and serves the API's documentation. */
export function bindCalls<Calls extends Tree<CallRow>>(
  app: App,
  calls: Calls,
  operations: Operations<Calls>,
  options: HttpOptions,
): Http {
  const hono = new Hono<Env>({ strict: false })
  const http: Http = {
    hono,
    xsrf: createXsrf(app.secret),
    limit: createLimiter(app),
    responseCache: createCache<CachedResponse>(maxCacheBytes),
  }
  const addressedCalls = listCalls(calls).flatMap((call) =>
    [call.path, call.alias].flatMap((path) => (path ? [{ call, address: call.base + path }] : [])),
  )
  // The cast is safe: the types of `operations` require an operation of the same name for each call.
  const byName = operations as Tree<BoundCall['operate']>
  for (const { call, address } of addressedCalls.sort(bySpecificity)) {
    const [area = '', operation = ''] = call.name.split('.')
    const operate = byName[area]?.[operation]
    if (!operate) throw new Error(`${call.name} has no operation`)
    const bound: BoundCall = {
      app,
      http,
      call,
      operate,
      changes: call.method !== 'GET' || call.changesState === true,
      parameters: new Set(call.input instanceof z.ZodObject ? Object.keys(call.input.shape) : []),
      admit: call.access === 'referrer' ? options.admit.referrer : undefined,
      office: options.office,
    }
    const handler = (c: HttpContext) => respondFromCache(bound, c) ?? handleCall(bound, c)
    // Hono drops a trailing slash from request paths, but not from bound paths.
    hono.on(call.method, address.replace(/\/$/, ''), handler)
  }
  const docs = createApiDocs(listCalls(calls).filter(({ access }) => access !== 'staff'))
  hono.get('/api/openapi.json', (c) => docs('openapi.json', c.req.raw))
  hono.get('/api/docs', (c) => docs('index.html', c.req.raw))
  hono.get('/api/docs/:file', (c) => docs(c.req.param('file'), c.req.raw))
  hono.onError((error, c) => sendRefusal(app, c, { error }))
  return http
}

/**
 * Compares addresses so that literal segments come before parameters. Otherwise `/products/listCount` would be read as
 * the product with the id `listCount`.
 */
function bySpecificity(first: { address: string }, second: { address: string }): number {
  const key = ({ address }: { address: string }) => address.replace(/:\w+/g, '\uffff')
  if (key(first) === key(second)) return 0
  return key(first) < key(second) ? -1 : 1
}

/** A call, its operation, and the services that handle its requests. */
interface BoundCall {
  app: App
  http: Http
  call: Call
  operate: (ctx: Context, input: unknown) => Promise<unknown>
  changes: boolean
  /** Names of the query parameters that the call reads. */
  parameters: ReadonlySet<string>
  admit: ((ctx: Context) => Promise<void>) | undefined
  office: Office | undefined
}

/**
 * Sends the cached response of a call. Reads only the parts of the request that determine the response. Returns
 * undefined if no response is cached.
 */
function respondFromCache({ app, http, call }: BoundCall, c: HttpContext): Response | Promise<Response> | undefined {
  const incoming = call.isCached ? c.env?.incoming : undefined
  if (!incoming) return undefined
  const { host, cookie } = incoming.headers
  const cached = http.responseCache.get(cacheKey(locationOf(cookie), incoming.url))
  return cached && host && findOrigin(app, host) ? sendCached(cached, incoming.headers) : undefined
}

const cacheKey = (location: string | null, pathAndQuery: string) => `${pathAndQuery} ${location ?? ''}`
const locationOf = (cookie: string | undefined) =>
  cookie?.includes(locationCookie) ? readLocationHint(readCookies(cookie)[locationCookie]) : null

async function handleCall(bound: BoundCall, c: HttpContext): Promise<Response> {
  const { app, http } = bound
  const request = c.req.raw
  const inProcess = c.env?.inProcess
  let visit: Visit | undefined
  try {
    visit = inProcess?.visit ?? readVisit(app, request, { url: new URL(request.url), ip: clientIp(app, c) })
    const theVisit = visit
    const isStaff = bound.call.access === 'staff'
    // `bindPages` has already checked the hints of a page's visit. A staff call uses the staff member's language.
    if (!inProcess && !isStaff) await app.checkHints(theVisit)
    if (bound.call.isCached) {
      const key = cacheKey(theVisit.locationHint, request.url.slice(request.url.indexOf('/', 8)))
      const cached = http.responseCache.get(key) ?? (await makeCached(bound, { c, visit: theVisit, key }))
      for (const topic of cached.topics) theVisit.shown?.add(topic)
      return sendCached(cached, headersOf(request))
    }
    if (isStaff) await authenticateStaffCall(bound, c, theVisit)
    else if (bound.changes && !inProcess)
      refuseForgery(theVisit, http.xsrf, { metadataSuffices: bound.call.method === 'GET' })
    const result = await countAndRun(bound, c, theVisit)
    if (inProcess) {
      inProcess.result = result
      return new Response(null)
    }
    const response = result instanceof File ? sendFile(result) : await sendUncached(JSON.stringify(result), request)
    const lines = isStaff ? theVisit.setCookies : cookiesToSet(theVisit, http.xsrf)
    for (const line of lines) response.headers.append('Set-Cookie', line)
    return response
  } catch (error) {
    return sendRefusal(app, c, { error, visit })
  }
}

/**
 * Makes and caches a response that all visitors share. Limits the cache misses of one network. Calls during the
 * rendering of a page do not count, because the rendering counts. If the database is unreachable, returns a cached
 * response that is at most ten minutes old. Does not cache a response if the URL has parameters that the call does not
 * read, because such URLs could fill the cache and so remove all other entries.
 */
async function makeCached(
  bound: BoundCall,
  { c, visit, key }: { c: HttpContext; visit: Visit; key: string },
): Promise<CachedResponse> {
  const { http } = bound
  const make = async (shown: Set<Topic>) => {
    const result = await countAndRun(bound, c, { ...visit, shown, mayHaveSession: false, session: undefined })
    return toCachedResponse(JSON.stringify(result), { topics: shown })
  }
  const isCacheable = () => [...new URL(c.req.url).searchParams.keys()].every((name) => bound.parameters.has(name))
  if (!c.env?.inProcess && !http.responseCache.isAtHand(key))
    await http.limit('cache misses', { points: limits.cacheMisses, seconds: 60 }, visit.ip)
  return http.responseCache.getOrMake(key, make, isCacheable).catch((error: unknown) => {
    const stale = isDatabaseUnavailable(error) ? http.responseCache.getStale(key) : undefined
    if (!stale) throw error
    return stale
  })
}

/** Identifies the caller of a staff call. A shopper's session has no effect here. */
async function authenticateStaffCall({ app, http, call, changes, office }: BoundCall, c: HttpContext, visit: Visit) {
  visit.mayHaveSession = false
  // A browser never adds an `Authorization` header by itself, so another site cannot forge a request with this header.
  if (c.req.raw.headers.has('authorization') || !office) {
    await requireSecret(app, staffRequest(app, c, call.name), app.staffSecret)
    visit.staff = staffSecretCaller()
  } else {
    requireOfficeNetwork(app, c, visit.ip)
    visit.staff = await authenticateStaff(office, { call, changes }, { visit, xsrf: http.xsrf })
  }
  visit.locale = visit.staff?.locale ?? visit.locale
}

function requireOfficeNetwork(app: App, c: HttpContext, ip: string) {
  const isFromNetwork = c.env?.incoming !== undefined
  if (isFromNetwork && !isWithin(app.config.OFFICE_NETWORKS, ip)) fail('not_found')
}

/** Finds the staff member who opens a stream. */
function authenticateStreamCaller(
  { app, http, office }: { app: App; http: Http; office: Office },
  c: HttpContext,
  visit: Visit,
) {
  visit.mayHaveSession = false
  requireOfficeNetwork(app, c, visit.ip)
  return authenticateStaff(office, { call: { right: 'self' }, changes: false }, { visit, xsrf: http.xsrf })
}

/**
 * Counts the call, reads its input and runs the operation. Guesses of staff secrets are counted by device if the
 * browser is a counter device or was signed in before, else by network.
 */
async function countAndRun(bound: BoundCall, c: HttpContext, visit: Visit): Promise<unknown> {
  const { app, http, call } = bound
  const { limit } = call
  app.log.debug('a call', { call: call.name, inProcess: c.env?.inProcess !== undefined, requestId: visit.requestId })
  if (!limit) return runOperation(bound, c, visit)
  const isGuess = call.access === 'staff' && limit.failures === 'any'
  const device = isGuess ? (visit.staff?.deviceId ?? findOfficeDevice(app, visit.cookies)) : null
  const uncount = await http.limit(call.name, limit, device ?? visit.ip)
  return runCounted(limit, uncount, async () => {
    // With `failures: 'any'`, the limit by device or network counts only failed calls. This second limit counts all
    // calls of a session.
    if (limit.failures === 'any') {
      const { points, seconds } = limit
      await http.limit(`${call.name} of one session`, { points, seconds }, visit.token)
    }
    return runOperation(bound, c, visit)
  })
}

async function runOperation(bound: BoundCall, c: HttpContext, visit: Visit): Promise<unknown> {
  const { app, call, operate, office } = bound
  // Public reads use the reserved connections, so carts and orders cannot block them.
  const isBrowsing = call.access === 'anyone' && !bound.changes
  const ctx = await openContext(app, visit, isBrowsing ? app.database.pagesDb : app.database.db)
  // Checks that the caller is signed in before reading the body, so that guests cannot make the server read their
  // files.
  if ((call.access === 'member' || call.access === 'referrer') && !ctx.memberId) fail('account.sign_in_required')
  await bound.admit?.(ctx)
  const parsed = call.input.safeParse(await readInput(call, c.req.raw, c.req.param()), { reportInput: true })
  if (!parsed.success) throw toInputFailure(parsed.error)
  const result = await (office && call.access === 'staff'
    ? runStaffOperation(ctx, bound, { office, visit, input: parsed.data })
    : operate(ctx, parsed.data))
  if (app.config.NODE_ENV === 'test') call.output.parse(result)
  return result
}

/**
 * Checks the caller's right and runs the operation. A call that changes something runs in one transaction with its
 * audit log entry, unless the call has no entry or writes its own.
 */
async function runStaffOperation(
  ctx: Context,
  { call, operate, changes }: BoundCall,
  { office, visit, input }: { office: Office; visit: Visit; input: unknown },
): Promise<unknown> {
  const fields = isRecord(input) ? input : {}
  const change = changeOf(call, fields)
  const staffCtx: Context = {
    ...ctx,
    staff: visit.staff ? { ...visit.staff, note: (more) => Object.assign(change, more) } : undefined,
  }
  await requireRight(staffCtx, office, { call, input })
  // Adds the store to the log entry, so that the staff of this store can see the entry.
  if (call.place && changes) change.location ??= await findStoreOfCall(staffCtx, office, { place: call.place, input })
  if (call.logsItself && staffCtx.staff) staffCtx.staff.log = (ctx) => office.log(ctx, call.name, change)
  // Calls with the right `anyone` concern sessions and write their own log entries.
  if (!changes || call.right === 'anyone' || call.isUnlogged || call.logsItself) return operate(staffCtx, input)
  const work = transact(staffCtx, async (ctx) => {
    const result = await operate(ctx, input)
    await office.log(ctx, call.name, change)
    return result
  })
  return work.catch(async (error: unknown) => {
    // Adds who changed the record meanwhile, so that the page can show the name.
    const stale = error instanceof Failure && error.items.find(({ code }) => code === 'staff.stale')
    if (stale) {
      const names = [...namesInPath(call, fields), change.subject].filter(Boolean)
      // If the operation has already named who changed the record, its details stay.
      stale.details ??= (await office.lastChange(staffCtx, callsOfRecord(call), names)) ?? {}
    }
    throw error
  })
}

/** Builds the response to a failure. */
export function sendRefusal(
  app: App,
  c: HttpContext,
  { error, visit }: { error: unknown; visit?: Visit | undefined },
): Response {
  const { status, body, headers } = toRefusal(app, c, { error, visit })
  return json(JSON.stringify(body), status, headers)
}

/**
 * Converts an error to the status, body and headers of a response. The body of an expected `Failure` has its messages.
 * Any other error is logged once, and the body does not contain its details.
 */
export function toRefusal(app: App, c: HttpContext, { error, visit }: { error: unknown; visit?: Visit | undefined }) {
  const requestId = visit?.requestId ?? newRequestId()
  const failure = error instanceof Failure ? error : logUnexpected(app, error, { requestId, c })
  const { status, body } = toErrorBody(failure, visit?.locale ?? defaultLocale, requestId)
  const seconds = body.error.errors[0]?.details?.seconds
  // Does not send `Connection: close`, not even for 413, because the server would then close the connection at once. A
  // client that is still sending would lose the response. The adapter closes the connection half a second later if the
  // body continues.
  const headers: Record<string, string> = {
    'Cache-Control': 'no-store',
    ...(status === 429 && { 'Retry-After': String(seconds ?? 60) }),
    ...(status === 503 && { 'Retry-After': '5' }),
  }
  return { status, body, headers }
}

function logUnexpected(app: App, error: unknown, { requestId, c }: { requestId: string; c: HttpContext }): Failure {
  // If the client disconnected while it sent the body, this is not an error of the server.
  const level = c.req.raw.signal.aborted ? 'info' : 'error'
  app.log[level]('a request failed', { requestId, method: c.req.method, path: c.req.path, error })
  return new Failure([{ code: isDatabaseUnavailable(error) ? 'unavailable' : 'unexpected' }])
}

/**
 * The visitor's IP address, or `unknown`. If the shop is behind proxies, the address comes from `X-Forwarded-For`, else
 * from the socket. `TRUST_PROXY` is the number of proxies.
 */
export function clientIp(app: App, c: HttpContext): string {
  const proxies = app.config.TRUST_PROXY
  if (proxies > 0) {
    const chain = c.req.header('x-forwarded-for')?.split(',') ?? []
    const found = readAddress(chain.at(-proxies))
    if (found) return found
  }
  return readAddress(c.env?.incoming?.socket.remoteAddress) ?? 'unknown'
}

function staffRequest(app: App, c: HttpContext, route: string): StaffRequest {
  return { route, headers: c.req.raw.headers, ip: clientIp(app, c), isFromNetwork: c.env?.incoming !== undefined }
}

/**
 * Calls the API within the process, for a visit whose page is being rendered. These calls use no network and need no
 * forgery check.
 */
export function inProcessTransport({ hono }: Http, visit: Visit): Transport {
  return async (path, init) => {
    const request = new Request(visit.origin + path, init)
    const inProcess: InProcess = { visit }
    const response = await hono.fetch(request, { inProcess })
    const { result } = inProcess
    return result === undefined ? response : { ok: true, status: 200, json: async () => result }
  }
}

interface Route {
  /** Method and path, such as `POST /path`. */
  row: string
  limit: Limit
  /** Whether the URL belongs to the back office, so that only the networks of `OFFICE_NETWORKS` may open it. */
  isOffice?: true
  handle: (request: Request) => Promise<Response>
}

/** Binds a URL outside the call table. The handler returns the response. */
export function bindRoute(app: App, http: Http, { row, limit, isOffice, handle }: Route) {
  const [method = '', path = ''] = row.split(' ')
  http.hono.on(method, path, async (c) => {
    try {
      const ip = clientIp(app, c)
      if (isOffice) requireOfficeNetwork(app, c, ip)
      await http.limit(row, limit, ip)
      return await handle(c.req.raw)
    } catch (error) {
      return sendRefusal(app, c, { error })
    }
  })
}

interface Stream {
  /** Method and path, such as `GET /path/:name`. */
  row: string
  limit: Limit
  /** Present if the stream is for staff. */
  office?: Office
  handle: (ctx: Context, path: Record<string, string>, query: URLSearchParams) => Promise<Response>
}

/**
 * Binds a URL with an endless response. The visitor is identified as in any other call. Such responses set no cookies.
 */
export function bindStream(app: App, http: Http, { row, limit, office, handle }: Stream) {
  const [method = '', path = ''] = row.split(' ')
  http.hono.on(method, path, async (c) => {
    try {
      const visit = readVisit(app, c.req.raw, { url: new URL(c.req.url), ip: clientIp(app, c) })
      await http.limit(row, limit, visit.ip)
      const staff = office && (await authenticateStreamCaller({ app, http, office }, c, visit))
      return await handle(
        { ...(await openContext(app, visit)), ...(staff && { staff: { ...staff, note: () => {} } }) },
        c.req.param(),
        visit.url.searchParams,
      )
    } catch (error) {
      return sendRefusal(app, c, { error })
    }
  })
}

/** Responds with `not_found` to all URLs below `/api` without a route. Must be bound after all routes below `/api`. */
export function bindNotFound(app: App, { hono }: Http) {
  hono.all('/api/*', (c) => sendRefusal(app, c, { error: new Failure([{ code: 'not_found' }]) }))
}

/**
 * Refuses a request with a malformed `Host` before a route reads the request's URL, because no URL can be built from
 * such a `Host`. Also refuses a request line with an absolute URL, because the URL's host could differ from `Host`.
 */
function refuseMalformedHost({ incoming }: Bindings): Response | undefined {
  const host = incoming?.headers.host
  const isPath = incoming?.url.startsWith('/') ?? true
  if (isPath && (host === undefined || readHost(host, 'http:'))) return undefined
  const { status, body } = toErrorBody(new Failure([{ code: 'request.host' }]), defaultLocale, newRequestId())
  return json(JSON.stringify(body), status, { 'Cache-Control': 'no-store' })
}

/** Listens on a port, with limits on slow clients. Rejects if the port is taken. */
export function listen(
  app: App,
  fetch: (request: Request, env: Bindings) => Response | Promise<Response>,
): Promise<ServerType> {
  return new Promise((resolve, reject) => {
    const server = serve(
      {
        // The adapter passes the bindings to `fetch` as the second argument, but the adapter's type omits them.
        fetch: ((request: Request, env: Bindings) => refuseMalformedHost(env) ?? fetch(request, env)) as never,
        port: app.config.PORT,
        hostname: app.config.HOST,
        // The cast is safe: for the options in use, `boundedServer` has the signature of `http.createServer`.
        createServer: boundedServer(app.stopping) as never,
        serverOptions: {
          connectionsCheckingInterval: 1000,
          headersTimeout: 5000,
          // Time for a form with a picture of `maxUploadBytes` from a connection of 0.6 Mbit/s. `boundedServer` allows
          // less for other bodies, and the timeout of the socket ends an upload that stalls.
          requestTimeout: 120_000,
          // Proxies usually keep connections open for a minute. If the shop closed such a connection first, a request
          // that the proxy sends at that moment would get no response. So the shop keeps connections open for longer.
          keepAliveTimeout: 75_000,
          maxHeaderSize: 16_384,
        },
      },
      () => resolve(server),
    )
    server.on('error', reject)
    server.setTimeout?.(30_000)
  })
}

export { securityHeaders }

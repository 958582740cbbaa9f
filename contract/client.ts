import type { z } from 'zod'
import { ApiError } from './api-error.ts'
import type { Calls } from './calls.ts'
import { moreBase, specificationBase, xsrfCookie, xsrfHeader } from './constants.ts'
import type { Route } from './route.ts'
import { listRoutes } from './route.ts'
import { fileCalls, shopRoutes, specificationRoutes } from './routes.ts'

type Schema = { input: z.ZodType; output: z.ZodType }
type Operation<S extends Schema> =
  {} extends z.input<S['input']>
    ? (input?: z.input<S['input']>, signal?: AbortSignal) => Promise<z.output<S['output']>>
    : (input: z.input<S['input']>, signal?: AbortSignal) => Promise<z.output<S['output']>>

/**
 * Functions for all calls of a table of calls such as `Calls`. Their input and output types come from the schemas of
 * the calls.
 */
export type ClientOf<All> = {
  [Area in keyof All]: {
    [Name in keyof All[Area]]: All[Area][Name] extends Schema ? Operation<All[Area][Name]> : never
  }
}
/**
 * Functions for all calls of a shopper's browser, such as `client.cart.add({ sku, quantity })`. A function throws
 * `ApiError` if the server responds with an error. A signal aborts the call.
 */
export type Client = ClientOf<Calls>

export type Transport = (url: string, init: RequestInit) => Promise<Pick<Response, 'ok' | 'status' | 'json'>>

// The routes are parsed only once, because each rendering of a page creates a client. The PURE annotation lets the
// build of the back office remove the shoppers' routes.
const shopRoutesList = /* @__PURE__ */ listOwnRoutes()

function listOwnRoutes(): Route[] {
  return [...listRoutes(specificationRoutes, specificationBase), ...listRoutes(shopRoutes, moreBase)]
}

/**
 * Creates a typed client over any transport: the network in a browser, the application itself during page rendering.
 * Input fields fill the path parameters first. In a GET, the other fields form the query. In other methods, the fields
 * in the route's `query` form the query, and the rest forms the JSON body.
 */
export function createClient(transport: Transport, xsrfToken: () => string | undefined = readXsrfCookie): Client {
  const isBrowser = xsrfToken === readXsrfCookie
  return clientOf<Calls>(shopRoutesList, transport, { xsrfToken, ...(isBrowser && { order: serializeFirst() }) })
}

/**
 * Returns a function that sends calls that change data. While the browser has no XSRF token, it sends one call at a
 * time, until a response sets the token and the session. If it sent the calls at the same time, each would
 * begin a session of its own.
 */
function serializeFirst() {
  let first: Promise<unknown> | undefined
  return async (change: () => Promise<unknown>) => {
    while (first && !readXsrfCookie()) await first
    if (readXsrfCookie()) return change()
    const request = change()
    const clearFirst = () => {
      first = undefined
    }
    first = request.then(clearFirst, clearFirst)
    return request
  }
}

interface ClientOptions {
  xsrfToken?: () => string | undefined
  /** Decides when to send a call that may change data. */
  order?: (change: () => Promise<unknown>) => Promise<unknown>
}

/** Creates a client for the calls of these routes. */
export function clientOf<All>(
  routes: Route[],
  transport: Transport,
  { xsrfToken = () => undefined, order = (change) => change() }: ClientOptions = {},
): ClientOf<All> {
  const client: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    const [area = '', name = ''] = route.name.split('.')
    client[area] ??= {}
    client[area][name] = (input: Record<string, unknown> = {}, signal?: AbortSignal) => {
      const call = () => send(route, input, { transport, token: xsrfToken(), signal })
      return route.method === 'GET' ? call() : order(call)
    }
  }
  // The cast is safe, because the loop above sets a function for each route.
  return client as ClientOf<All>
}

interface SendOptions {
  transport: Transport
  token: string | undefined
  signal: AbortSignal | undefined
}

async function send(route: Route, input: Record<string, unknown>, { transport, token, signal }: SendOptions) {
  const { url, body } = toRequest(route, input)
  const headers: Record<string, string> = { Accept: 'application/json' }
  // The transport sets the Content-Type of a multipart form, because it chooses the boundary.
  const isFile = fileCalls.has(route.name)
  if (body !== undefined && !isFile) headers['Content-Type'] = 'application/json'
  if (token) headers[xsrfHeader] = token
  const response = await transport(route.base + url, {
    method: route.method,
    ...(signal && { signal }),
    headers,
    credentials: 'include',
    ...(body !== undefined && { body: isFile ? toForm(body) : JSON.stringify(body) }),
  })
  const responseBody = await response.json().catch(() => ({}))
  if (!response.ok) throw new ApiError(response.status, responseBody)
  return responseBody
}

function toForm(values: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) form.set(name, value instanceof Blob ? value : String(value))
  return form
}

/** Returns the URL and body of a call with this input. */
export function toRequest(route: Route, input: Record<string, unknown>) {
  const rest = { ...input }
  const takeValue = (name: string) => {
    const value = rest[name]
    delete rest[name]
    return value
  }
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodePathSegment(String(takeValue(name) ?? '')))
  const inQuery = route.method === 'GET' ? Object.keys(rest) : route.query
  const query = new URLSearchParams()
  for (const name of inQuery) {
    const value = takeValue(name)
    if (value !== undefined && value !== null) query.set(name, String(value))
  }
  const search = query.size > 0 ? `?${query}` : ''
  return { url: path + search, body: route.method === 'GET' ? undefined : rest }
}

/**
 * Encodes a path segment. URL parsers resolve the segments `.` and `..` even if they are escaped. An appended
 * zero-width space prevents this. The shop strips zero-width spaces from every text. A lone surrogate becomes U+FFFD,
 * because `encodeURIComponent` would throw.
 */
function encodePathSegment(segment: string): string {
  const wellFormed = segment.replace(/\p{Surrogate}/gu, '\ufffd')
  return encodeURIComponent(/^\.{1,2}$/.test(wellFormed) ? `${wellFormed}\u200b` : wellFormed)
}

function readXsrfCookie() {
  if (typeof document === 'undefined') return undefined
  const cookiePair = document.cookie.split('; ').find((pair) => pair.startsWith(`${xsrfCookie}=`))
  return cookiePair && decodeURIComponent(cookiePair.slice(xsrfCookie.length + 1))
}

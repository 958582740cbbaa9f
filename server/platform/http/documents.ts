import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { Limit } from '#contract/call.ts'
import { languageParameter } from '#contract/constants.ts'
import type { App, Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { headersOf, sendCached, toCachedResponse } from './cached-response.ts'
import { securityHeaders } from './responses.ts'
import type { Http } from './server.ts'
import { clientIp, sendRefusal } from './server.ts'
import type { Visit } from './visits.ts'
import { openContext, readLocale, readVisit } from './visits.ts'
import { toWebStream } from './web-stream.ts'

/** A document that is neither a page nor a call, such as the sitemap, a feed, `/robots.txt` or the manifest. */

interface Document {
  /** A path in Hono's syntax, such as `/:file{sitemap-.+}`. */
  path: string
  type: string
  maxAgeSeconds: number
  limit: Limit
}

/**
 * Binds a document that depends only on the language, such as `/robots.txt`. The parameter `lang` selects the language.
 * Caches the document for about a minute, and only until something that it shows changes.
 */
export function bindDocument(
  app: App,
  http: Http,
  { write, ...document }: Document & { write: (ctx: Context) => Promise<string> },
) {
  bindText({ app, http }, document, async ({ visit, headers, request }) => {
    const key = `document|${visit.origin}${visit.url.pathname}|${visit.locale}`
    const response = await http.responseCache.getOrMake(key, async (shown) => {
      const text = await write(await openContext(app, { ...visit, shown }, app.database.pagesDb))
      return toCachedResponse(text, { own: headers, topics: shown })
    })
    return sendCached(response, headersOf(request))
  })
}

/**
 * Binds documents whose responses are streamed while the document is being written. The responses are not cached.
 * `write` returns null if there is no such document.
 */
export function bindStreamedDocuments(
  app: App,
  http: Http,
  { write, ...document }: Document & { write: (ctx: Context, path: string) => Promise<AsyncGenerator<string> | null> },
) {
  bindText({ app, http }, document, async ({ visit, headers, request }) => {
    const pieces = await write(await openContext(app, visit, app.database.pagesDb), visit.url.pathname)
    return stream(pieces ?? fail('not_found'), headers, request)
  })
}

interface DocumentRequest {
  visit: Visit
  headers: Record<string, string>
  request: Request
}

function bindText(
  { app, http }: { app: App; http: Http },
  { path, type, maxAgeSeconds, limit }: Document,
  respond: (documentRequest: DocumentRequest) => Promise<Response>,
) {
  const headers = {
    ...securityHeaders,
    'Content-Type': type,
    'Cache-Control': `public, max-age=${maxAgeSeconds}`,
    Vary: 'Accept-Encoding',
  }
  http.hono.get(path, async (c) => {
    try {
      const url = new URL(c.req.url)
      const visit = readVisit(app, c.req.raw, { url, ip: clientIp(app, c) })
      await http.limit(path, limit, visit.ip)
      visit.locale = readLocale(url.searchParams.get(languageParameter) ?? undefined, null)
      await app.checkHints(visit)
      return await respond({ visit: { ...visit, mayHaveSession: false }, headers, request: c.req.raw })
    } catch (error) {
      return sendRefusal(app, c, { error })
    }
  })
}

/** Streams a text while it is being written. */
function stream(pieces: AsyncGenerator<string>, headers: Record<string, string>, request: Request): Response {
  const text = Readable.from(pieces, { objectMode: false })
  const takesGzip = /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')
  if (!takesGzip) return new Response(toWebStream(text), { headers })
  // Ignores the error that a disconnected client causes.
  const zipped = pipeline(text, createGzip(), () => {})
  return new Response(toWebStream(zipped), {
    headers: { ...headers, 'Content-Encoding': 'gzip' },
  })
}

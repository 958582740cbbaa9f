import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { parseAccept } from 'hono/utils/accept'
import { brotli } from '#server/platform/pages/brotli.ts'
import type { Topic } from '#server/platform/topics.ts'
import { apiHeaders, json, securityHeaders } from './responses.ts'

const minCompressedBytes = 1400

/** A cached response of a call: its bytes, its headers, and its compressed forms, made on demand. */
export interface CachedResponse {
  body: Uint8Array<ArrayBuffer>
  etag: string
  headers: Record<string, string>
  bytes: number
  topics: ReadonlySet<Topic>
  encoded: Map<string, Promise<{ body: Uint8Array<ArrayBuffer>; headers: Record<string, string> }>>
}

/** The request headers that determine the form of the response. */
type NegotiationHeaders = { 'if-none-match'?: string | undefined; 'accept-encoding'?: string | undefined }

export const headersOf = ({ headers }: Request): NegotiationHeaders => ({
  'if-none-match': headers.get('if-none-match') ?? undefined,
  'accept-encoding': headers.get('accept-encoding') ?? undefined,
})

/** Builds a cached response from a call's JSON, or from a document with its own headers. */
export function toCachedResponse(
  text: string | Uint8Array<ArrayBuffer>,
  { own = apiHeaders, topics = new Set() }: { own?: Record<string, string>; topics?: ReadonlySet<Topic> } = {},
): CachedResponse {
  const body = typeof text === 'string' ? new TextEncoder().encode(text) : text
  const etag = etagOf(body)
  const headers = {
    'Content-Length': String(body.length),
    'Cache-Control': 'private, no-cache',
    Vary: 'Cookie, Accept-Encoding',
    ...own,
    ETag: etag,
  }
  return { body, etag, headers, bytes: 2 * body.length + 1000, topics, encoded: new Map() }
}

/** Returns the weak ETag of a body. All encodings of the body have the same ETag. */
export const etagOf = (body: Uint8Array) => `W/"${createHash('sha1').update(body).digest('base64url').slice(0, 20)}"`

/**
 * Sends a cached response in the best encoding that the client accepts, or status 304 if the client already has it.
 * Short responses are not compressed.
 */
export function sendCached(cached: CachedResponse, requestHeaders: NegotiationHeaders): Response | Promise<Response> {
  if (requestHeaders['if-none-match'] === cached.etag) {
    const { 'Content-Length': _, ...headers } = cached.headers
    return new Response(null, { status: 304, headers })
  }
  const encoding =
    cached.body.length < minCompressedBytes ? undefined : chooseEncoding(requestHeaders['accept-encoding'])
  if (!encoding) return new Response(cached.body, { headers: cached.headers })
  const encoded = cached.encoded.get(encoding) ?? cacheEncoded(cached, encoding, compress(cached.body, encoding))
  return encoded.then(({ body, headers }) => new Response(body, { headers }))
}

/** Adds a compressed form to the cached response. */
export function cacheEncoded(cached: CachedResponse, encoding: 'br' | 'gzip', bytes: Promise<Uint8Array<ArrayBuffer>>) {
  const encoded = bytes.then((body) => ({
    body,
    headers: { ...cached.headers, 'Content-Length': String(body.length), 'Content-Encoding': encoding },
  }))
  cached.encoded.set(encoding, encoded)
  return encoded
}

/** Sends a call's JSON, made for this request only. */
export async function sendUncached(body: string, request: Request): Promise<Response> {
  const headers = { 'Cache-Control': 'no-store', Vary: 'Cookie, Accept-Encoding' }
  const encoding = body.length < minCompressedBytes ? undefined : chooseEncoding(headersOf(request)['accept-encoding'])
  if (!encoding) return json(body, 200, headers)
  const encoded = await compress(new TextEncoder().encode(body), encoding, { isForOne: true })
  return json(encoded, 200, { ...headers, 'Content-Encoding': encoding })
}

/** Sends a private file: browsers show it, but never run or store it. */
export function sendFile(file: File): Response {
  return new Response(file, {
    headers: {
      ...securityHeaders,
      'Content-Type': file.type,
      'Content-Length': String(file.size),
      'Content-Disposition': `inline; filename="${file.name}"`,
      'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Cache-Control': 'private, no-store',
      Vary: 'Cookie',
    },
  })
}

type Encoding = 'br' | 'gzip'

/**
 * The encoding that the client prefers. Brotli if the client has no preference, undefined if it accepts neither Brotli
 * nor gzip.
 */
export function chooseEncoding(header: string | null | undefined): Encoding | undefined {
  const [br, gzip] = [qualityOf(header, 'br'), qualityOf(header, 'gzip')]
  if (br > 0 && br >= gzip) return 'br'
  return gzip > 0 ? 'gzip' : undefined
}

/** Whether the client accepts gzip, even if it prefers another encoding. */
export const acceptsGzip = (header: string | null | undefined) => qualityOf(header, 'gzip') > 0

/** The client's quality value for an encoding. 0 if the client does not accept it. */
function qualityOf(header: string | null | undefined, encoding: Encoding): number {
  if (!header) return 0
  return parseAccept(header).find(({ type }) => type.toLowerCase() === encoding)?.q ?? 0
}

const gzipAsync = promisify(gzip)
/** Compresses a body. Uses less effort if the result is for one request only. */
export function compress(
  body: Uint8Array,
  encoding: 'br' | 'gzip',
  { isForOne = false } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  if (encoding === 'gzip') return gzipAsync(body, { level: isForOne ? 2 : 6 })
  return brotli(body, isForOne ? 1 : 5)
}

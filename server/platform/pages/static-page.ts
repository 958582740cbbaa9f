import { createHash } from 'node:crypto'
import type { Cacheable } from '#server/platform/cache.ts'
import { chooseEncoding, compress, etagOf } from '#server/platform/http/cached-response.ts'
import type { Topic } from '#server/platform/topics.ts'
import { brotli, unbrotli } from './brotli.ts'

type Body = Uint8Array<ArrayBuffer>

/**
 * A rendered page for any number of visitors, compressed once. Its content security policy has the hashes of its own
 * inline scripts and styles, so each response has the same bytes.
 */
export interface StaticPage extends Cacheable {
  status: number
  headers: Record<string, string>
  etag: string
  compressed: Body
}

/** The inline code that a content security policy must allow, as source expressions. */
export interface Sources {
  scripts: string
  styles: string
}

/**
 * The Brotli quality. Most browsers accept Brotli, so the cache stores only the Brotli form of a page. The bodies for
 * other clients are made from this form.
 */
const quality = 5

/**
 * The gzip and uncompressed bodies that were sent last, by encoding and ETag. Monitors, crawlers and simple proxies
 * request the same few pages in these forms.
 */
const otherBodies = new Map<string, Promise<Body>>()
/** Each body has up to 250 kB, so all these bodies take at most 4 MB. */
const maxOtherBodies = 16

/**
 * Converts the response with a page to a static page. The page was rendered with this nonce and shows these `topics`.
 * `policyFor` returns the page's content security policy.
 */
export async function toStaticPage(
  response: Response,
  { nonce, policyFor, topics }: { nonce: string; policyFor: (sources: Sources) => string; topics: ReadonlySet<Topic> },
): Promise<StaticPage> {
  const { html, sources } = hashInlineCode(response.body ? await response.text() : '', nonce)
  const bytes = Buffer.from(html)
  const compressed = await brotli(bytes, quality)
  const etag = etagOf(bytes)
  const headers = {
    ...Object.fromEntries([...response.headers].filter(([name]) => name !== 'content-length')),
    'content-security-policy': policyFor(sources),
    etag,
  }
  return { status: response.status, headers, etag, compressed, topics, bytes: compressed.length + 3000 }
}

/**
 * Returns the status, headers and body of the response, in the encoding that the browser accepts. The status is 304 if
 * the browser already has the page.
 */
export async function toResponseParts(
  page: StaticPage,
  request: Request,
): Promise<{ status: number; headers: Headers; body: Body | null }> {
  const { status, etag, compressed } = page
  const headers = new Headers(page.headers)
  if (request.headers.get('if-none-match') === etag) return { status: 304, headers, body: null }
  const encoding = chooseEncoding(request.headers.get('accept-encoding'))
  if (encoding) headers.set('content-encoding', encoding)
  return { status, headers, body: encoding === 'br' ? compressed : await otherBody(page, encoding) }
}

/** Makes the body in gzip or without compression, or takes it from `otherBodies`. */
function otherBody({ etag, compressed }: StaticPage, encoding: 'gzip' | undefined): Promise<Body> {
  const key = `${encoding} ${etag}`
  const body = otherBodies.get(key) ?? unbrotli(compressed).then((html) => (encoding ? compress(html, encoding) : html))
  // A map has its oldest entry first, so an entry that is used again moves to the end.
  otherBodies.delete(key)
  otherBodies.set(key, body)
  const [oldest] = otherBodies.keys()
  if (otherBodies.size > maxOtherBodies && oldest) otherBodies.delete(oldest)
  body.catch(() => otherBodies.delete(key))
  return body
}

/**
 * Returns the page's HTML with a notice at the beginning of the body. At that place, React's hydration skips elements
 * that it does not know.
 */
export async function withNotice(page: StaticPage, notice: string): Promise<Body> {
  const html = Buffer.from(await unbrotli(page.compressed)).toString()
  return Buffer.from(html.replace(/<body[^>]*>/, (body) => body + notice))
}

/**
 * Removes the nonce from a page, and returns the hashes of the scripts and styles that had the nonce. Code without the
 * nonce can only come from an attacker, so it gets no hash, and browsers do not run it.
 */
export function hashInlineCode(html: string, nonce: string): { html: string; sources: Sources } {
  const attribute = ` nonce="${nonce}"`
  const inline = [...html.matchAll(/<(script|style)\b([^>]*)>(.*?)<\/\1>/gs)]
    .filter(([, , attributes = '']) => attributes.includes(attribute))
    // Browsers do not run a script element that contains data, so it needs no hash.
    .filter(([, , attributes = '']) => !/\stype="application\//.test(attributes))
  const hashesOf = (tag: string) => [
    ...new Set(inline.filter(([, name]) => name === tag).map(([, , , code = '']) => hashOf(code))),
  ]
  return {
    html: html.replaceAll(attribute, ''),
    sources: { scripts: hashesOf('script').join(' '), styles: hashesOf('style').join(' ') },
  }
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

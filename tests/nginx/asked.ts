import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { inject } from 'vitest'

export const shopUrl = inject('shopUrl')
export const shopFolder = inject('shopFolder')
const shopPort = inject('shopPort')
const nginxPort = Number(new URL(shopUrl).port)

const agent = new Agent({ keepAlive: true })

export interface NginxResponse {
  status: number
  /** The value of the header `X-Cache` from nginx, such as `HIT`. Undefined if the shop itself responded. */
  cache: string | undefined
  headers: IncomingMessage['headers']
  bytes: Buffer
}

type Headers = Record<string, string>

/** Sends a request to the shop through nginx. */
export const throughNginx = (path: string, headers: Headers = {}) => sendRequest(nginxPort, path, headers)

/** Sends a request to the shop itself, with the same `Host` as through nginx. */
export const directly = (path: string, headers: Headers = {}) => sendRequest(shopPort, path, headers)

async function sendRequest(port: number, path: string, headers: Headers): Promise<NginxResponse> {
  const requestHeaders = { host: new URL(shopUrl).host, 'accept-encoding': 'br', ...headers }
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, agent, headers: requestHeaders }, resolve).on('error', reject).end()
  })
  const cache = response.headers['x-cache']?.toString()
  return { status: response.statusCode ?? 0, cache, headers: response.headers, bytes: await buffer(response) }
}

/** The decompressed text of a response. */
export function textOf({ headers, bytes }: NginxResponse): string {
  const encoding = headers['content-encoding']
  return String(encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes)
}

/** Whether shared caches may store the response. */
export const isShared = ({ headers }: NginxResponse) => headers['cache-control']?.includes('s-maxage') === true

const comparedHeaders = [
  'content-type',
  'content-encoding',
  'content-security-policy',
  'cache-control',
  'etag',
  'vary',
  'location',
  'referrer-policy',
  'set-cookie',
]
const serialize = ({ status, headers }: NginxResponse, body: string) =>
  JSON.stringify([status, comparedHeaders.map((name) => headers[name])]) + body

/**
 * The text around the first difference of two responses, once from each response. Null if the responses differ at most
 * in the parts that `withoutVolatileParts` removes.
 */
export function difference(response: NginxResponse, expected: NginxResponse): [string, string] | null {
  const [one, other] = [withoutVolatileParts(response), withoutVolatileParts(expected)]
  if (one === other) return null
  let index = 0
  while (one[index] === other[index]) index++
  return [one.slice(Math.max(0, index - 80), index + 80), other.slice(Math.max(0, index - 80), index + 80)]
}

const digests = new Map<string, string>()

/**
 * A digest of `withoutVolatileParts`. Caches the digests of shared pages by status and headers, because pages with
 * equal `ETag` headers have equal texts.
 */
export function digestOf(response: NginxResponse): string {
  const key = isShared(response) ? serialize(response, '') : undefined
  const cachedDigest = key && digests.get(key)
  if (cachedDigest) return cachedDigest
  const digest = createHash('sha1').update(withoutVolatileParts(response)).digest('base64')
  if (key) digests.set(key, digest)
  return digest
}

/**
 * A response without the values that differ each time: nonce, new tokens, a form's ticket, the time and the id of the
 * request. The `ETag` and the hashes in the content security policy depend on the page's ticket, time and id, so both
 * are left out too.
 */
function withoutVolatileParts(response: NginxResponse): string {
  const { 'content-security-policy': policy, 'set-cookie': cookies, etag: _, ...headers } = response.headers
  const nonce = /'nonce-([^']+)'/.exec(String(policy))?.[1] ?? 'no nonce'
  const timeless = {
    ...headers,
    'content-security-policy': String(policy).replaceAll(/'sha256-[^']*'/g, "'sha256'"),
    'set-cookie': cookies?.map((line) => line.replace(/^((?:__Host-)?sid|XSRF-TOKEN)=[^;]*/, '$1')),
  }
  return serialize({ ...response, headers: timeless }, withDecodedData(textOf(response)))
    .replaceAll(nonce, 'nonce')
    .replaceAll(/[\da-z]{8}\.[\w-]{12}\.[\w-]{27}/g, 'ticket')
    .replaceAll(/20\d\d-\d\d-\d\dT[\d:.]+Z|"now":\d{13}|requestId\\*"[,:]\\*"[\w-]+/g, '')
}

/**
 * The page with the data of its loaders as plain JSON. React Router sends this data as a list of values that refer to
 * each other by index. Equal times share an index if they were read in the same millisecond, and equal objects share
 * one if they come from the same cache entry. So the indexes of two equal pages can differ.
 */
const withDecodedData = (page: string) =>
  page.replaceAll(/streamController\.enqueue\(("(?:[^"\\]|\\.)*")\)/g, (_, literal: string) => {
    const lines = String(JSON.parse(literal)).split('\n').filter(Boolean)
    return lines.map((line) => JSON.stringify(decodeValues(JSON.parse(line.replace(/^P\d+:/, ''))))).join('\n')
  })

/** The first of the values, with each index replaced by the value that it refers to. Negative indexes are constants. */
function decodeValues(values: unknown[]) {
  const decode = (index: unknown): unknown => {
    const value = typeof index === 'number' && index >= 0 ? values[index] : `constant ${index}`
    if (Array.isArray(value)) return typeof value[0] === 'string' ? value : value.map(decode)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [values[Number(key.slice(1))], decode(item)]))
  }
  return decode(0)
}

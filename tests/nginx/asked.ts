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

export interface Answer {
  status: number
  /** The value of the header `X-Cache` from nginx, such as `HIT`. Undefined if the shop itself responded. */
  cache: string | undefined
  headers: IncomingMessage['headers']
  bytes: Buffer
}

type Headers = Record<string, string>

/** Sends a request to the shop through nginx. */
export const throughNginx = (path: string, headers: Headers = {}) => ask(nginxPort, path, headers)

/** Sends a request to the shop itself, with the same `Host` as through nginx. */
export const directly = (path: string, headers: Headers = {}) => ask(shopPort, path, headers)

async function ask(port: number, path: string, headers: Headers): Promise<Answer> {
  const sent = { host: new URL(shopUrl).host, 'accept-encoding': 'br', ...headers }
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, agent, headers: sent }, resolve).on('error', reject).end()
  })
  const cache = answer.headers['x-cache']?.toString()
  return { status: answer.statusCode ?? 0, cache, headers: answer.headers, bytes: await buffer(answer) }
}

/** The decompressed text of a response. */
export function textOf({ headers, bytes }: Answer): string {
  const encoding = headers['content-encoding']
  return String(encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes)
}

/** Whether shared caches may store the response. */
export const isShared = ({ headers }: Answer) => headers['cache-control']?.includes('s-maxage') === true

const compared = [
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
const whole = ({ status, headers }: Answer, body: string) =>
  JSON.stringify([status, compared.map((name) => headers[name])]) + body

/** The first difference between two responses: the text around it in each. Null if the responses are equal. */
export function difference(answer: Answer, own: Answer): [string, string] | null {
  const [one, other] = [withoutMoment(answer), withoutMoment(own)]
  if (one === other) return null
  let at = 0
  while (one[at] === other[at]) at++
  return [one.slice(Math.max(0, at - 80), at + 80), other.slice(Math.max(0, at - 80), at + 80)]
}

const digests = new Map<string, string>()

/** A digest of `withoutMoment`. For a shared page it is computed once, because an equal `ETag` means an equal text. */
export function digestOf(answer: Answer): string {
  const key = isShared(answer) ? whole(answer, '') : undefined
  const known = key && digests.get(key)
  if (known) return known
  const digest = createHash('sha1').update(withoutMoment(answer)).digest('base64')
  if (key) digests.set(key, digest)
  return digest
}

/**
 * A response without the values that differ each time: nonce, new tokens, a form's ticket, the time and the id of the
 * request. Ticket, time and id are part of the page, so the response's `ETag` and the hashes in its content security
 * policy are left out too.
 */
function withoutMoment(answer: Answer): string {
  const { 'content-security-policy': policy, 'set-cookie': cookies, etag: _, ...headers } = answer.headers
  const nonce = /'nonce-([^']+)'/.exec(String(policy))?.[1] ?? 'no nonce'
  const timeless = {
    ...headers,
    'content-security-policy': String(policy).replaceAll(/'sha256-[^']*'/g, "'sha256'"),
    'set-cookie': cookies?.map((line) => line.replace(/^((?:__Host-)?sid|XSRF-TOKEN)=[^;]*/, '$1')),
  }
  return whole({ ...answer, headers: timeless }, textOf(answer))
    .replaceAll(nonce, 'nonce')
    .replaceAll(/[\da-z]{8}\.[\w-]{12}\.[\w-]{27}/g, 'ticket')
    .replaceAll(/20\d\d-\d\d-\d\dT[\d:.]+Z|now\\*",\d{13}|requestId\\*",\\*"[\w-]+/g, '')
}

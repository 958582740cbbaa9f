import { lookup as resolve } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import { get as getHttp } from 'node:http'
import { get as getHttps } from 'node:https'
import { BlockList, isIP } from 'node:net'
import { toError } from '#server/platform/node-errors.ts'

const maxBytes = 15 * 1024 * 1024
const timeoutMs = 10_000
const maxRedirects = 3

/** Networks that are not the public internet (IANA special-purpose registries). */
const internalNetworks = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  internalNetworks.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['::', 128],
  ['::1', 128],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  internalNetworks.addSubnet(network, bits, 'ipv6')

/** Whether an address is on the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  return family !== 0 && !internalNetworks.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

/** A picture could not be fetched. The message is the reason in a few words. */
export class PictureError extends Error {}

/**
 * Fetches a picture from a public http or https address: at most 15 MB, at most three redirects, and at most 10 s for
 * each request. For each request, resolves the host name once, checks the IP addresses and connects only to one of
 * them. So neither a DNS answer nor a redirect can lead the shop into an internal network. Throws `PictureError`.
 */
export async function fetchPicture(address: string, isAllowed = isPublicAddress): Promise<Buffer> {
  let currentUrl = address
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const response = await requestPicture(parseAddress(currentUrl, isAllowed), isAllowed)
    if (response.statusCode === 200) return readBody(response)
    response.destroy()
    const redirect = response.headers.location
    if (!redirect || !response.statusCode || response.statusCode < 300 || response.statusCode > 399) {
      throw new PictureError(`the address answers ${response.statusCode}`)
    }
    const target = URL.parse(redirect, currentUrl)
    if (!target) throw new PictureError('a redirect to no web address')
    currentUrl = target.href
  }
  throw new PictureError('too many redirects')
}

function parseAddress(address: string, isAllowed: (address: string) => boolean): URL {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new PictureError('not a web address')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) && !isAllowed(host)) throw new PictureError('an address inside a private network')
  return url
}

function requestPicture(url: URL, isAllowed: (address: string) => boolean): Promise<IncomingMessage> {
  return new Promise((done, refuse) => {
    const get = url.protocol === 'https:' ? getHttps : getHttp
    const request = get(
      url,
      {
        signal: AbortSignal.timeout(timeoutMs),
        headers: { Accept: 'image/avif,image/webp,image/*' },
        agent: false,
        lookup: (host, options, callback) =>
          resolve(host, { ...options, all: true }, (error, addresses) => {
            if (error) return callback(error, '', 0)
            const forbidden = addresses.find(({ address }) => !isAllowed(address))
            if (forbidden) return callback(new PictureError('a name that leads inside a private network'), '', 0)
            if (options.all)
              // The cast is safe: with the option `all`, Node expects the whole list of addresses.
              return (callback as unknown as (error: null, all: typeof addresses) => void)(null, addresses)
            return callback(null, addresses[0]?.address ?? '', addresses[0]?.family ?? 4)
          }),
      },
      done,
    )
    request.on('error', (error) => refuse(error instanceof PictureError ? error : new PictureError(describe(error))))
  })
}

async function readBody(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response) {
      size += chunk.length
      if (size > maxBytes) throw new PictureError('larger than 15 MB')
      chunks.push(chunk)
    }
  } catch (error) {
    throw error instanceof PictureError ? error : new PictureError(describe(toError(error)))
  }
  return Buffer.concat(chunks)
}

function describe(error: NodeJS.ErrnoException): string {
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'no answer within 10 seconds'
  if (error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN') return 'the name is not known'
  return `it cannot be reached (${error.code ?? error.message})`
}

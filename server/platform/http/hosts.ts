import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { App } from '#server/platform/context.ts'

const hostPattern = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/i
/** How long the IP addresses of this machine are cached. The addresses may change while the shop runs. */
const addressCacheMs = 5000

let addressCache = { addresses: new Set<string>(), readAt: Number.NEGATIVE_INFINITY }

/**
 * Parses a `Host` header as browsers parse the host of a URL. Null if browsers would reject the host, for example
 * `256.1.1.1`.
 */
export function readHost(header: string, scheme: 'http:' | 'https:'): URL | null {
  return hostPattern.test(header) ? URL.parse(`${scheme}//${header}`) : null
}

/**
 * The shop's URL for a request with this `Host`; null if the host is not the shop's. If `PUBLIC_URL` is set, only its
 * host is accepted. Otherwise `localhost` and this machine's IP addresses are accepted, because no DNS record can point
 * them to another machine.
 */
export function findOrigin({ config }: App, header: string): string | null {
  if (config.PUBLIC_URL) return isPublicHost(config.PUBLIC_URL, header) ? config.PUBLIC_URL : null
  const url = readHost(header, 'http:')
  return url && isLocalHost(url.hostname) ? url.origin : null
}

/**
 * Whether a `Host` header matches `PUBLIC_URL`, which is an origin without a path. Host names ignore case, and the
 * header may include the default port.
 */
function isPublicHost(publicUrl: string, header: string): boolean {
  if (publicUrl.endsWith(`//${header}`)) return true
  const { protocol, host } = new URL(publicUrl)
  return readHost(header, protocol === 'https:' ? 'https:' : 'http:')?.host === host
}

/** Whether the host of a URL is `localhost` or an IP address of this machine. */
export function isLocalHost(hostname: string): boolean {
  if (hostname === 'localhost') return true
  const address = hostname.replace(/^\[|\]$/g, '')
  if (isIP(address) === 0) return false
  return /^127\./.test(address) || address === '::1' || ownAddresses().has(address)
}

function ownAddresses(): Set<string> {
  if (performance.now() - addressCache.readAt > addressCacheMs) {
    const found = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
    addressCache = { addresses: new Set(found.map(({ address }) => address)), readAt: performance.now() }
  }
  return addressCache.addresses
}

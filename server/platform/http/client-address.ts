import { createHmac } from 'node:crypto'
import { isIP } from 'node:net'

/**
 * Normalizes an IP address for comparison: removes the port, zone and brackets, and writes IPv4-mapped IPv6 as IPv4.
 * Null if the text is not an IP address.
 */
export function readAddress(text: string | undefined): string | null {
  const address = (text ?? '')
    .trim()
    .replace(/^\[([^\]]*)\](:\d+)?$|^([\d.]+):\d+$/, '$1$3')
    .replace(/%.*$/, '')
  if (isIP(address) === 0) return null
  return /^::ffff:([\d.]+)$/i.exec(address)?.[1] ?? address.toLowerCase()
}

/**
 * The network prefix that limits apply to: the IPv4 address, or the /64 network of an IPv6 address, which usually
 * belongs to one client.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.split('::')
  const groups = (part: string) => part.split(':').filter((group) => group !== '')
  const before = groups(head)
  // An IPv4 address at the end of an IPv6 address takes up two groups. These groups are not part of the /64 prefix, so
  // they become zeros.
  const after = groups((tail ?? '').replace(/(\d+\.){3}\d+$/, '0:0'))
  const middle = tail === undefined ? [] : Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  const prefixGroups = [...before, ...middle, ...after]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
  return `${prefixGroups.join(':')}::/64`
}

/**
 * A digest of the address's network prefix, which the shop stores with an order or a held cart. Nobody can derive the
 * address from the digest without the shop's secret. Empty for an empty address, as in background work.
 */
export function networkDigest(secret: string, address: string): string {
  if (address === '') return ''
  return createHmac('sha256', secret)
    .update(`network ${networkOf(address)}`)
    .digest('base64url')
    .slice(0, 22)
}

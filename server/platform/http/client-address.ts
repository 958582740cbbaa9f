import { createHmac } from 'node:crypto'
import { isIP } from 'node:net'

/**
 * An address of the internet as it is compared: without port, zone and brackets, IPv4 as IPv4; null where the text is
 * none.
 */
export function readAddress(text: string | undefined): string | null {
  const bare = (text ?? '')
    .trim()
    .replace(/^\[([^\]]*)\](:\d+)?$|^([\d.]+):\d+$/, '$1$3')
    .replace(/%.*$/, '')
  if (isIP(bare) === 0) return null
  return /^::ffff:([\d.]+)$/i.exec(bare)?.[1] ?? bare.toLowerCase()
}

/**
 * Whom to count for: one address of IPv4; of IPv6 the network of 64 bits, for who has one address of it has them all.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.split('::')
  const groups = (part: string) => part.split(':').filter((group) => group !== '')
  const before = groups(head)
  // A written IPv4 at the end stands for two groups, which is all that counts here.
  const after = groups((tail ?? '').replace(/(\d+\.){3}\d+$/, '0:0'))
  const middle = tail === undefined ? [] : Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  const first = [...before, ...middle, ...after].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${first.join(':')}::/64`
}

/**
 * The network of an address as it is kept with what came from there: the same digest for the same network, from which
 * nobody without the shop's secret learns the address. '' for the shop's own work.
 */
export function networkDigest(secret: string, address: string): string {
  if (address === '') return ''
  return createHmac('sha256', secret)
    .update(`network ${networkOf(address)}`)
    .digest('base64url')
    .slice(0, 22)
}

import { BlockList, isIP } from 'node:net'

/**
 * Names for groups of networks: `private` for the loopback, private and link-local networks (RFC 1918, 3927, 4193,
 * 4291), and `any` for all networks.
 */
const namedNetworks: Record<string, string[]> = {
  private: [
    '127.0.0.0/8',
    '::1/128',
    '10.0.0.0/8',
    '172.16.0.0/12',
    '192.168.0.0/16',
    '169.254.0.0/16',
    'fc00::/7',
    'fe80::/10',
  ],
  any: ['0.0.0.0/0', '::/0'],
}
const loopback = readNetworks('127.0.0.0/8,::1')

/** Parses a list such as `private,203.0.113.0/24`; null if an entry is neither a name, an address nor a network. */
export function readNetworks(text: string): BlockList | null {
  const list = new BlockList()
  for (const entry of text.split(',').flatMap((word) => namedNetworks[word.trim()] ?? [word.trim()])) {
    const [address = '', length] = entry.split('/')
    const family = isIP(address)
    const maxBits = family === 6 ? 128 : 32
    const bits = length === undefined ? maxBits : Number(length)
    if (family === 0 || !/^\d*$/.test(length ?? '') || bits > maxBits) return null
    list.addSubnet(address, bits, family === 6 ? 'ipv6' : 'ipv4')
  }
  return list
}

/** Whether one of the networks contains the address. The address must be normalized by `readAddress`. */
export function isWithin(networks: BlockList, address: string): boolean {
  const family = isIP(address)
  return family !== 0 && networks.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

export const isLoopback = (address: string) => loopback !== null && isWithin(loopback, address)

import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import type { App } from '#server/platform/context.ts'
import { findOrigin } from './hosts.ts'

const shopAt = (url?: string) => ({ config: { PUBLIC_URL: url } }) as App

test.each(['shop.example', 'SHOP.EXAMPLE', 'shop.example:443', 'Shop.Example:443'])(
  'a shop at https://shop.example accepts the host %s',
  (host) => expect(findOrigin(shopAt('https://shop.example'), host)).toBe('https://shop.example'),
)

test.each([
  'shop.example:80',
  'shop.example:8443',
  'other.example',
  'shop.example.evil.test',
  '127.0.0.1',
  'localhost',
])('a shop at https://shop.example refuses the host %s', (host) =>
  expect(findOrigin(shopAt('https://shop.example'), host)).toBeNull(),
)

test('a host must include the port of PUBLIC_URL', () => {
  const shop = shopAt('http://shop.example:8080')
  expect(findOrigin(shop, 'shop.example:8080')).toBe('http://shop.example:8080')
  expect(findOrigin(shop, 'shop.example')).toBeNull()
})

test.each([
  ['localhost', 'http://localhost'],
  ['LOCALHOST:3000', 'http://localhost:3000'],
  ['127.0.0.1:80', 'http://127.0.0.1'],
  ['[::1]:3000', 'http://[::1]:3000'],
])('without PUBLIC_URL the host %s gives the origin %s', (host, origin) => {
  expect(findOrigin(shopAt(), host)).toBe(origin)
})

test('without PUBLIC_URL the shop accepts only IP addresses of its own machine', () => {
  const own = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  for (const { address, family } of own.filter(({ scopeid }) => !scopeid)) {
    const host = family === 'IPv6' ? `[${address}]` : address
    expect(findOrigin(shopAt(), host), host).toBe(`http://${host}`)
  }
  for (const host of ['203.0.113.7', '10.255.254.253', '[2001:db8::7]', '0.0.0.0', '1.1.1.1:3000'])
    expect(findOrigin(shopAt(), host), host).toBeNull()
})

test.each([
  '256.1.1.1',
  '',
  'a b',
  '[::zz]',
  'localhost:99999',
  'eve@localhost',
  'localhost/x',
  'localhost#',
  '1.2.3.4.5',
])('the invalid host “%s” is refused', (host) => {
  expect(findOrigin(shopAt(), host)).toBeNull()
  expect(findOrigin(shopAt('https://shop.example'), host)).toBeNull()
})

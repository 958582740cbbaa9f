import { expect, test } from 'vitest'
import { chooseEncoding } from './cached-response.ts'

test.each([
  [null, undefined],
  ['', undefined],
  ['identity', undefined],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['BR', 'br'],
  ['gzip, br;q=0', 'gzip'],
  ['br; q=0.0, gzip; q=0', undefined],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['br;q=0.8, gzip;q=0.8', 'br'],
  ['x-br, x-gzip', undefined],
])('a client that sends “Accept-Encoding: %s” gets the encoding %s', (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding)
  expect(chooseEncoding(accepted)).toBe(encoding)
})

test('clients that invent headers do not change the encoding of others', () => {
  for (let n = 0; n < 250; n++) expect(chooseEncoding(`gzip, made-up-${n}`)).toBe('gzip')
  expect(chooseEncoding('gzip, br')).toBe('br')
})

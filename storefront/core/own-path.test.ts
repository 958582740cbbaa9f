import { expect, test } from 'vitest'
import { ownPath } from './own-path.ts'

const own: [string, string][] = [
  ['/store', '/store'],
  ['/store/product/jasmine?variant=large#note', '/store/product/jasmine?variant=large#note'],
  ['/a/../b', '/b'],
]
for (const [wanted, path] of own) test(`${wanted} stays in the shop`, () => expect(ownPath(wanted, '/else')).toBe(path))

const foreign = [
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example',
  '/./\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '',
]
for (const wanted of foreign)
  test(`${JSON.stringify(wanted)} is not followed`, () => expect(ownPath(wanted, '/else')).toBe('/else'))

test('a missing field falls back to the default path', () => expect(ownPath(null, '/else')).toBe('/else'))

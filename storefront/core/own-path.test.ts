import { expect, test } from 'vitest'
import { localPath } from './own-path.ts'

const own: [string, string][] = [
  ['/store', '/store'],
  ['/store/product/jasmine?variant=large#note', '/store/product/jasmine?variant=large#note'],
  ['/a/../b', '/b'],
]
for (const [wanted, path] of own)
  test(`${wanted} stays in the shop`, () => expect(localPath(wanted, '/else')).toBe(path))

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
  test(`${JSON.stringify(wanted)} is not followed`, () => expect(localPath(wanted, '/else')).toBe('/else'))

test('a missing field falls back to the default path', () => expect(localPath(null, '/else')).toBe('/else'))

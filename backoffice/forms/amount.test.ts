import { expect, test } from 'vitest'
import { readAmount } from './amount.ts'

test.each([
  ['12.8', 1280],
  ['12.80', 1280],
  ['12', 1200],
  ['$12.80', 1280],
  ['CA$ 12.80', 1280],
  ['￥5', 500],
  [' 5.60 ', 560],
  ['.50', 50],
  ['$.5', 50],
  ['12,80', 1280],
  ['1,280', 128_000],
  ['1,280.50', 128_050],
  ['-5', null],
  ['$-5', null],
  ['0.505', null],
  ['five', null],
  ['$', null],
  ['', null],
  ['12.80.1', null],
])('%j is read as %j cents', (text, cents) => {
  expect(readAmount(text, 'CAD')).toBe(cents)
})

test('a currency without cents has none', () => {
  expect([readAmount('1280', 'JPY'), readAmount('12.5', 'JPY')]).toEqual([1280, null])
})

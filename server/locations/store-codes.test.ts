import { expect, it } from 'vitest'
import { codesOf } from './store-codes.ts'

const store = (id: string, en: string, code: string | null = null, zh = '') => ({ id, code, name: { en, zh } })
const codes = (...stores: ReturnType<typeof store>[]) => [...codesOf(stores).values()]

it('a store without a code has the initials of its name', () => {
  expect(codes(store('a', 'Markham Main Street'))).toEqual(['MMS'])
  expect(codes(store('a', 'The Very Long Name of a Store'))).toEqual(['TVLN'])
  expect(codes(store('a', 'Café Élan 2nd Floor'))).toEqual(['CEF'])
})

it('a name of one word gives its first two letters, and a name without Latin letters gives S', () => {
  expect(codes(store('a', 'Markham'))).toEqual(['MA'])
  expect(codes(store('a', '', null, '万锦大街店'))).toEqual(['S'])
})

it('no two stores have the same code, and the code of an owner stays', () => {
  expect(codesOf([store('a', 'Markham'), store('b', 'Mall'), store('c', 'Downtown', 'MA')])).toEqual(
    new Map([
      ['c', 'MA'],
      ['a', 'MA2'],
      ['b', 'MA3'],
    ]),
  )
})

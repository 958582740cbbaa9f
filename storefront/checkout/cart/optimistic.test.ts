import { expect, test } from 'vitest'
import type { Cart, Line } from '#contract/cart.ts'
import { expectedLines, sumOf } from './optimistic.ts'

const money = (amount: number) => ({ amount, currency: 'CAD' })
const none = { en: '', zh: '' }
const line = (key: string, quantity: number): Line => ({
  key,
  productId: key,
  sku: key,
  name: none,
  optionText: none,
  modifiers: [],
  note: '',
  quantity,
  unitPrice: money(250),
  total: money(250 * quantity),
  image: null,
  taxClass: 'standard',
  purchasable: null,
  windows: [],
  problem: null,
})
const cart: Cart = {
  id: 'c',
  version: 1,
  lineItems: { tea: line('tea', 2), bun: line('bun', 1) },
  itemCount: 2,
  pieces: 3,
  subtotal: money(750),
  claims: [],
  changes: [],
}
const form = (fields: Record<string, string>) => {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}
const shown = (pending: FormData[], removed: Line[] = []) =>
  expectedLines(cart, pending, removed).map(({ key, quantity }) => `${key} ${quantity}`)

test('without pending changes the cart shows its lines', () => expect(shown([])).toEqual(['tea 2', 'bun 1']))

test('a pending step changes the quantity and the sum', () => {
  const pending = [form({ intent: 'change', key: 'tea', quantity: '2', step: '1' })]
  expect(shown(pending)).toEqual(['tea 3', 'bun 1'])
  expect(sumOf(expectedLines(cart, pending, []))).toBe(1000)
})

test('a step down from quantity 1 removes the line', () =>
  expect(shown([form({ intent: 'change', key: 'bun', quantity: '1', step: '-1' })])).toEqual(['tea 2']))

test('an invalid quantity changes nothing', () =>
  expect(shown([form({ intent: 'change', key: 'bun', quantity: 'lots' })])).toEqual(['tea 2', 'bun 1']))

test('a pending removal hides the line, and a pending undo shows it', () => {
  expect(shown([form({ intent: 'remove', key: 'tea' })])).toEqual(['bun 1'])
  expect(shown([form({ intent: 'undo', key: 'cake' })], [line('cake', 4)])).toEqual(['tea 2', 'bun 1', 'cake 4'])
})

test('a pending addition changes no line', () =>
  expect(shown([form({ intent: 'add', sku: 'tea', quantity: '1' })])).toEqual(['tea 2', 'bun 1']))

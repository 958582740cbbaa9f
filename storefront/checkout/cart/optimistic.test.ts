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
  changes: [],
}
const form = (fields: Record<string, string>) => {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}
const shown = (pending: FormData[], removed: Line[] = []) =>
  expectedLines(cart, pending, removed).map(({ key, quantity }) => `${key} ${quantity}`)

test('nothing under way leaves the cart as it is', () => expect(shown([])).toEqual(['tea 2', 'bun 1']))

test('a step shows at once, with the sum', () => {
  const pending = [form({ intent: 'change', key: 'tea', quantity: '2', step: '1' })]
  expect(shown(pending)).toEqual(['tea 3', 'bun 1'])
  expect(sumOf(expectedLines(cart, pending, []))).toBe(1000)
})

test('a step down from one removes', () =>
  expect(shown([form({ intent: 'change', key: 'bun', quantity: '1', step: '-1' })])).toEqual(['tea 2']))

test('what is no number changes nothing', () =>
  expect(shown([form({ intent: 'change', key: 'bun', quantity: 'lots' })])).toEqual(['tea 2', 'bun 1']))

test('removing hides the line, undoing shows it again', () => {
  expect(shown([form({ intent: 'remove', key: 'tea' })])).toEqual(['bun 1'])
  expect(shown([form({ intent: 'undo', key: 'cake' })], [line('cake', 4)])).toEqual(['tea 2', 'bun 1', 'cake 4'])
})

test('adding elsewhere changes no line before the answer', () =>
  expect(shown([form({ intent: 'add', sku: 'tea', quantity: '1' })])).toEqual(['tea 2', 'bun 1']))

import { describe, expect, it } from 'vitest'
import type { CardRow, VariantRow } from './card.ts'
import { optionText, sameChoice, stockState, toCard } from './card.ts'

const variant = (some: Partial<VariantRow>): VariantRow => ({
  sku: 'a',
  optionPair: '',
  price: 1000,
  compareAtPrice: null,
  memberPrice: null,
  currency: 'CAD',
  image: null,
  left: null,
  ...some,
})
const row = (some: Partial<CardRow>): CardRow => ({
  id: 'tea',
  name: { en: 'Tea', zh: '茶' },
  summary: { en: '', zh: '' },
  image: null,
  brand: null,
  soldBy: 'piece',
  measure: null,
  diet: [],
  clearance: false,
  clearanceReason: null,
  bestBefore: null,
  isNew: false,
  isSignature: false,
  sold: 0,
  hasChoices: false,
  windows: [],
  variants: [variant({})],
  ...some,
})
const cad = (amount: number) => ({ amount, currency: 'CAD' })

describe('the price of a card', () => {
  it('is the price of the cheapest variant in stock', () => {
    const variants = [variant({ price: 900, left: 0 }), variant({ price: 1200, left: 3 }), variant({ price: 1500 })]
    expect(toCard(row({ variants }))).toMatchObject({ price: cad(1200), priceTo: cad(1500) })
  })

  it('is the price of the cheapest variant if none is in stock', () => {
    const variants = [variant({ price: 1500, left: 0 }), variant({ price: 1200, left: 0 })]
    expect(toCard(row({ variants }))).toMatchObject({ price: cad(1200), availability: 'out' })
  })

  it('shows the compare-at price only if it is higher', () => {
    expect(toCard(row({ variants: [variant({ compareAtPrice: 1500 })] }))).toMatchObject({
      compareAtPrice: cad(1500),
      badges: ['sale'],
    })
    expect(toCard(row({ variants: [variant({ compareAtPrice: 1000 })] }))).toMatchObject({
      compareAtPrice: null,
      badges: [],
    })
  })

  it.each([
    [
      { amount: 454, unit: 'g' },
      { price: cad(220), per: '100 g' },
    ],
    [
      { amount: 2000, unit: 'ml' },
      { price: cad(50), per: '100 ml' },
    ],
    [
      { amount: 12, unit: 'piece' },
      { price: cad(83), per: 'piece' },
    ],
    [{ amount: 100, unit: 'g' }, null],
    [{ amount: 0, unit: 'g' }, null],
  ] as const)('has the unit price for the measure %j', (measure, unitPrice) => {
    expect(toCard(row({ measure })).unitPrice).toEqual(unitPrice)
  })
})

describe('the SKU that one tap adds', () => {
  it.each([
    ['a single variant', row({}), 'a'],
    ['several variants', row({ variants: [variant({}), variant({ sku: 'b' })] }), null],
    ['modifiers', row({ hasChoices: true }), null],
  ])('%s', (_, product, sku) => {
    expect(toCard(product).sku).toBe(sku)
  })
})

it.each([
  [[null], 'in', null],
  [[0, null], 'in', null],
  [[6], 'in', null],
  [[5], 'low', 5],
  [[2, 2], 'low', 4],
  [[3, 3], 'in', null],
  [[0], 'out', null],
] as const)('stock of %j is %s', (lefts, availability, left) => {
  expect(stockState(lefts.map((left) => ({ left })))).toEqual({ availability, left })
})

it('a card has badges for new, clearance, low stock, signature products and diet', () => {
  const product = row({
    clearance: true,
    isNew: true,
    isSignature: true,
    diet: ['vegan', 'unknown'],
    variants: [variant({ left: 1 })],
  })
  expect(toCard(product).badges).toEqual(['new', 'clearance', 'low', 'signature', 'vegan'])
})

it.each([
  [0, null],
  [9, null],
  [10, 10],
  [99, 90],
  [438, 400],
  [1999, 1000],
])('after %i sold pieces a card shows at least %s', (sold, shown) => {
  expect(toCard(row({ sold })).sold).toBe(shown)
})

it('optionText names options in both languages, with a fallback to the other language', () => {
  const options = [
    { id: 'size', name: { en: 'Size', zh: '规格' }, values: [{ id: 'large', name: { en: 'Large', zh: '大杯' } }] },
    { id: 'ice', name: { en: 'Ice', zh: '冰' }, values: [{ id: 'less', name: { en: 'Less ice', zh: '' } }] },
  ]
  expect(optionText(options, 'size:large,ice:less')).toEqual({ en: 'Large, Less ice', zh: '大杯、Less ice' })
  expect(optionText(options, '')).toEqual({ en: '', zh: '' })
})

it('sameChoice ignores the order of the options', () => {
  expect(sameChoice('a:1,b:2', 'b:2,a:1')).toBe(true)
  expect(sameChoice('a:1,b:2', 'a:1')).toBe(false)
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TaxClass } from '#contract/shapes.ts'
import { taxesOf } from './tax.ts'
import { provinces } from './tax-rates.ts'

const today = '2026-11-20'
function taxes(province: string, goods: [taxClass: TaxClass, amount: number][], date = today) {
  const sale = { province, date, goods: goods.map(([taxClass, amount]) => ({ taxClass, amount })) }
  return taxesOf(sale).map(({ label, amount }) => [label.en, amount])
}

describe('standard goods of CA$100', () => {
  test.each([
    ['ON', [['HST 13%', 1300]]],
    ['NS', [['HST 14%', 1400]]],
    ['NB', [['HST 15%', 1500]]],
    ['NL', [['HST 15%', 1500]]],
    ['PE', [['HST 15%', 1500]]],
    [
      'QC',
      [
        ['GST 5%', 500],
        ['QST 9.975%', 998],
      ],
    ],
    [
      'BC',
      [
        ['GST 5%', 500],
        ['PST 7%', 700],
      ],
    ],
    [
      'SK',
      [
        ['GST 5%', 500],
        ['PST 6%', 600],
      ],
    ],
    [
      'MB',
      [
        ['GST 5%', 500],
        ['RST 7%', 700],
      ],
    ],
    ['AB', [['GST 5%', 500]]],
    ['NT', [['GST 5%', 500]]],
    ['NU', [['GST 5%', 500]]],
    ['YT', [['GST 5%', 500]]],
  ])('in %s', (province, expected) => {
    expect(taxes(province, [['standard', 10_000]])).toEqual(expected)
  })

  test('snacks have no PST in British Columbia and have PST in Saskatchewan', () => {
    expect(taxes('BC', [['snack', 10_000]])).toEqual([['GST 5%', 500]])
    expect(taxes('SK', [['snack', 10_000]])).toEqual([
      ['GST 5%', 500],
      ['PST 6%', 600],
    ])
    expect(taxes('ON', [['snack', 300]])).toEqual([['HST 13%', 39]])
  })

  test('in Nova Scotia before and after the rate fell', () => {
    expect(taxes('NS', [['standard', 10_000]], '2025-03-31')).toEqual([['HST 15%', 1500]])
    expect(taxes('NS', [['standard', 10_000]], '2025-04-01')).toEqual([['HST 14%', 1400]])
  })
})

describe('other goods', () => {
  test.each(['zero_rated', 'exempt', 'deposit'] as const)('%s goods are free of tax everywhere', (taxClass) => {
    for (const province of provinces) expect(taxes(province, [[taxClass, 10_000]])).toEqual([])
  })

  test.each([
    ['a meal in Ontario', 'ON', [['prepared', 1200]], [['HST 13%', 156]]],
    ['a small treat in Ontario', 'ON', [['prepared', 400]], [['HST 5%', 20]]],
    ['one cent more', 'ON', [['prepared', 401]], [['HST 13%', 52]]],
    [
      'two small treats in one sale',
      'ON',
      [
        ['prepared', 300],
        ['prepared', 300],
      ],
      [['HST 13%', 78]],
    ],
    [
      'a small treat and a teapot',
      'ON',
      [
        ['prepared', 300],
        ['standard', 2000],
      ],
      [
        ['HST 13%', 260],
        ['HST 5%', 15],
      ],
    ],
    ['a meal in British Columbia', 'BC', [['prepared', 1200]], [['GST 5%', 60]]],
    [
      'wine in British Columbia',
      'BC',
      [['alcohol', 2000]],
      [
        ['GST 5%', 100],
        ['PST 10%', 200],
      ],
    ],
    [
      'wine in Saskatchewan',
      'SK',
      [['alcohol', 2000]],
      [
        ['GST 5%', 100],
        ['LCT 10%', 200],
      ],
    ],
    [
      'a bun and a meal',
      'ON',
      [
        ['zero_rated', 900],
        ['prepared', 1000],
      ],
      [['HST 13%', 130]],
    ],
  ] as [string, string, [TaxClass, number][], [string, number][]][])('%s', (_, province, goods, expected) => {
    expect(taxes(province, goods)).toEqual(expected)
  })
})

test('a tax is rounded once, half up: QST of CA$0.20 is 1.995 cents', () => {
  expect(
    taxes('QC', [
      ['standard', 10],
      ['standard', 10],
    ]),
  ).toEqual([
    ['GST 5%', 1],
    ['QST 9.975%', 2],
  ])
})

test('each tax has a name in both languages', () => {
  const [tax] = taxesOf({
    province: 'ON',
    date: today,
    goods: [{ taxClass: 'standard', amount: 100 }],
  })
  expect(tax).toEqual({
    tax: 'HST',
    label: { en: 'HST 13%', zh: '统一销售税 HST 13%' },
    amount: 13,
    shares: [13],
  })
})

test('an unknown province throws an error', () => {
  expect(() => taxes('CA', [['standard', 100]])).toThrow('CA')
})

test('taxes are whole cents and within half a cent of the exact rate', () => {
  const amounts = fc.array(fc.integer({ min: 0, max: 1_000_000_00 }), { maxLength: 8 })
  fc.assert(
    fc.property(fc.constantFrom(...provinces), amounts, (province, amounts) => {
      const base = amounts.reduce((sum, amount) => sum + amount, 0)
      for (const [label, tax] of taxes(
        province,
        amounts.map((amount) => ['standard', amount]),
      )) {
        const percent = Number(String(label).match(/[\d.]+/)?.[0])
        expect(Number.isSafeInteger(tax)).toBe(true)
        expect(Math.abs(Number(tax) - (base * percent) / 100)).toBeLessThanOrEqual(0.5 + 1e-6)
      }
    }),
  )
})

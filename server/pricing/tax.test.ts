import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import type { TaxClass } from '#contract/shapes.ts'
import { rulesAt, taxesOf } from './tax.ts'
import type { TaxRule } from './tax-rates.ts'
import { provinces, publishedRates } from './tax-rates.ts'

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
    base: 100,
    amount: 13,
    shares: [13],
  })
})

describe('a tax without an amount', () => {
  test('has no line if it rounds to nothing', () => {
    expect(taxes('QC', [['standard', 9]])).toEqual([['QST 9.975%', 1]])
    expect(taxes('ON', [['standard', 3]])).toEqual([])
  })

  test('has no line for goods that it does not apply to, beside goods that it does', () => {
    expect(
      taxes('BC', [
        ['snack', 10_000],
        ['standard', 10_000],
      ]),
    ).toEqual([
      ['GST 5%', 1000],
      ['PST 7%', 700],
    ])
  })
})

test('a small treat has the whole tax outside of Ontario', () => {
  expect(taxes('NB', [['prepared', 400]])).toEqual([['HST 15%', 60]])
})

test('an order to a place abroad has no tax', () => {
  expect(taxes('US-NY', [['standard', 10_000]])).toEqual([])
})

test.each([
  ['ON', 'HST', '2010-07-01'],
  ['NS', 'HST', '2010-07-01'],
  ['NB', 'HST', '2016-07-01'],
  ['NL', 'HST', '2016-07-01'],
  ['PE', 'HST', '2016-10-01'],
  ['QC', 'GST', '2008-01-01'],
  ['QC', 'QST', '2013-01-01'],
  ['BC', 'PST', '2013-04-01'],
  ['SK', 'PST', '2017-04-01'],
  ['SK', 'LCT', '2017-04-01'],
  ['MB', 'RST', '2019-07-01'],
])('in %s the rate of the %s applies from %s on, and not the day before', (province, tax, day) => {
  const namesAt = (date: string) => rulesAt({ province, date }).map((rule) => rule.tax)
  const dayBefore = new Date(Date.parse(day) - dayMs).toISOString().slice(0, 10)
  expect(namesAt(day)).toContain(tax)
  expect(namesAt(dayBefore)).not.toContain(tax)
})

describe("the owner's tax rates", () => {
  const rule = (own: Partial<TaxRule>): TaxRule => ({
    province: 'BC',
    tax: 'PST',
    from: '2026-01-01',
    rates: { standard: 80_000 },
    ...own,
  })
  const pst = (...rules: TaxRule[]) =>
    taxesOf({ province: 'BC', date: today, goods: [{ taxClass: 'standard', amount: 10_000 }], rules }).map(
      ({ label, amount }) => [label.en, amount],
    )
  const gst = ['GST 5%', 500]

  test('replace the published rate of the same tax from their day on, and leave the others', () => {
    expect(pst(rule({}))).toEqual([gst, ['PST 8%', 800]])
    expect(pst(rule({ from: today }))).toEqual([gst, ['PST 8%', 800]])
    expect(pst(rule({ from: '2026-11-21' }))).toEqual([gst, ['PST 7%', 700]])
  })

  test('do not apply in other provinces', () => {
    expect(pst(rule({ province: 'SK' }))).toEqual([gst, ['PST 7%', 700]])
  })

  test('of a day before the published rate are old, wherever they stand in the list', () => {
    expect(pst(rule({ from: '2012-01-01' }))).toEqual([gst, ['PST 7%', 700]])
    expect(pst(rule({}), rule({ from: '2025-01-01', rates: { standard: 90_000 } }))).toEqual([gst, ['PST 8%', 800]])
  })

  test('replace an earlier one of the same day', () => {
    expect(pst(rule({}), rule({ rates: { standard: 90_000 } }))).toEqual([gst, ['PST 9%', 900]])
    const published = publishedRates.find(({ province, tax }) => province === 'BC' && tax === 'PST')
    expect(pst(rule({ from: published?.from ?? '' }))).toEqual([gst, ['PST 8%', 800]])
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

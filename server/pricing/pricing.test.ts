import { describe, expect, test } from 'vitest'
import type { Goods } from './goods.ts'
import type { Sale } from './pricing.ts'
import { price } from './pricing.ts'

const goods = (key: string, total: number, more: Partial<Goods> & Pick<Goods, 'taxClass'>): Goods => ({
  key,
  total,
  quantity: 1,
  ...more,
})

describe('single servings of sweetened baked goods', () => {
  const buns = (quantity: number, key = 'bun') => goods(key, 300 * quantity, { quantity, taxClass: 'baked_single' })
  const taxesOf = (sale: Partial<Sale>) =>
    price({ currency: 'CAD', date: '2026-11-20', province: 'ON', goods: [], ...sale }).adjustments.map(
      ({ label, amount }) => [label.en, amount.amount],
    )

  test('are taxed up to five pieces on a bill, and zero-rated from six on, across products', () => {
    expect(taxesOf({ goods: [buns(5)] })).toEqual([['HST 13%', 195]])
    expect(taxesOf({ goods: [buns(6)] })).toEqual([])
    expect(taxesOf({ goods: [buns(4), buns(2, 'doughnut')] })).toEqual([])
    expect(taxesOf({ goods: [buns(4), goods('loaf', 700, { quantity: 2, taxClass: 'zero_rated' })] })).toEqual([
      ['HST 13%', 156],
    ])
  })

  test('are taxed with 5% in Ontario up to $4, as prepared food is', () => {
    expect(taxesOf({ goods: [buns(1)] })).toEqual([['HST 5%', 15]])
  })

  test('are taxed in any number if they are eaten at the store', () => {
    expect(taxesOf({ goods: [buns(6)], isEatenIn: true })).toEqual([['HST 13%', 234]])
  })

  test('have a delivery fee that is taxed as they are', () => {
    const delivery = { amount: 400, taxClass: 'as_goods' as const }
    expect(taxesOf({ goods: [buns(6)], delivery })).toEqual([['Delivery', 400]])
    expect(taxesOf({ goods: [buns(5)], delivery })).toEqual([
      ['Delivery', 400],
      ['HST 13%', 247],
    ])
  })
})

describe('the amount that a tax is on', () => {
  const standard = (total: number) => goods('teapot', total, { taxClass: 'standard' })
  const grocery = goods('loaf', 1000, { taxClass: 'zero_rated' })
  const basesOf = (sale: Partial<Sale>) =>
    price({ currency: 'CAD', date: '2026-11-20', province: 'ON', goods: [], ...sale }).adjustments.flatMap(
      ({ kind, label, base }) => (kind === 'tax' ? [[label.en, base?.amount]] : []),
    )

  test('is named if the tax is on a part of the sale only', () => {
    expect(basesOf({ goods: [standard(625), grocery] })).toEqual([['HST 13%', 625]])
    expect(basesOf({ goods: [standard(625)] })).toEqual([['HST 13%', undefined]])
  })

  test('is named for each of several rates and taxes', () => {
    const treat = goods('bun', 300, { taxClass: 'prepared' })
    expect(basesOf({ goods: [standard(2000), treat] })).toEqual([
      ['HST 13%', 2000],
      ['HST 5%', 300],
    ])
    expect(basesOf({ province: 'BC', goods: [standard(2000), goods('wine', 500, { taxClass: 'alcohol' })] })).toEqual([
      ['GST 5%', undefined],
      ['PST 10%', 500],
      ['PST 7%', 2000],
    ])
  })

  test('counts a taxed delivery, but neither discounts nor tips', () => {
    const delivery = { amount: 400, taxClass: 'standard' as const }
    expect(basesOf({ goods: [standard(625), grocery], delivery })).toEqual([['HST 13%', 1025]])
    expect(basesOf({ goods: [standard(625)], delivery, tip: { amount: 200 } })).toEqual([['HST 13%', undefined]])
  })
})

describe('a bill', () => {
  const currency = 'CAD'
  const cad = (amount: number) => ({ amount, currency })
  const name = { en: 'Plus', zh: '尊享会员' }
  const coupon = { en: 'Coupon TEA', zh: '优惠券 TEA' }
  const bag = { en: 'Bag', zh: '袋' }
  const sale = (own: Partial<Sale>): Sale => ({ currency, date: '2026-11-20', province: 'ON', goods: [], ...own })
  const teapots = goods('teapot', 4000, { quantity: 2, taxClass: 'standard', deposit: 10 })
  const plus = { name, memberPrices: true, percent: 10, freeDeliveryFrom: null }
  const fees = [{ id: 'bag', label: bag, amount: 100, taxClass: 'standard' as const }]
  const delivery = { amount: 500, taxClass: 'standard' as const }

  test('names every amount between subtotal and total, in the order of the receipt', () => {
    const priced = price(
      sale({
        goods: [teapots],
        member: plus,
        discount: { label: coupon, code: 'HALF', amount: 600, weights: { teapot: 3600 }, delivery: 'free' },
        fees,
        delivery,
        tip: { percent: 10 },
        registrations: { HST: '12345 RT0001' },
      }),
    )
    expect(priced).toStrictEqual({
      subtotal: 4000,
      adjustments: [
        { kind: 'membership', label: { en: 'Plus: 10% off', zh: '尊享会员：9 折' }, amount: cad(-400) },
        { kind: 'discount', label: coupon, code: 'HALF', amount: cad(-600) },
        { kind: 'deposit', label: { en: 'Bottle deposit', zh: '瓶罐押金' }, amount: cad(20) },
        { kind: 'fee', label: bag, amount: cad(100) },
        { kind: 'delivery', label: { en: 'Delivery', zh: '配送费' }, amount: cad(500) },
        { kind: 'discount', label: coupon, code: 'HALF', amount: cad(-500) },
        {
          kind: 'tax',
          label: { en: 'HST 13%', zh: '统一销售税 HST 13%' },
          amount: cad(403),
          registration: '12345 RT0001',
        },
        { kind: 'tip', label: { en: 'Tip', zh: '小费' }, amount: cad(300) },
      ],
      parts: [
        {
          kind: 'line',
          key: 'teapot',
          quantity: 2,
          amount: 3000,
          discount: 600,
          member: 400,
          deposit: 20,
          taxes: [390],
          total: 3410,
        },
        { kind: 'fee', key: 'bag', quantity: 1, amount: 100, discount: 0, deposit: 0, taxes: [13], total: 113 },
        { kind: 'delivery', key: 'delivery', quantity: 1, amount: 0, discount: 500, deposit: 0, taxes: [0], total: 0 },
        { kind: 'tip', key: 'tip', quantity: 1, amount: 300, discount: 0, deposit: 0, taxes: [], total: 300 },
      ],
      total: 3823,
      discount: 1100,
      member: 400,
      delivery: 500,
      tip: 300,
      tipBase: 3000,
      credit: 0,
      depositDue: null,
      amountDue: 3823,
      balance: 0,
    })
  })

  test('of goods alone has nothing to name but the tax', () => {
    const { adjustments, ...sums } = price(sale({ goods: [goods('loaf', 700, { taxClass: 'standard' })] }))
    expect(adjustments).toStrictEqual([
      { kind: 'tax', label: { en: 'HST 13%', zh: '统一销售税 HST 13%' }, amount: cad(91) },
    ])
    expect(sums).toMatchObject({ subtotal: 700, total: 791, discount: 0, member: 0, delivery: 0, tip: 0 })
    expect(sums.parts).toStrictEqual([
      { kind: 'line', key: 'loaf', quantity: 1, amount: 700, discount: 0, deposit: 0, taxes: [91], total: 791 },
    ])
  })

  test('says that the membership pays the delivery, even if the coupon would too', () => {
    const { adjustments, member, discount } = price(
      sale({
        goods: [teapots],
        member: { ...plus, percent: 0, freeDeliveryFrom: 4000 },
        discount: { label: coupon, amount: 0, weights: {}, delivery: 'free' },
        delivery: { ...delivery, label: { en: 'Delivery to L3R', zh: '配送至 L3R' } },
      }),
    )
    expect([member, discount]).toEqual([500, 0])
    expect(adjustments.filter(({ kind }) => kind !== 'tax' && kind !== 'deposit')).toEqual([
      { kind: 'delivery', label: { en: 'Delivery to L3R', zh: '配送至 L3R' }, amount: cad(500) },
      { kind: 'membership', label: { en: 'Plus: free delivery', zh: '尊享会员：免配送费' }, amount: cad(-500) },
    ])
  })

  test('distributes a coupon over its goods only, and never takes off more than they cost', () => {
    const cup = goods('cup', 1000, { taxClass: 'standard' })
    const discounts = (amount: number, weights: Record<string, number>) =>
      price(sale({ goods: [teapots, cup], discount: { label: coupon, amount, weights } })).parts.map(
        ({ discount }) => discount,
      )
    expect(discounts(500, { teapot: 4000, cup: 1000 })).toEqual([400, 100])
    expect(discounts(500, { cup: 1000 })).toEqual([0, 500])
    expect(discounts(5000, { cup: 1000 })).toEqual([0, 1000])
    expect(discounts(5000, { cup: 9000 })).toEqual([0, 1000])
  })

  test("uses the owner's tax rates", () => {
    const rule = { province: 'ON', tax: 'HST' as const, from: '2026-01-01', rates: { standard: 120_000 } }
    expect(price(sale({ goods: [teapots], taxRules: [rule] })).total).toBe(4000 + 20 + 480)
  })

  test.each([
    ['an amount', { amount: 250 }, 250],
    ['a percentage of the goods, rounded half up', { percent: 15 }, 600],
    ['none', null, 0],
  ])('has the tip that the shopper chose: %s', (_, tip, expected) => {
    const priced = price(sale({ goods: [teapots], tip }))
    expect(priced.tip).toBe(expected)
    expect(priced.total).toBe(4000 + 20 + 520 + expected)
    expect(priced.parts.filter(({ kind }) => kind === 'tip')).toHaveLength(expected > 0 ? 1 : 0)
  })

  test('counts no tip of a membership', () => {
    const club = goods('club', 9900, { taxClass: 'standard', isMembership: true })
    expect(price(sale({ goods: [club, teapots], tip: { percent: 10 } }))).toMatchObject({ tip: 400, tipBase: 4000 })
    const alone = price(sale({ goods: [club], tip: { percent: 10 } }))
    expect(alone.parts.map(({ kind }) => kind)).toEqual(['line'])
  })
})

describe('a bill with a deposit', () => {
  const sale = (own: Partial<Sale>): Sale => ({
    currency: 'CAD',
    date: '2026-11-20',
    province: 'ON',
    goods: [],
    ...own,
  })
  const cake = goods('cake', 4000, { quantity: 2, taxClass: 'standard', prepayment: { percent: 50 } })
  const tea = goods('tea', 1000, { taxClass: 'standard' })
  const due = (own: Partial<Sale>) => {
    const { depositDue, credit, amountDue, balance } = price(sale({ goods: [cake, tea], ...own }))
    return [depositDue, credit, amountDue, balance]
  }
  const credit = (use: 'bill' | 'deposit', wanted: number, available = 100_000) => ({ use, wanted, available })

  test.each([
    ['half of a line with its tax, and all of the others', {}, [3390, 0, 3390, 2260]],
    ['an amount per piece', { goods: [{ ...cake, prepayment: { amount: 500 } }, tea] }, [2130, 0, 2130, 3520]],
    ['never more than the line', { goods: [{ ...cake, prepayment: { amount: 9000 } }, tea] }, [null, 0, 5650, 0]],
    ['everything at 100 %', { goods: [{ ...cake, prepayment: { percent: 100 } }, tea] }, [null, 0, 5650, 0]],
    ['everything without a rule', { goods: [{ ...cake, prepayment: null }, tea] }, [null, 0, 5650, 0]],
    [
      'a whole fee, whatever its id',
      { fees: [{ id: 'cake', label: { en: 'Box', zh: '盒' }, amount: 100, taxClass: 'zero_rated' as const }] },
      [3490, 0, 3490, 2260],
    ],
    ['less after some credit', { credit: credit('deposit', 1000) }, [3390, 1000, 2390, 2260]],
    ['less after all credit there is', { credit: credit('deposit', 1000, 200) }, [3390, 200, 3190, 2260]],
    ['nothing if credit pays the deposit, but no more', { credit: credit('deposit', 9000) }, [3390, 3390, 0, 2260]],
    ['nothing if credit pays the bill, and no balance', { credit: credit('bill', 9000) }, [3390, 5650, 0, 0]],
    ['nothing if credit pays more than the deposit', { credit: credit('bill', 4000) }, [3390, 4000, 0, 1650]],
  ])('is due now with %s', (_, own, expected) => {
    expect(due(own)).toEqual(expected)
  })
})

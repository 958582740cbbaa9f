import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CouponLine } from './reward.ts'
import { discountOf, missingPieces } from './reward.ts'
import type { Reward } from './tables.ts'

const label = { en: 'Coupon', zh: '优惠券' }
const line = (key: string, unitPrice: number, quantity: number): CouponLine => ({
  key,
  sku: key,
  productId: key,
  quantity,
  total: unitPrice * quantity,
})
const gift: Reward = { kind: 'gift', sku: 'bun', name: label, quantity: 1 }

describe('the discount of a coupon', () => {
  test.each([
    ['is an amount', { kind: 'amount', amount: 500 }, [line('bun', 350, 4)], 500],
    ['is at most the price of the goods', { kind: 'amount', amount: 5000 }, [line('bun', 350, 4)], 1400],
    [
      'is a percentage, rounded half up',
      { kind: 'percent', percent: 15 },
      [line('bun', 350, 1), line('tea', 600, 1)],
      143,
    ],
    ['is a percentage up to its cap', { kind: 'percent', percent: 50, cap: 200 }, [line('tea', 600, 2)], 200],
    ['is zero for free delivery', { kind: 'free_delivery' }, [line('tea', 600, 2)], 0],
    ['is one piece of the gift', gift, [line('bun', 350, 3), line('tea', 600, 1)], 350],
    [
      'is the cheapest of three pieces',
      { kind: 'buy_x_get_y', buy: 2, get: 1, percent: 100 },
      [line('bun', 350, 3)],
      350,
    ],
    [
      'is the third dearest of four pieces',
      { kind: 'buy_x_get_y', buy: 2, get: 1, percent: 100 },
      [line('bun', 350, 2), line('tea', 600, 1), line('box', 2000, 1)],
      350,
    ],
    [
      'is half the price of two of six pieces',
      { kind: 'buy_x_get_y', buy: 2, get: 1, percent: 50 },
      [line('bun', 300, 3), line('tea', 600, 3)],
      450,
    ],
    [
      'is zero for two pieces of a coupon of two plus one',
      { kind: 'buy_x_get_y', buy: 2, get: 1, percent: 100 },
      [line('bun', 350, 2)],
      0,
    ],
  ] as [string, Reward, CouponLine[], number][])('%s', (_, reward, lines, amount) => {
    expect(discountOf(reward, lines, label).amount).toBe(amount)
  })

  test('of free delivery is taken off the delivery, and off no line', () => {
    expect(discountOf({ kind: 'free_delivery' }, [line('tea', 600, 2)], label)).toEqual({
      label,
      amount: 0,
      weights: {},
      delivery: 'free',
    })
  })

  test('of a gift is the cheapest pieces of that product, as many as the coupon gives', () => {
    const buns = [
      { ...line('plain', 300, 1), sku: 'bun' },
      { ...line('sweet', 350, 2), sku: 'bun' },
      { ...line('small', 200, 1), sku: 'bun' },
      line('tea', 100, 5),
    ]
    expect(discountOf({ ...gift, quantity: 3 }, buns, label)).toEqual({
      label,
      amount: 850,
      weights: { plain: 300, sweet: 350, small: 200 },
    })
    expect(discountOf({ ...gift, quantity: 1 }, buns, label).weights).toEqual({ small: 200 })
  })

  test.each([
    [2, 0],
    [3, 200],
    [5, 200],
    [6, 400],
    [7, 400],
  ])('of one plus two free counts whole groups only: %i pieces of CA$1.00 take %i cents off', (pieces, amount) => {
    const reward: Reward = { kind: 'buy_x_get_y', buy: 1, get: 2, percent: 100 }
    expect(discountOf(reward, [line('bun', 100, pieces)], label).amount).toBe(amount)
  })

  test('of one plus two free is divided among the lines that a group spans', () => {
    const reward: Reward = { kind: 'buy_x_get_y', buy: 1, get: 2, percent: 100 }
    const lines = [line('bun', 100, 2), line('tea', 600, 2), line('box', 2000, 2)]
    expect(discountOf(reward, lines, label)).toEqual({
      label,
      amount: 2800,
      weights: { box: 2000, tea: 600, bun: 200 },
    })
  })

  test('is exact for a line whose price is no multiple of its quantity', () => {
    const buns = { ...line('bun', 0, 9), total: 3005 }
    expect(discountOf({ kind: 'percent', percent: 100 }, [buns], label).amount).toBe(3005)
    expect(discountOf({ ...gift, quantity: 9 }, [buns], label)).toEqual({
      label,
      amount: 3005,
      weights: { bun: 3005 },
    })
    expect(discountOf({ ...gift, quantity: 2 }, [buns], label).amount).toBe(667)
  })

  test('applies to the cheaper of two lines', () => {
    const lines = [line('box', 2000, 2), line('bun', 350, 1)]
    const reward: Reward = { kind: 'buy_x_get_y', buy: 2, get: 1, percent: 100 }
    expect(discountOf(reward, lines, label)).toEqual({ label, amount: 350, weights: { bun: 350 } })
  })

  test('never exceeds the price of the lines', () => {
    const reward: fc.Arbitrary<Reward> = fc.oneof(
      fc.record({ kind: fc.constant('amount' as const), amount: fc.nat(100_000) }),
      fc.record({ kind: fc.constant('percent' as const), percent: fc.integer({ min: 1, max: 100 }) }),
      fc.constant(gift),
      fc.record({
        kind: fc.constant('buy_x_get_y' as const),
        buy: fc.integer({ min: 1, max: 5 }),
        get: fc.integer({ min: 1, max: 3 }),
        percent: fc.integer({ min: 1, max: 100 }),
      }),
    )
    const lines = fc.uniqueArray(
      fc.record({
        key: fc.constantFrom('bun', 'tea', 'box', 'pie'),
        price: fc.nat(5000),
        pieces: fc.integer({ min: 1, max: 9 }),
      }),
      { selector: ({ key }) => key, minLength: 1 },
    )
    fc.assert(
      fc.property(reward, lines, (reward, some) => {
        const all = some.map(({ key, price, pieces }) => line(key, price, pieces))
        const { amount, weights } = discountOf(reward, all, label)
        expect(amount).toBeLessThanOrEqual(Object.values(weights).reduce((sum, weight) => sum + weight, 0))
        for (const one of all) expect(weights[one.key] ?? 0).toBeLessThanOrEqual(one.total)
      }),
    )
  })
})

test('a coupon of two plus one free says how many pieces are missing', () => {
  const reward: Reward = { kind: 'buy_x_get_y', buy: 2, get: 1, percent: 100 }
  expect([1, 2, 3, 4].map((pieces) => missingPieces(reward, [line('bun', 350, pieces)]))).toEqual([2, 1, 0, 0])
})

test('a coupon without a number of pieces to buy misses none', () => {
  expect(missingPieces({ kind: 'amount', amount: 500 }, [line('bun', 350, 1)])).toBe(0)
  expect(missingPieces(gift, [])).toBe(0)
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { largestRemainder, roundedShare, wholeShare } from './rounding.ts'

describe('a share of an amount', () => {
  test.each([
    ['half a cent is rounded up', 10, 5, 100, 1],
    ['less than half a cent is rounded down', 9, 5, 100, 0],
    ['more than half a cent is rounded up', 999, 5, 100, 50],
    ['a whole share stays', 1000, 13, 100, 130],
    ['a third of CA$10.00', 1000, 1, 3, 333],
    ['two thirds of CA$10.00', 1000, 2, 3, 667],
    ['nothing of an amount', 1000, 0, 3, 0],
  ])('is rounded half up: %s', (_, amount, part, whole, expected) => {
    expect(roundedShare(amount, part, whole)).toBe(expected)
  })

  test('can be rounded down', () => {
    expect([wholeShare(1000, 2, 3), wholeShare(1000, 3, 3), wholeShare(1999, 1, 2)]).toEqual([666, 1000, 999])
  })

  test('is exact if amount times part is more than a safe integer', () => {
    // This is 13 % of $90,071,992,547,409.91. In floating-point arithmetic, the product would lose its last digits.
    expect(roundedShare(9_007_199_254_740_991, 130_000, 1_000_000)).toBe(1_170_935_903_116_329)
    expect(roundedShare(9_007_199_254_740_988, 130_000, 1_000_000)).toBe(1_170_935_903_116_328)
    expect(wholeShare(9_007_199_254_740_991, 999_999, 1_000_000)).toBe(9_007_190_247_541_736)
    expect(roundedShare(9_007_199_254_740_991, 3, 2 * 3)).toBe(4_503_599_627_370_496)
  })
})

describe('an amount that is distributed', () => {
  test.each([
    ['in proportion to the weights', 30, [10, 20], [10, 20]],
    ['with the cent that remains for the first of equal remainders', 100, [1, 1, 1], [34, 33, 33]],
    ['with a cent each for the first two of three equal remainders', 5, [3, 3, 3], [2, 2, 1]],
    ['with the cent that remains for the largest remainder', 10, [1, 2], [3, 7]],
    [
      'with the cents that remain for the largest remainders, wherever they stand',
      100,
      [17, 24, 59, 1],
      [17, 24, 58, 1],
    ],
    ['with nothing for a weight of zero', 7, [0, 7, 0], [0, 7, 0]],
    ['with everything for the first if no share has a weight', 7, [0, 0], [7, 0]],
    ['with nothing for each share of nothing', 0, [3, 4], [0, 0]],
    ['with nothing for each share of nothing without weights', 0, [0, 0], [0, 0]],
    ['among no shares', 7, [], []],
  ])('is distributed %s', (_, amount, weights, shares) => {
    expect(largestRemainder(amount, weights)).toEqual(shares)
  })

  test('adds up to the amount, and each share is less than a cent from the exact one', () => {
    const weights = fc.array(fc.nat(100_000_00), { minLength: 1, maxLength: 9 })
    fc.assert(
      fc.property(fc.nat(1_000_000_00), weights, (amount, weights) => {
        const shares = largestRemainder(amount, weights)
        const whole = weights.reduce((sum, weight) => sum + weight, 0)
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(amount)
        for (const [at, share] of shares.entries()) {
          const weight = weights[at] ?? 0
          if (whole > 0) expect(Math.abs(share - (amount * weight) / whole)).toBeLessThan(1)
          if (whole > 0 && amount <= whole) expect(share).toBeLessThanOrEqual(weight)
        }
      }),
    )
  })
})

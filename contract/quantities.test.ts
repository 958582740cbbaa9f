import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fewer, isPortion, leastOf, more, mostOf } from './quantities.ts'

it.each([
  [{}, 1],
  [{ minQuantity: 3 }, 3],
  [{ quantityStep: 6 }, 6],
  [{ quantityStep: 6, minQuantity: 8 }, 12],
])('of %j one buys %i at least', (portions, least) => {
  expect(leastOf(portions)).toBe(least)
})

it('what is left is sold down to the last whole step, and nothing where that is too few', () => {
  const portions = { quantityStep: 6, minQuantity: 12 }
  expect([11, 12, 17, 18].map((left) => mostOf(portions, left))).toEqual([0, 12, 12, 18])
})

it('more and fewer lead from any number to the next that can be bought', () => {
  const number = fc.integer({ min: 1, max: 30 })
  fc.assert(
    fc.property(number, number, fc.integer({ min: 0, max: 200 }), (quantityStep, minQuantity, quantity) => {
      const portions = { quantityStep, minQuantity }
      const up = more(portions, quantity)
      const down = fewer(portions, quantity)
      expect(isPortion(portions, up)).toBe(true)
      expect(up).toBeGreaterThan(quantity)
      expect(down === 0 || isPortion(portions, down)).toBe(true)
      expect(down).toBeLessThan(Math.max(1, quantity))
      for (let between = down + 1; between < up; between++) {
        if (between !== quantity) expect(isPortion(portions, between)).toBe(false)
      }
    }),
  )
})

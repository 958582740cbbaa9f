import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  isPortion,
  lowStockThreshold,
  maxOfferedQuantity,
  maxQuantityOf,
  minQuantityOf,
  nextQuantity,
  previousQuantity,
  publishedPieces,
} from './quantities.ts'

it.each([
  [{}, 1],
  [{ minQuantity: 3 }, 3],
  [{ quantityStep: 6 }, 6],
  [{ quantityStep: 6, minQuantity: 8 }, 12],
])('with %j the smallest quantity is %i', (portions, least) => {
  expect(minQuantityOf(portions)).toBe(least)
})

it('the largest quantity is the last whole step of the stock, or 0 below the minimum', () => {
  const portions = { quantityStep: 6, minQuantity: 12 }
  expect([11, 12, 17, 18].map((left) => maxQuantityOf(portions, left))).toEqual([0, 12, 12, 18])
})

it('more and fewer return the next quantity that can be bought', () => {
  const number = fc.integer({ min: 1, max: 30 })
  fc.assert(
    fc.property(number, number, fc.integer({ min: 0, max: 200 }), (quantityStep, minQuantity, quantity) => {
      const portions = { quantityStep, minQuantity }
      const up = nextQuantity(portions, quantity)
      const down = previousQuantity(portions, quantity)
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

it('publishedPieces is exact for few pieces and rounded down for more', () => {
  expect([-1, 0, 1, 5, 6, 9, 10, 57, 63, 5000].map(publishedPieces)).toEqual([0, 0, 1, 5, 6, 6, 10, 50, 50, 1000])
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000 }), (left) => {
      const published = publishedPieces(left)
      expect(published).toBeLessThanOrEqual(left)
      expect(published > 0).toBe(left > 0)
      expect(publishedPieces(published)).toBe(published)
      if (left <= lowStockThreshold) expect(published).toBe(left)
    }),
  )
  expect([null, 0, 3, 6, 50].map(maxOfferedQuantity)).toEqual([999, 0, 3, 999, 999])
})

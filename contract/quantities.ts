import { maxQuantity } from './constants.ts'

/** How a product is counted out: a line has a multiple of the step, and so many at least. */
export interface Portions {
  quantityStep?: number | undefined
  minQuantity?: number | undefined
}

/** The smallest number that can be bought. */
export function leastOf({ quantityStep = 1, minQuantity = 1 }: Portions): number {
  return Math.ceil(minQuantity / quantityStep) * quantityStep
}

/** The largest number up to a limit that can be bought; 0 where that is too few. */
export function mostOf(portions: Portions, limit: number): number {
  const { quantityStep = 1 } = portions
  const most = limit - (limit % quantityStep)
  return most < leastOf(portions) ? 0 : most
}

/** Whether just so many can be bought. */
export const isPortion = (portions: Portions, quantity: number) =>
  quantity > 0 && mostOf(portions, quantity) === quantity

/** The next number that can be bought above this one. */
export function more(portions: Portions, quantity: number): number {
  const { quantityStep = 1 } = portions
  return Math.max(leastOf(portions), quantity - (quantity % quantityStep) + quantityStep)
}

/** The next one below; 0 below the least. */
export const fewer = (portions: Portions, quantity: number) => mostOf(portions, Math.max(0, quantity - 1))

/** So few pieces are said to be the last ones, and are published exactly. */
export const fewLeft = 5
const bands = [1000, 500, 200, 100, 50, 20, 10]

/**
 * A number of pieces as calls publish it: exact where they are few, else at least so many, for a rival reads sales from exact
 * stock. Published again it stays the same.
 */
export function publishedPieces(left: number): number {
  if (left <= fewLeft) return Math.max(0, left)
  return bands.find((band) => band <= left) ?? fewLeft + 1
}

/** The largest quantity that a stepper offers. A published lower bound does not limit it. */
export const offeredMost = (published: number | null) =>
  published !== null && published <= fewLeft ? published : maxQuantity

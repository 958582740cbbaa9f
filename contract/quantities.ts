import { maxQuantity } from './constants.ts'

/** Rules for quantities: multiples of the step, and a minimum. */
export interface Portions {
  quantityStep?: number | undefined
  minQuantity?: number | undefined
}

/** The smallest valid quantity. */
export function leastOf({ quantityStep = 1, minQuantity = 1 }: Portions): number {
  return Math.ceil(minQuantity / quantityStep) * quantityStep
}

/** The largest valid quantity up to a limit; 0 if no quantity up to the limit is valid. */
export function mostOf(portions: Portions, limit: number): number {
  const { quantityStep = 1 } = portions
  const most = limit - (limit % quantityStep)
  return most < leastOf(portions) ? 0 : most
}

/** Whether a quantity is valid. */
export const isPortion = (portions: Portions, quantity: number) =>
  quantity > 0 && mostOf(portions, quantity) === quantity

/** The next larger valid quantity. */
export function more(portions: Portions, quantity: number): number {
  const { quantityStep = 1 } = portions
  return Math.max(leastOf(portions), quantity - (quantity % quantityStep) + quantityStep)
}

/** The next smaller valid quantity; 0 if there is none. */
export const fewer = (portions: Portions, quantity: number) => mostOf(portions, Math.max(0, quantity - 1))

/** The lowest number of sold pieces that pages show. */
const leastSold = 10

/**
 * Rounds a number of sold pieces down to its first digit: 438 becomes 400. Returns null below ten. The rounding hides
 * the shop's exact sales, and cached pages change less often.
 */
export function roundSold(sold: number): number | null {
  if (sold < leastSold) return null
  const unit = 10 ** Math.floor(Math.log10(sold))
  return Math.floor(sold / unit) * unit
}

/** If at most this number of pieces is left, the shop announces the last pieces and publishes their exact number. */
export const fewLeft = 5
const bands = [1000, 500, 200, 100, 50, 20, 10]

/**
 * The stock that the shop publishes: exact if few pieces are left, else a lower bound, because competitors could infer
 * sales from exact numbers. For a number that is already published, returns the same number.
 */
export function publishedPieces(left: number): number {
  if (left <= fewLeft) return Math.max(0, left)
  return bands.find((band) => band <= left) ?? fewLeft + 1
}

/** The largest quantity that a stepper offers: the published stock if it is exact, else the general maximum. */
export const offeredMost = (published: number | null) =>
  published !== null && published <= fewLeft ? published : maxQuantity

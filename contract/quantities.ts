import { maxQuantity } from './constants.ts'

/** Rules for the quantity of a cart line: a valid quantity is a multiple of the step, and at least the minimum. */
export interface Portions {
  quantityStep?: number | undefined
  minQuantity?: number | undefined
}

/** The smallest valid quantity. */
export function minQuantityOf({ quantityStep = 1, minQuantity = 1 }: Portions): number {
  return Math.ceil(minQuantity / quantityStep) * quantityStep
}

/** The largest valid quantity up to a limit; 0 if no quantity up to the limit is valid. */
export function maxQuantityOf(portions: Portions, limit: number): number {
  const { quantityStep = 1 } = portions
  const max = limit - (limit % quantityStep)
  return max < minQuantityOf(portions) ? 0 : max
}

/** Whether a quantity is valid. */
export const isPortion = (portions: Portions, quantity: number) =>
  quantity > 0 && maxQuantityOf(portions, quantity) === quantity

/** The next larger valid quantity. */
export function nextQuantity(portions: Portions, quantity: number): number {
  const { quantityStep = 1 } = portions
  return Math.max(minQuantityOf(portions), quantity - (quantity % quantityStep) + quantityStep)
}

/** The next smaller valid quantity; 0 if there is none. */
export const previousQuantity = (portions: Portions, quantity: number) =>
  maxQuantityOf(portions, Math.max(0, quantity - 1))

/** The lowest number of sold pieces that pages show. */
const minPublishedSold = 10

/**
 * Rounds a number of sold pieces down to its first digit: 438 becomes 400. Returns null below ten. The rounding hides
 * the shop's exact sales, and cached pages change less often.
 */
export function roundSold(sold: number): number | null {
  if (sold < minPublishedSold) return null
  const unit = 10 ** Math.floor(Math.log10(sold))
  return Math.floor(sold / unit) * unit
}

/** If at most this number of pieces is left, the shop announces the last pieces and publishes their exact number. */
export const lowStockThreshold = 5
const stockBands = [1000, 500, 200, 100, 50, 20, 10]

/**
 * The stock that the shop publishes. A small number is exact. For a larger number, the shop publishes a lower bound,
 * because competitors could infer sales from exact numbers. Returns a number that is already a published one unchanged,
 * so callers may pass either kind.
 */
export function publishedPieces(left: number): number {
  if (left <= lowStockThreshold) return Math.max(0, left)
  return stockBands.find((band) => band <= left) ?? lowStockThreshold + 1
}

/** The largest quantity that a stepper offers: the published stock if it is exact, else the general maximum. */
export const maxOfferedQuantity = (published: number | null) =>
  published !== null && published <= lowStockThreshold ? published : maxQuantity

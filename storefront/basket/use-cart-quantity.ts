import { maxQuantity } from '#contract/constants.ts'
import { offeredMost } from '#contract/quantities.ts'
import { useCartWish } from './cart-wishes.tsx'

/**
 * How many of a variant (without modifiers or note) are in the cart, and a way to set that. The number follows at once.
 * Refused changes go back and give their `error`.
 */
export function useCartQuantity(sku: string, left: number | null) {
  const { line, wanted, want, error } = useCartWish(sku)
  const most = line ? offeredMost(line.purchasable) : (left ?? maxQuantity)
  const quantity = wanted ?? line?.quantity ?? 0
  return {
    line,
    quantity,
    canAdd: quantity < most,
    set: (next: number) => want(Math.max(0, Math.min(next, most))),
    error,
  }
}

import { maxQuantity } from '#contract/constants.ts'
import { offeredMost } from '#contract/quantities.ts'
import { useWantedQuantity } from './wanted-quantities.tsx'

/**
 * The quantity of a variant (without modifiers or note) in the cart, and a function to set it. The quantity changes at
 * once. If the server rejects the change, the quantity reverts and `error` is set.
 */
export function useCartQuantity(sku: string, left: number | null) {
  const { line, wanted, want, error } = useWantedQuantity(sku)
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

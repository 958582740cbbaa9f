import type { Cart, Line } from '#contract/cart.ts'
import { readQuantity } from '#storefront/basket/basket.ts'

/** The expected lines after the pending changes. `removed` contains the lines that an undo may restore. */
export function expectedLines(cart: Cart, pending: FormData[], removed: Line[]): Line[] {
  const lines = new Map(Object.entries(cart.lineItems))
  for (const form of pending) {
    const key = String(form.get('key') ?? '')
    const line = lines.get(key)
    if (form.get('intent') === 'remove') lines.delete(key)
    if (form.get('intent') === 'change' && line) setQuantity(lines, line, readQuantity(form))
    const returning = form.get('intent') === 'undo' && removed.find((gone) => gone.key === key)
    if (returning) lines.set(key, returning)
  }
  return [...lines.values()]
}

function setQuantity(lines: Map<string, Line>, line: Line, quantity: number | null) {
  if (quantity === null) return
  if (quantity === 0) lines.delete(line.key)
  else lines.set(line.key, { ...line, quantity, total: times(line.unitPrice, quantity) })
}

function times({ amount, currency }: Line['unitPrice'], quantity: number) {
  return { amount: amount * quantity, currency }
}

/** The sum of the lines' totals, in minor units. */
export function sumOf(lines: Line[]): number {
  return lines.reduce((sum, { total }) => sum + total.amount, 0)
}

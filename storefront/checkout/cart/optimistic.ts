import type { Cart, Line } from '#contract/cart.ts'
import { readQuantity } from '#storefront/basket/basket.ts'

/** The expected lines after the pending changes. `removed` contains the lines that an undo may restore. */
export function expectedLines(cart: Cart, pendingForms: FormData[], removed: Line[]): Line[] {
  const lines = new Map(Object.entries(cart.lineItems))
  for (const form of pendingForms) {
    const key = String(form.get('key') ?? '')
    const line = lines.get(key)
    if (form.get('intent') === 'remove') lines.delete(key)
    if (form.get('intent') === 'change' && line) setQuantity(lines, line, readQuantity(form))
    const restored = form.get('intent') === 'undo' && removed.find((line) => line.key === key)
    if (restored) lines.set(key, restored)
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
  let sum = 0
  for (const { total } of lines) sum += total.amount
  return sum
}

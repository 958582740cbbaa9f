import type { Line } from '#contract/cart.ts'
import type { ReorderDifference } from '#contract/orders.ts'
import { mostOf } from '#contract/quantities.ts'
import * as cart from '#server/cart/cart.ts'
import type { Context } from '#server/platform/context.ts'
import type { FailureItem } from '#server/platform/fail.ts'
import { Failure } from '#server/platform/fail.ts'
import { owned } from './rows.ts'

interface Added {
  pieces: number
  differences: ReorderDifference[]
}

/**
 * Adds an order's available lines to the visitor's cart, with their modifiers and notes. The visitor must own the order
 * or have its emailed link. Reports each line that is gone, that is available with fewer pieces, whose modifiers are no
 * longer valid, or whose price differs. If the order's own cart is open again, skips lines that are still in that cart.
 */
export async function reorder(
  ctx: Context,
  { id, token }: { id: string; token?: string | undefined },
): Promise<{ added: number; differences: ReorderDifference[] }> {
  const { lines, cartId } = await owned(ctx, id, token)
  const open = await cart.sketched(ctx)
  const kept = new Map(open?.cart.id === cartId ? open.lines.map(({ key, quantity }) => [key, quantity]) : [])
  const all: Added = { pieces: 0, differences: [] }
  for (const line of lines) {
    const isKept = (kept.get(line.key) ?? 0) >= line.quantity
    const { pieces, differences } = isKept ? { pieces: line.quantity, differences: [] } : await addAgain(ctx, line)
    all.pieces += pieces
    all.differences.push(...differences)
  }
  return { added: all.pieces, differences: all.differences }
}

/**
 * Adds as many pieces of a line as are available. The caller adds each line separately, so that a refused line does not
 * block the others.
 */
async function addAgain(ctx: Context, line: Line): Promise<Added> {
  const { name } = line
  const whole = await tryAdd(ctx, line, line.quantity)
  if (!('code' in whole)) return { pieces: line.quantity, differences: priceOf(line, whole) }
  const differs = (kind: ReorderDifference['kind'], after: number | null): ReorderDifference[] => [
    { name, kind, before: after === null ? null : line.quantity, after },
  ]
  if (whole.code === 'cart.modifiers') return { pieces: 0, differences: differs('changed', null) }
  const left = await leftOf(ctx, line, whole)
  const rest = left > 0 ? await tryAdd(ctx, line, left) : whole
  if ('code' in rest) return { pieces: 0, differences: differs('gone', null) }
  return { pieces: left, differences: [...differs('fewer', left), ...priceOf(line, rest)] }
}

/** The line as the cart shows it after adding, or why it was refused. */
async function tryAdd(ctx: Context, line: Line, quantity: number): Promise<Line | FailureItem> {
  const modifiers = line.modifiers.map(({ id, quantity }) => ({ id, quantity }))
  try {
    const { lineItems } = await cart.add(ctx, { sku: line.sku, quantity, modifiers, note: line.note })
    return lineItems[line.key] ?? line
  } catch (error) {
    if (error instanceof Failure && error.items[0]) return error.items[0]
    throw error
  }
}

/** How many more pieces of a line the cart accepts. */
async function leftOf(ctx: Context, line: Line, { details = {} }: FailureItem): Promise<number> {
  if (details.step) {
    return mostOf({ quantityStep: Number(details.step), minQuantity: Number(details.min) }, line.quantity)
  }
  const most = Number(details.purchasable ?? details.max ?? 0)
  const { lineItems } = await cart.view(ctx)
  const there = Object.values(lineItems).filter(({ productId }) => productId === line.productId)
  return Math.min(line.quantity, most - there.reduce((sum, { quantity }) => sum + quantity, 0))
}

function priceOf({ name, unitPrice: before }: Line, { unitPrice: after }: Line): ReorderDifference[] {
  return before.amount === after.amount ? [] : [{ name, kind: 'price', before, after }]
}

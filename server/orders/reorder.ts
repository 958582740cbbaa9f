import type { Line } from '#contract/cart.ts'
import type { ReorderDifference } from '#contract/orders.ts'
import { maxQuantityOf } from '#contract/quantities.ts'
import { sum } from '#contract/sum.ts'
import * as cart from '#server/cart/cart.ts'
import type { Context } from '#server/platform/context.ts'
import type { FailureItem } from '#server/platform/fail.ts'
import { Failure } from '#server/platform/fail.ts'
import { findOwned } from './rows.ts'

interface AddResult {
  pieces: number
  differences: ReorderDifference[]
}

/**
 * Adds an order's available lines to the visitor's cart, with their modifiers and notes. The visitor must own the order
 * or have its emailed link. Reports each line that is gone, has too few pieces available, has modifiers that are no
 * longer valid, or has another price. If the order's own cart is open again, skips lines that are still in that cart.
 */
export async function reorder(
  ctx: Context,
  { id, token }: { id: string; token?: string | undefined },
): Promise<{ added: number; differences: ReorderDifference[] }> {
  const { lines, cartId } = await findOwned(ctx, id, token)
  const openCart = await cart.pricedFromCache(ctx)
  const cartQuantities = new Map(
    openCart?.cart.id === cartId ? openCart.lines.map(({ key, quantity }) => [key, quantity]) : [],
  )
  const result: AddResult = { pieces: 0, differences: [] }
  for (const line of lines) {
    const isInCart = (cartQuantities.get(line.key) ?? 0) >= line.quantity
    const { pieces, differences } = isInCart ? { pieces: line.quantity, differences: [] } : await addLine(ctx, line)
    result.pieces += pieces
    result.differences.push(...differences)
  }
  return { added: result.pieces, differences: result.differences }
}

/**
 * Adds as many pieces of a line as are available. The caller adds each line separately, so that a refused line does not
 * block the others.
 */
async function addLine(ctx: Context, line: Line): Promise<AddResult> {
  const { name } = line
  const added = await tryAdd(ctx, line, line.quantity)
  if (!('code' in added)) return { pieces: line.quantity, differences: priceDifferences(line, added) }
  const difference = (kind: ReorderDifference['kind'], after: number | null): ReorderDifference[] => [
    { name, kind, before: after === null ? null : line.quantity, after },
  ]
  if (added.code === 'cart.modifiers') return { pieces: 0, differences: difference('changed', null) }
  const available = await findAvailable(ctx, line, added)
  const partial = available > 0 ? await tryAdd(ctx, line, available) : added
  if ('code' in partial) return { pieces: 0, differences: difference('gone', null) }
  return { pieces: available, differences: [...difference('fewer', available), ...priceDifferences(line, partial)] }
}

/** Adds pieces of a line to the cart. Returns the line as the cart then shows it, or the cart's failure. */
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

/**
 * How many more pieces of a line the cart accepts. Stock limits the pieces of one variant. The limit per order limits
 * the pieces of all variants of a product.
 */
async function findAvailable(ctx: Context, line: Line, { details = {} }: FailureItem): Promise<number> {
  if (details.step) {
    return maxQuantityOf({ quantityStep: Number(details.step), minQuantity: Number(details.min) }, line.quantity)
  }
  const isStock = details.purchasable !== undefined
  const max = Number(details.purchasable ?? details.max ?? 0)
  const { lineItems } = await cart.view(ctx)
  const counted = Object.values(lineItems).filter(({ sku, productId }) =>
    isStock ? sku === line.sku : productId === line.productId,
  )
  return Math.min(line.quantity, max - sum(counted.map(({ quantity }) => quantity)))
}

function priceDifferences({ name, unitPrice: before }: Line, { unitPrice: after }: Line): ReorderDifference[] {
  return before.amount === after.amount ? [] : [{ name, kind: 'price', before, after }]
}

import { and, eq, sql } from 'drizzle-orm'
import { all } from '#server/locations/locations.ts'
import { bilingualText } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { publishStock, receive, staffName } from './stock.ts'
import { stock, stockMovements, variants } from './tables.ts'

interface StockTarget {
  sku: string
  location?: string | undefined
}
interface StockLevel {
  sku: string
  location: string
  onHand: number
  held: number
}

/**
 * Adds received pieces and returns the stock. Fails with `staff.unknown` for an unknown SKU or store, and with
 * `staff.not_counted` for goods without a stock count.
 */
export async function stockIn(
  ctx: Context,
  { quantity, ...target }: StockTarget & { quantity: number },
): Promise<StockLevel> {
  const { sku, location } = await requireTarget(ctx, target)
  await receive(ctx, { sku, locationId: location, quantity })
  return readLevel(ctx, sku, location)
}

/** Removes pieces, by default all, and returns the stock. Held pieces are not removed. */
export async function stockOut(
  ctx: Context,
  { quantity, ...target }: StockTarget & { quantity?: number | undefined },
): Promise<StockLevel> {
  const { sku, location } = await requireTarget(ctx, target)
  return transact(ctx, async (ctx) => {
    const condition = and(eq(stock.sku, sku), eq(stock.locationId, location))
    const [before] = await ctx.db.select().from(stock).where(condition).for('update')
    if (!before) return { sku, location, onHand: 0, held: 0 }
    const removed = Math.min(quantity ?? before.onHand, before.onHand - before.held)
    if (removed > 0) {
      await ctx.db
        .update(stock)
        .set({ onHand: sql`${stock.onHand} - ${removed}` })
        .where(condition)
      const at = ctx.app.now()
      const by = staffName(ctx)
      const movement = { quantity: -removed, reason: 'counted', by, at } as const
      await ctx.db.insert(stockMovements).values({ sku, locationId: location, ...movement })
      await publishStock(ctx, [sku])
    }
    return { sku, location, onHand: before.onHand - removed, held: before.held }
  })
}

async function readLevel(ctx: Context, sku: string, location: string): Promise<StockLevel> {
  const [row] = await ctx.db
    .select()
    .from(stock)
    .where(and(eq(stock.sku, sku), eq(stock.locationId, location)))
  return { sku, location, onHand: row?.onHand ?? 0, held: row?.held ?? 0 }
}

/**
 * Checks that the store and the SKU exist and that the SKU's stock is counted. If no store is given, uses the first
 * store.
 */
async function requireTarget(ctx: Context, { sku, location }: StockTarget): Promise<{ sku: string; location: string }> {
  const [variant] = await ctx.db.select({ counted: variants.counted }).from(variants).where(eq(variants.sku, sku))
  if (!variant) fail('staff.unknown', { what: bilingualText('staff.a_sku', { name: sku }) })
  if (!variant.counted) fail('staff.not_counted', { sku })
  const stores = await all(ctx)
  const store = location === undefined ? stores[0] : stores.find(({ id }) => id === location)
  if (!store) fail('staff.unknown', { what: bilingualText('staff.a_store', { name: location ?? '' }) })
  return { sku, location: store.id }
}

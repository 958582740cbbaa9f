import { and, eq, sql } from 'drizzle-orm'
import { all } from '#server/locations/locations.ts'
import { both } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { publishStock, receive, staffName } from './stock.ts'
import { stock, stockMovements, variants } from './tables.ts'

interface Where {
  sku: string
  location?: string | undefined
}
interface Shelf {
  sku: string
  location: string
  onHand: number
  held: number
}

/** Adds received pieces and returns the stock. Fails with `staff.unknown` for an unknown SKU or store. */
export async function stockIn(ctx: Context, { quantity, ...where }: Where & { quantity: number }): Promise<Shelf> {
  const { sku, location } = await known(ctx, where)
  await receive(ctx, { sku, locationId: location, quantity })
  return read(ctx, sku, location)
}

/** Removes pieces, by default all, and returns the stock. Held pieces are not removed. */
export async function stockOut(
  ctx: Context,
  { quantity, ...where }: Where & { quantity?: number | undefined },
): Promise<Shelf> {
  const { sku, location } = await known(ctx, where)
  return transact(ctx, async (ctx) => {
    const here = and(eq(stock.sku, sku), eq(stock.locationId, location))
    const [before] = await ctx.db.select().from(stock).where(here).for('update')
    if (!before) return { sku, location, onHand: 0, held: 0 }
    const gone = Math.min(quantity ?? before.onHand, before.onHand - before.held)
    if (gone > 0) {
      await ctx.db
        .update(stock)
        .set({ onHand: sql`${stock.onHand} - ${gone}` })
        .where(here)
      const at = ctx.app.now()
      const by = staffName(ctx)
      const why = { quantity: -gone, reason: 'counted', by, at } as const
      await ctx.db.insert(stockMovements).values({ sku, locationId: location, ...why })
      await publishStock(ctx, [sku])
    }
    return { sku, location, onHand: before.onHand - gone, held: before.held }
  })
}

async function read(ctx: Context, sku: string, location: string): Promise<Shelf> {
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
async function known(ctx: Context, { sku, location }: Where): Promise<{ sku: string; location: string }> {
  const [variant] = await ctx.db.select({ counted: variants.counted }).from(variants).where(eq(variants.sku, sku))
  if (!variant) fail('staff.unknown', { what: both('staff.a_sku', { name: sku }) })
  if (!variant.counted) fail('staff.not_counted', { sku })
  const stores = await all(ctx)
  const store = location === undefined ? stores[0] : stores.find(({ id }) => id === location)
  if (!store) fail('staff.unknown', { what: both('staff.a_store', { name: location ?? '' }) })
  return { sku, location: store.id }
}

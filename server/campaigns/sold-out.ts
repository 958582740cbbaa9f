import type { Text } from '#contract/shapes.ts'
import { stock } from '#server/catalogue/catalogue.ts'
import type { App, Context } from '#server/platform/context.ts'
import { failAll } from '#server/platform/fail.ts'

/*
 * When a group-buy opens, most visitors come too late. If an item was just found sold out, the process refuses further
 * requests for it without a query. This keeps the shop fast for other visitors.
 */

const cacheMs = 500
/** The items that this process found sold out, by campaign and SKU, each with the time when it was found. */
const soldOutItems = new WeakMap<App, Map<string, { at: number; name: Text }>>()
const keyOf = (campaignId: string, sku: string) => `${campaignId} ${sku}`

/** Records that an item is sold out. `requireNotSoldOut` uses the record for half a second. */
export function recordSoldOut({ app }: Context, campaignId: string, { sku, name }: { sku: string; name: Text }): void {
  const entries = soldOutItems.get(app) ?? new Map()
  soldOutItems.set(app, entries.set(keyOf(campaignId, sku), { at: performance.now(), name }))
}

/** Clears all records of sold-out items. Called when pieces were returned or a campaign changed. */
export function clearSoldOut({ app }: Context): void {
  soldOutItems.delete(app)
}

/**
 * Fails with `cart.out_of_stock` if an item was just sold out and the visitor has no session. A visitor with a session
 * can already hold pieces, so for such visitors the database decides.
 */
export function requireNotSoldOut(ctx: Context, campaignId: string, sku: string): void {
  const entry = ctx.sessionId === null ? soldOutItems.get(ctx.app)?.get(keyOf(campaignId, sku)) : undefined
  if (!entry || performance.now() - entry.at > cacheMs) return
  failAll([stock.outOfStock({ sku, name: entry.name, purchasable: 0 })])
}

import type { Text } from '#contract/shapes.ts'
import { stock } from '#server/catalogue/catalogue.ts'
import type { App, Context } from '#server/platform/context.ts'
import { failAll } from '#server/platform/fail.ts'

/*
 * When a group-buy opens, most visitors come too late. Requests for an item that was just sold out are refused without
 * a query, so that they do not slow down the shop.
 */

const keptMs = 500
/** Items that this process found sold out, with the time, by campaign and SKU. */
const seen = new WeakMap<App, Map<string, { at: number; name: Text }>>()
const keyOf = (campaignId: string, sku: string) => `${campaignId} ${sku}`

/** Records that an item is sold out. `refuseGone` uses the record for half a second. */
export function noteGone({ app }: Context, campaignId: string, { sku, name }: { sku: string; name: Text }): void {
  const gone = seen.get(app) ?? new Map()
  seen.set(app, gone.set(keyOf(campaignId, sku), { at: performance.now(), name }))
}

/** Clears all records of sold-out items. Called when pieces were returned or a campaign changed. */
export function forgetGone({ app }: Context): void {
  seen.delete(app)
}

/**
 * Fails with `cart.out_of_stock` if an item was just sold out and the visitor has no session. Does not refuse visitors
 * with a session, because they may already hold pieces; for them, the database decides.
 */
export function refuseGone(ctx: Context, campaignId: string, sku: string): void {
  const gone = ctx.sessionId === null ? seen.get(ctx.app)?.get(keyOf(campaignId, sku)) : undefined
  if (!gone || performance.now() - gone.at > keptMs) return
  failAll([stock.outOfStock({ sku, name: gone.name, purchasable: 0 })])
}

import type { Text } from '#contract/shapes.ts'
import { stock } from '#server/catalogue/catalogue.ts'
import type { App, Context } from '#server/platform/context.ts'
import { failAll } from '#server/platform/fail.ts'

/*
 * When a group-buy opens, most visitors come too late. If an item was just found sold out, the process refuses further
 * requests for it without a query. This keeps the shop fast for other visitors.
 */

const keptMs = 500
/** The items that this process found sold out, by campaign and SKU, each with the time when it was found. */
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
 * Fails with `cart.out_of_stock` if an item was just sold out and the visitor has no session. A visitor with a session
 * can already hold pieces, so for such visitors the database decides.
 */
export function refuseGone(ctx: Context, campaignId: string, sku: string): void {
  const gone = ctx.sessionId === null ? seen.get(ctx.app)?.get(keyOf(campaignId, sku)) : undefined
  if (!gone || performance.now() - gone.at > keptMs) return
  failAll([stock.outOfStock({ sku, name: gone.name, purchasable: 0 })])
}

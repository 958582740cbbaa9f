import type { Text } from '#contract/shapes.ts'
import { stock } from '#server/catalogue/catalogue.ts'
import type { App, Context } from '#server/platform/context.ts'
import { failAll } from '#server/platform/fail.ts'

/*
 * When a group-buy opens, most who come are too late. What was seen to be gone a moment ago is refused without a
 * question to the database, so that the rest of the shop does not wait behind all who hear no.
 */

const keptMs = 500
/** What this process saw to be gone, and when, by campaign and SKU. */
const seen = new WeakMap<App, Map<string, { at: number; name: Text }>>()
const keyOf = (campaignId: string, sku: string) => `${campaignId} ${sku}`

/** Remembers for half a second that nothing is left of an item. */
export function noteGone({ app }: Context, campaignId: string, { sku, name }: { sku: string; name: Text }): void {
  const gone = seen.get(app) ?? new Map()
  seen.set(app, gone.set(keyOf(campaignId, sku), { at: performance.now(), name }))
}

/** Pieces came back, or more are offered. */
export function forgetGone({ app }: Context): void {
  seen.delete(app)
}

/**
 * Refuses a newcomer what was gone a moment ago: `cart.out_of_stock`. Whoever has a session may hold pieces already,
 * and is answered by the database.
 */
export function refuseGone(ctx: Context, campaignId: string, sku: string): void {
  const gone = ctx.sessionId === null ? seen.get(ctx.app)?.get(keyOf(campaignId, sku)) : undefined
  if (!gone || performance.now() - gone.at > keptMs) return
  failAll([stock.outOfStock({ sku, name: gone.name, purchasable: 0 })])
}

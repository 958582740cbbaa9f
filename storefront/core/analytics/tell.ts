import type { Money } from '#contract/money.ts'

/** What a shopper did, with what an adapter may want to know of it. Nothing here says who. */
export type ShopEvent =
  | { name: 'page_viewed'; path: string }
  | { name: 'item_viewed' | 'article_viewed'; id: string }
  | { name: 'searched'; term: string }
  | { name: 'cart_added'; sku: string; quantity: number }
  | { name: 'cart_removed' | 'checkout_begun' | 'friend_referred' }
  | { name: 'payment_started' | 'payment_failed'; orderId: string }
  /** Told as often as the page is seen; counts once for each order. */
  | { name: 'purchased'; orderId: string; total: Money }
  | { name: 'shared' | 'campaign_joined'; id: string }
const mostEarly = 20
const early: ShopEvent[] = []
const wait = (event: ShopEvent) => {
  // Forms without JavaScript act on the server, where nobody hears.
  if (typeof document !== 'undefined' && early.length < mostEarly) early.push(event)
}
let hear = wait

/**
 * Tells the shop's own event bus what was done. Where nobody listens, or nobody may, it goes nowhere; the bus is
 * fetched only in a shop that counts (`analytics.tsx`).
 */
export const tell = (event: ShopEvent) => hear(event)

/** Hears every event from now on, and those that the page told before; null: they are forgotten, as are all to come. */
export function listen(listener: ((event: ShopEvent) => void) | null): void {
  hear = listener ?? (() => {})
  for (const event of early.splice(0)) hear(event)
}

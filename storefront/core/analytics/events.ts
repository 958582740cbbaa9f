import type { Money } from '#contract/money.ts'

/** An action of a shopper, with the data that an adapter may need. The data never identifies the shopper. */
export type ShopEvent =
  | { name: 'page_viewed'; path: string }
  | { name: 'item_viewed' | 'article_viewed'; id: string }
  | { name: 'searched'; term: string }
  | { name: 'cart_added'; sku: string; quantity: number }
  | { name: 'cart_removed' | 'checkout_begun' | 'friend_referred' }
  | { name: 'payment_started' | 'payment_failed'; orderId: string }
  /**
   * Published each time the page of a placed order opens. `analytics.tsx` forwards this event only once for each order.
   */
  | { name: 'purchased'; orderId: string; total: Money }
  | { name: 'shared' | 'campaign_joined'; id: string }
const maxQueuedEvents = 20
const queuedEvents: ShopEvent[] = []
const queueEvent = (event: ShopEvent) => {
  // On the server there is no listener, so forms sent without JavaScript publish nothing.
  if (typeof document !== 'undefined' && queuedEvents.length < maxQueuedEvents) queuedEvents.push(event)
}
let handleEvent = queueEvent

/**
 * Publishes an event to the listener. The event is dropped if there is no consent, or if the shop does not count visits
 * (see `analytics.tsx`).
 */
export const trackEvent = (event: ShopEvent) => handleEvent(event)

/**
 * Sends `listener` the events that were published before this call (at most 20), and all later events. If `listener` is
 * null, drops all these events.
 */
export function setEventListener(listener: ((event: ShopEvent) => void) | null): void {
  handleEvent = listener ?? (() => {})
  for (const event of queuedEvents.splice(0)) handleEvent(event)
}

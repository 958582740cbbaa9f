import type { Adapter, EventName } from '#contract/analytics.ts'
import { browserApi } from '#storefront/core/data.ts'
import type { ShopEvent } from './events.ts'

/**
 * For each value of the setting `ANALYTICS`, the function that receives the events. Null means that nothing is counted.
 */
export const adapters: Record<Adapter, ((event: ShopEvent) => void) | null> = {
  none: null,
  own: sendName,
}

let queuedEvents: EventName[] = []

/** Sends only the event's name, to the shop's own counters. Events published at the same moment share a request. */
function sendName({ name }: ShopEvent): void {
  if (queuedEvents.push(name) > 1) return
  setTimeout(async () => {
    const events = queuedEvents
    queuedEvents = []
    // If the request fails, its events are lost, because the failure must not disturb the shopper.
    await browserApi()
      .then((api) => api.measuring.count({ events }))
      .catch(() => {})
  })
}

import type { Adapter, EventName } from '#contract/analytics.ts'
import { browserApi } from '#storefront/core/data.ts'
import type { ShopEvent } from './tell.ts'

/** Where events go. Another service needs another row here, and another value of the setting `ANALYTICS`. */
export const adapters: Record<Adapter, ((event: ShopEvent) => void) | null> = {
  none: null,
  own: sendName,
}

let waiting: EventName[] = []

/** Sends only the event's name to the shop's own counters. Events of the same moment share a request. */
function sendName({ name }: ShopEvent): void {
  if (waiting.push(name) > 1) return
  setTimeout(async () => {
    const events = waiting
    waiting = []
    // A lost count must not disturb the shopper.
    await browserApi()
      .then((api) => api.measuring.count({ events }))
      .catch(() => {})
  })
}

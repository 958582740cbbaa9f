import type { Adapter, EventName } from '#contract/analytics.ts'
import { browserApi } from '#storefront/core/data.ts'
import type { ShopEvent } from './tell.ts'

/** Where events go. Another service is another row here, and another value of the setting `ANALYTICS`. */
export const adapters: Record<Adapter, ((event: ShopEvent) => void) | null> = {
  none: null,
  own: sendName,
}

let waiting: EventName[] = []

/** Sends only the event's name to the shop's own counts. Events of the same moment share a request. */
function sendName({ name }: ShopEvent): void {
  if (waiting.push(name) > 1) return
  setTimeout(async () => {
    const events = waiting
    waiting = []
    // A count that does not arrive is no reason to disturb anybody.
    await browserApi()
      .then((api) => api.measuring.count({ events }))
      .catch(() => {})
  })
}

import type { Locale } from '#contract/languages.ts'
import * as locations from '#server/locations/locations.ts'
import type { App, Context } from '#server/platform/context.ts'
import { systemContext } from '#server/platform/context.ts'
import { settings } from '#server/settings/settings.ts'
import type { ShopSettings } from '#server/settings/tables.ts'

/** After a failed query, the check of `createHintCheck` does not query the database again for this long. */
const pauseMs = 2000

/**
 * Creates a check that replaces a language that the shop does not support, and drops a store that shoppers cannot
 * choose. The language and the store are part of the keys of cached responses, so made-up values would fill the caches.
 * While the database is unreachable, the check uses the last languages and stores that it read, so that the keys stay
 * the same.
 */
export function createHintCheck(app: App) {
  let lastKnown: { shopSettings: ShopSettings; stores: Set<string> } | undefined
  let pausedUntil = 0
  return async (hints: Pick<Context, 'locale' | 'locationHint'>): Promise<void> => {
    if (performance.now() >= pausedUntil) {
      try {
        const ctx = systemContext(app)
        const [shopSettings, rows] = await Promise.all([settings(ctx), locations.all(ctx)])
        lastKnown = { shopSettings, stores: new Set(rows.filter(locations.isSelectable).map(({ id }) => id)) }
      } catch {
        pausedUntil = performance.now() + pauseMs
      }
    }
    if (!lastKnown) return
    hints.locale = supportedLocale(lastKnown.shopSettings, hints.locale)
    if (hints.locationHint && !lastKnown.stores.has(hints.locationHint)) hints.locationHint = null
  }
}

/** The requested language if the shop supports it, else the shop's first language. */
export function supportedLocale({ system }: ShopSettings, requested: Locale): Locale {
  const { supportedLanguages } = system.appConfig
  return supportedLanguages.includes(requested) ? requested : (supportedLanguages[0] ?? requested)
}

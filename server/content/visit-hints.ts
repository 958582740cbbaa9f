import type { Locale } from '#contract/languages.ts'
import type { App, Context } from '#server/platform/context.ts'
import { systemContext } from '#server/platform/context.ts'
import { settings } from '#server/settings/settings.ts'
import type { ShopSettings } from '#server/settings/tables.ts'

/** After a failed query, the function uses the last known settings for this long. */
const pauseMs = 2000

/**
 * Creates the function that replaces a language that the shop does not support. While the database is unreachable, the
 * function uses the last known settings, so that the keys of cached pages stay the same.
 */
export function createHintCheck(app: App) {
  let lastKnown: ShopSettings | undefined
  let pausedUntil = 0
  return async (hints: Pick<Context, 'locale'>): Promise<void> => {
    if (performance.now() >= pausedUntil) {
      try {
        lastKnown = await settings(systemContext(app))
      } catch {
        pausedUntil = performance.now() + pauseMs
      }
    }
    if (lastKnown) hints.locale = supportedLocale(lastKnown, hints.locale)
  }
}

/** The requested language if the shop supports it, else the shop's first language. */
export function supportedLocale({ system }: ShopSettings, requested: Locale): Locale {
  const { supportedLanguages } = system.appConfig
  return supportedLanguages.includes(requested) ? requested : (supportedLanguages[0] ?? requested)
}

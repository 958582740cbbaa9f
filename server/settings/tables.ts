import { integer, jsonb, pgTable } from 'drizzle-orm/pg-core'
import type { Locale } from '#contract/languages.ts'
import type { Text } from '#contract/shapes.ts'
import type { AppContent } from '#contract/shell.ts'
import { instant } from '#server/platform/tables.ts'

/** The owner's part of app info. The locations, texts and environment are added in each response. */
export type ShopSettings = Omit<AppContent, 'appDetail' | 'system'> & {
  appDetail: Pick<AppContent['appDetail'], 'cdnpath' | 'caid'> & { appDomain: string }
  system: Omit<AppContent['system'], 'appMessage' | 'storeLocations'>
  /** Pictures that devices show before the installation of the app. */
  screenshots?: Screenshot[]
}

/** A screenshot of the shop, by path or URL. A `narrow` screenshot has the shape of a phone's screen. */
export interface Screenshot {
  src: string
  width: number
  height: number
  form: 'narrow' | 'wide'
  /** The language of the picture; if missing, the picture serves all languages. */
  locale?: Locale
  label: Text
}

/** The shop's settings: one row. */
export const shop = pgTable('shop', {
  id: integer('id').primaryKey().default(1),
  settings: jsonb('settings').notNull().$type<ShopSettings>(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  /**
   * Each change increments the version. The shop refuses a change that is based on an older version, so that nobody
   * overwrites another person's change.
   */
  version: integer('version').notNull().default(1),
})

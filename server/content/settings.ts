import { memoize } from '#server/platform/memo.ts'
import { defaultSettings } from './defaults.ts'
import type { ShopSettings } from './tables.ts'
import { shop } from './tables.ts'

/** The owner's settings of the shell; defaults for a new shop. */
export const settings = memoize<ShopSettings>(async (ctx) => {
  const [row] = await ctx.db.select({ settings: shop.settings }).from(shop)
  return row?.settings ?? defaultSettings
})

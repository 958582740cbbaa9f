import type { Context } from '#server/platform/context.ts'
import { memoize } from '#server/platform/memo.ts'
import { defaultSettings } from './defaults.ts'
import type { ShopSettings } from './tables.ts'
import { shop } from './tables.ts'

/** The owner's settings of the shell; defaults for a new shop. */
export const settings = memoize<ShopSettings>(async (ctx) => {
  const [row] = await ctx.db.select({ settings: shop.settings }).from(shop)
  return row?.settings ?? defaultSettings
})

export { defaultSettings } from './defaults.ts'

/** The name of the sender in emails: that of `MAIL_FROM`, else the shop's name. */
export async function senderName(ctx: Context): Promise<string> {
  const { MAIL_FROM: from } = ctx.app.config
  const named = /^\s*"?([^"<]*?)"?\s*</.exec(from)?.[1]
  return named || (await settings(ctx)).storeName
}

import type { Locale } from '#contract/languages.ts'
import type { MessageKey } from '#contract/messages.ts'
import { messages } from '#contract/messages.ts'
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

/** A text of the shop in one language: the owner's own words if there are any, else the built-in ones. */
export const ownText = ({ labels }: Pick<ShopSettings, 'labels'>, locale: Locale, key: MessageKey): string =>
  labels[key]?.[locale] || messages[locale][key]

/** The name of the sender in emails: that of `MAIL_FROM`, else the shop's name. */
export async function senderName(ctx: Context): Promise<string> {
  const { MAIL_FROM: from } = ctx.app.config
  const named = /^\s*"?([^"<]*?)"?\s*</.exec(from)?.[1]
  return named || (await settings(ctx)).storeName
}

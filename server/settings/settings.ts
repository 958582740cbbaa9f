import type { Locale } from '#contract/languages.ts'
import type { MessageKey } from '#contract/messages.ts'
import { messages } from '#contract/messages.ts'
import type { Context } from '#server/platform/context.ts'
import { publicOrigin } from '#server/platform/context.ts'
import type { Sender } from '#server/platform/mail/sender.ts'
import { memoize } from '#server/platform/memo.ts'
import { defaultSettings } from './defaults.ts'
import type { ShopSettings } from './tables.ts'
import { shop } from './tables.ts'

/** The shop's settings as the owner stored them. For a new shop, the default settings. */
export const settings = memoize<ShopSettings>(async (ctx) => {
  const [row] = await ctx.db.select({ settings: shop.settings }).from(shop)
  return row?.settings ?? defaultSettings
})

export { defaultSettings } from './defaults.ts'

/** A text of the shop in one language: the owner's wording if there is one, else the built-in text. */
export const shopText = ({ labels }: Pick<ShopSettings, 'labels'>, locale: Locale, key: MessageKey): string =>
  labels[key]?.[locale] || messages[locale][key]

/** The sender's name in emails: the name in `MAIL_FROM`, else the shop's name. */
export async function senderName(ctx: Context): Promise<string> {
  const { MAIL_FROM: from } = ctx.app.config
  const configuredName = /^\s*"?([^"<]*?)"?\s*</.exec(from)?.[1]
  return configuredName || (await settings(ctx)).storeName
}

/** The shop as the sender of emails, with the picture that represents it. */
export async function sender(ctx: Context): Promise<Sender> {
  const [name, shopSettings] = await Promise.all([senderName(ctx), settings(ctx)])
  const origin = publicOrigin(ctx.app.config)
  const { mark, isLogo } = markOf(shopSettings)
  const pictureBase = new URL(shopSettings.appDetail.cdnpath, origin).href.replace(/\/$/, '')
  return { name, mark: new URL(mark, origin).href, isLogo, pictureBase }
}

/** The picture that represents the shop: the logo if the owner chose it, else the icon. */
export function markOf(shopSettings: ShopSettings): Pick<Sender, 'mark' | 'isLogo'> {
  const isLogo = shopSettings.storeLogo === '2' && Boolean(shopSettings.logo.imageURL)
  const ownMark = isLogo ? shopSettings.logo.imageURL : shopSettings.favicon.imageURL
  return { mark: ownMark ? assetAddress(ownMark, shopSettings) : '/icon-192.png', isLogo }
}

/** Resolves a picture path below the shop's picture base; full URLs stay as they are. */
export const assetAddress = (path: string, { appDetail }: Pick<ShopSettings, 'appDetail'>): string =>
  /^https?:\/\//.test(path) ? path : `${appDetail.cdnpath.replace(/\/$/, '')}/${path.replace(/^\/+/, '')}`

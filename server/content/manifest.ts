import { fill } from '#contract/format.ts'
import { pick, toLang } from '#contract/languages.ts'
import type { MessageKey } from '#contract/messages.ts'
import type { Context } from '#server/platform/context.ts'
import { assetAddress, shopText } from '#server/settings/settings.ts'
import type { ShopSettings } from '#server/settings/tables.ts'
import { settings } from './content.ts'

const pageBackground = '#fbf7f0'

/** The web app manifest in one language: name, icons, colours and shortcuts. */
export async function manifest(ctx: Context): Promise<string> {
  const shopSettings = await settings(ctx)
  const { storeName: name, css, screenshots = [] } = shopSettings
  const textOf = (key: MessageKey) => shopText(shopSettings, ctx.locale, key)
  const icons = iconsOf(shopSettings)
  const shortcut = (key: MessageKey, url: string) => ({ name: textOf(key), url, icons: icons.slice(0, 1) })
  return JSON.stringify({
    // The id is the same for all languages and start pages, so that devices see one app.
    id: '/',
    name,
    short_name: shorten(name),
    description: fill(textOf('home.description'), { store: name }),
    lang: toLang(ctx.locale),
    dir: 'ltr',
    start_url: '/home',
    scope: '/',
    display: 'standalone',
    theme_color: toHexColour(css.varHeaderNavActive.background),
    background_color: toHexColour(css.varSideMenu.background),
    categories: ['food', 'shopping'],
    icons,
    shortcuts: [
      shortcut('store.menu', '/store'),
      shortcut('shell.cart', '/checkout/cart'),
      shortcut('shell.search', '/store/search'),
      ...(shopSettings.system.appConfig.enableUserAccounts ? [shortcut('shell.my_account', '/user/list')] : []),
    ],
    screenshots: screenshots
      .filter(({ locale = ctx.locale }) => locale === ctx.locale)
      .map(({ src, width, height, form, label }) => ({
        src: assetAddress(src, shopSettings),
        sizes: `${width}x${height}`,
        form_factor: form,
        label: pick(label, ctx.locale),
      })),
  })
}

const iconSizes = [192, 512]
/** An icon that `staff.addShopPicture` stored in both sizes. */
const storedIcon = /^(\/media\/[\da-f]{32})\/512\.png$/

/**
 * The owner's icon, else the built-in icons. Each built-in icon also has a version with a wide margin, so that its
 * motif stays visible if devices crop the icon.
 */
function iconsOf({ favicon, logo, appDetail }: ShopSettings) {
  const ownIcon = favicon.imageURL || logo.imageURL
  const stored = storedIcon.exec(ownIcon ?? '')
  if (stored) {
    return iconSizes.map((size) => ({
      src: assetAddress(`${stored[1]}/${size}.png`, { appDetail }),
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose: 'any',
    }))
  }
  if (ownIcon) return [{ src: assetAddress(ownIcon, { appDetail }), sizes: 'any', purpose: 'any' }]
  return ['any', 'maskable'].flatMap((purpose) =>
    iconSizes.map((size) => ({
      src: `/icon-${purpose === 'any' ? '' : 'maskable-'}${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose,
    })),
  )
}

/**
 * Shortens the shop's name to twelve characters, because devices show about twelve below an icon. If the name has a
 * Chinese part after a space, uses only the part before the space.
 */
function shorten(name: string): string {
  const [first = name] = name.split(/\s+(?=\p{Script=Han})/u)
  return [...first].slice(0, 12).join('').trim()
}

/** Manifests need hexadecimal colours. Replaces a colour in another format with the page's background. */
const toHexColour = (colour = '') => (/^#[0-9a-f]{6}$/i.test(colour) ? colour : pageBackground)

import { z } from 'zod'
import { staffCall } from '../call.ts'
import { linkActions, maxUploadBytes } from '../constants.ts'
import { locales } from '../languages.ts'
import { id, ids, locale, noInput, text, typedText } from '../shapes.ts'
import { menuItem } from '../shell.ts'

/**
 * Calls of the staff API for shop-wide settings, which the owner reads and changes. Their fields have the same names as
 * in app info.
 */

const colour = z.string().regex(/^#[\da-f]{6}$/i)
const pair = z.strictObject({ color: colour, background: colour }).describe('Text and background: `#c23f16`.')
/** The URL of a stored picture or of a picture on another site. Empty if there is no picture. */
const picture = z
  .string()
  .max(500)
  .regex(/^(|\/media\/[\da-f]{32}\/\d{1,5}\.(png|webp)|https:\/\/\S+)$/)
const httpsAddress = z
  .string()
  .trim()
  .max(500)
  .refine((text) => text === '' || (text.startsWith('https://') && URL.canParse(text)), {
    params: { message: 'field.https' },
  })
const existing = new Set(Intl.supportedValuesOf('currency'))
const currency = z
  .string()
  .regex(/^[A-Z]{3}$/)
  .refine((code) => existing.has(code), { params: { message: 'field.format' } })
/** An exchange rate, such as `0.7312`. A decimal text keeps the rate exact. */
export const exactRate = z.string().regex(/^(?=.*[1-9])\d{1,9}(\.\d{1,12})?$/)
const shopName = z.string().trim().min(1).max(80)

const identity = z.strictObject({
  storeName: shopName,
  storeLogo: z.enum(['1', '2']).describe("'1' the name as text, '2' the logo."),
  logo: picture,
  favicon: picture.describe('The icon in browsers and on home screens.'),
  footerLogo: picture,
})
const css = z.strictObject({
  varButton: pair,
  varHeaderNavActive: pair.describe('The current entry of the header menu.'),
  varSideMenu: pair,
  varFooter: pair,
})
const headerControl = z.strictObject({
  notDisplayheaderInMP: z.boolean(),
  notDisplayheaderInAli: z.boolean(),
  notDisplayheaderInMobile: z.boolean(),
  notDisplayheaderInDesktop: z.boolean(),
})
const poweredBy = z.strictObject({
  hidePowerBy: z.boolean(),
  powerByName: z.string().trim().max(80),
  powerByFullUrl: httpsAddress,
  showPowerByNameOnly: z.boolean(),
})
const options = z
  .strictObject({
    supportedLanguages: z
      .array(locale)
      .min(1)
      .max(locales.length)
      .refine((languages) => new Set(languages).size === languages.length),
    enableUserAccounts: z.boolean(),
    enableCheckout: z.boolean(),
    enableMultiLocationSelection: z.boolean(),
    showSoldCounts: z.boolean(),
    enableWeChatMiniProgramPromotion: z.boolean(),
    weChatMiniProgramPromotionURL: z
      .string()
      .trim()
      .max(500)
      .regex(/^($|https:\/\/\S|weixin:\/\/\S)/),
  })
  .refine(
    ({ enableWeChatMiniProgramPromotion, weChatMiniProgramPromotionURL }) =>
      !enableWeChatMiniProgramPromotion || weChatMiniProgramPromotionURL !== '',
    { path: ['weChatMiniProgramPromotionURL'], params: { message: 'field.required' } },
  )
/** The payment methods that the footer names. */
const payment = z.strictObject({
  supportVisa: z.boolean(),
  supportMasterCard: z.boolean(),
  supportAmex: z.boolean(),
  supportPayPal: z.boolean(),
  supportWeChatPay: z.boolean(),
  supportAliPay: z.boolean(),
  supportUnionPay: z.boolean(),
  supportInterac: z.boolean(),
  supportApplePay: z.boolean(),
  supportGooglePay: z.boolean(),
})
const socialPage = z.strictObject({ pageURL: httpsAddress })
const social = z.strictObject({
  instagram: socialPage.extend({
    userName: z
      .string()
      .trim()
      .max(80)
      .regex(/^@?[\w.]*$/),
  }),
  facebook: socialPage,
  twitter: socialPage,
  youTube: socialPage,
  linkedin: socialPage,
  pinterest: socialPage,
})
const currencies = z
  .array(z.strictObject({ currencyCode: currency, rate: exactRate }))
  .max(20)
  .refine((rates) => new Set(rates.map(({ currencyCode }) => currencyCode)).size === rates.length)
  .describe("Display currencies, each with its units for one unit of the shop's own, as exact text.")
const defaultCurrency = z.strictObject({
  currencyCode: currency.describe('The currency of prices and charges.'),
  currencyType: z
    .string()
    .trim()
    .max(40)
    .describe("The currency's name, shown beside the code; empty shows the code alone."),
})
const leafEntry = z
  .strictObject({
    name: z.string().trim().min(1).max(60).describe('The name for languages that `nameContent` omits.'),
    nameContent: typedText(60),
    link: z.string().trim().min(1).max(500).optional(),
    linkActionType: z.enum(linkActions).optional(),
    navLink: z
      .strictObject({ storeLocationId: id, targetLink: z.string().trim().min(1).max(500).optional() })
      .optional(),
    icon: z
      .string()
      .max(200)
      .regex(/^[\w./-]+$/)
      .optional(),
  })
  .superRefine(({ linkActionType, link, navLink }, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['link'], params: { message } })
    const inner = linkActionType === 'SET_LOCATION' ? (navLink?.targetLink ?? '') : (link ?? '')
    if (linkActionType === 'EXTERNAL_LINK') {
      if (!/^(https:\/\/|mailto:|tel:)/.test(inner) || !URL.canParse(inner)) refuse('field.outside')
    } else if (/^[a-z][a-z\d+.-]*:/i.test(inner)) refuse('field.format')
    else if (linkActionType === 'SET_LOCATION' ? !navLink : linkActionType && !link) refuse('field.required')
  })
/** A list whose entries have distinct names, because the name identifies an entry. */
function listOf<Entry extends z.ZodType<{ name: string }>>(entry: Entry, max: number) {
  return z
    .array(entry)
    .max(max)
    .superRefine((entries, context) => {
      for (const [index, { name }] of entries.entries()) {
        const isDuplicate = entries.findIndex((other) => other.name === name) < index
        if (isDuplicate) context.addIssue({ code: 'custom', path: [index, 'name'], params: { message: 'field.twice' } })
      }
    })
}
const menu = listOf(leafEntry.safeExtend({ subMenu: listOf(leafEntry, 30).optional() }), 30)
const menus = z
  .strictObject({ headerMenu: menu, sideMenu: menu, footerMenu: menu, footerTabs: listOf(leafEntry, 6) })
  .partial()
/** The menus that a change writes. */
export type MenuInput = z.infer<typeof menus>
export const menuNames = ['headerMenu', 'sideMenu', 'footerMenu', 'footerTabs'] as const
export type MenuName = (typeof menuNames)[number]

const parts = { identity, css, headerControl, poweredBy, options, payment, social, defaultCurrency, currencies }

const shopSettings = z.object({
  version: z.int().describe('Send this version with a change. The server refuses an older one with `staff.stale`.'),
  isNamed: z.boolean().describe('The owner has changed the name of a new shop.'),
  lacksMailServer: z
    .boolean()
    .describe('The server writes emails to files instead of sending them, which suits only a demonstration.'),
  hasPrices: z.boolean().describe('Products have prices, so the currency of charges cannot change.'),
  ...parts,
  navigation: z.object({
    headerMenu: z.array(menuItem),
    sideMenu: z.array(menuItem),
    footerMenu: z.array(menuItem),
    footerTabs: z.array(menuItem),
  }),
})
/** The settings of the whole shop. */
export type ShopDetail = z.infer<typeof shopSettings>
/** All parts of the settings. A change has only the parts that it replaces, so its type is `Partial<ShopParts>`. */
export type ShopParts = z.infer<z.ZodObject<typeof parts>>

const namedRecord = z.object({ id: z.string(), name: text })
const linkTargets = z.object({
  category: z.array(namedRecord),
  product: z.array(namedRecord).describe('The requested products, and at most 30 others.'),
  content: z.array(namedRecord),
  tag: z.array(namedRecord),
  brand: z.array(namedRecord),
  store: z.array(namedRecord),
})
/** The categories, products, pages, tags, brands and stores to which menu links can lead. */
export type LinkTargets = z.infer<typeof linkTargets>

/** The fields of `identity` that contain pictures of the shop. */
export const shopPictures = ['logo', 'favicon', 'footerLogo'] as const

export const shopStaffCalls = {
  shopSettings: staffCall('GET /shop', {
    right: 'shop.write',
    place: 'shop',
    description: 'The settings of the whole shop.',
    input: noInput,
    output: shopSettings,
  }),
  writeShop: staffCall('POST /shop', {
    right: 'shop.write',
    place: 'shop',
    record: 'shop',
    description:
      'Writes parts of the settings of the whole shop, each part and each menu as a whole; missing ones stay. ' +
      '`staff.stale` if they have changed since `version`, `shop.contrast` for a new pair of colours that is hard to ' +
      'read, `shop.link_missing` for a link to something that does not exist, `shop.has_prices` for another currency ' +
      'of charges once products have prices.',
    refusals: ['staff.stale', 'shop.contrast', 'shop.link_missing', 'shop.has_prices'],
    input: z.strictObject({ version: z.int(), ...z.object(parts).partial().shape, navigation: menus.optional() }),
    output: shopSettings,
  }),
  linkTargets: staffCall('GET /link-targets', {
    right: 'shop.write',
    place: 'shop',
    description:
      'The possible targets of menu links: categories, pages, tags, brands, stores, and products by a part of their ' +
      'name.',
    input: z.strictObject({ name: z.string().trim().max(100).default(''), products: ids.optional() }),
    output: linkTargets,
  }),
  addShopPicture: staffCall('POST /shop/pictures/:use', {
    right: 'shop.write',
    place: 'shop',
    description:
      'Stores a picture for the shop. Returns its address, which `staff.writeShop` takes. An icon becomes a square ' +
      'with empty margins. `input.picture` for files other than JPEG, PNG and WebP.',
    refusals: ['input.picture'],
    takesFile: true,
    logsItself: true,
    limit: { points: 100, seconds: 3600 },
    input: z.strictObject({ use: z.enum(shopPictures), file: z.file().max(maxUploadBytes) }),
    output: z.object({ imageURL: z.string() }),
  }),
}

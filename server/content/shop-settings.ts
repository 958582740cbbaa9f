import type { z } from 'zod'
import { contrastFigure, contrastOf, hexColour, isReadable } from '#contract/contrast.ts'
import type { Rate } from '#contract/currency.ts'
import { noText } from '#contract/languages.ts'
import type { ShopDetail, ShopParts, shopStaffCalls } from '#contract/office/shop.ts'
import { menuNames } from '#contract/office/shop.ts'
import type { MenuItem } from '#contract/shell.ts'
import { hasPrices, rates, removeOtherRates, setRate } from '#server/catalogue/catalogue.ts'
import type { Context } from '#server/platform/context.ts'
import { inParallel, requireNoTransaction, transact } from '#server/platform/database/transactions.ts'
import type { FailureItem } from '#server/platform/fail.ts'
import { fail, failAll } from '#server/platform/fail.ts'
import { plainPicture, storeImage } from '#server/platform/pictures/images.ts'
import { publishCatalogueChange } from '#server/platform/publish.ts'
import { defaultSettings } from '#server/settings/settings.ts'
import type { ShopSettings } from '#server/settings/tables.ts'
import { shop } from '#server/settings/tables.ts'
import { refuseMissingLinks } from './menu-links.ts'

type ShopInput = z.output<typeof shopStaffCalls.writeShop.input>
type PictureUse = z.output<typeof shopStaffCalls.addShopPicture.input>['use']

/** The settings of the whole shop. */
export async function shopSettings(ctx: Context): Promise<ShopDetail> {
  const [[row], storedRates, isPriced] = await inParallel(ctx.db.select().from(shop), rates(ctx), hasPrices(ctx))
  const settings = row?.settings ?? defaultSettings
  return {
    version: row?.version ?? 0,
    isNamed: settings.storeName !== defaultSettings.storeName,
    lacksMailServer: !ctx.app.config.SMTP_URL && !ctx.app.config.DEMO,
    hasPrices: isPriced,
    ...toParts(settings, storedRates.rates),
    navigation: settings.navigation,
  }
}

/**
 * Writes parts of the shop's settings. Fails with `staff.stale` if they have changed since `version`, `shop.contrast`
 * if a new pair of colours is hard to read, `shop.link_missing` if a link leads to something that does not exist,
 * `shop.has_prices` if the currency changes although products have prices, and `input.invalid` if the shop's currency
 * is also a display currency.
 */
export function writeShop(ctx: Context, { version, navigation, ...input }: ShopInput): Promise<ShopDetail> {
  return transact(ctx, async (ctx) => {
    const row = await lockShop(ctx)
    if (row.version !== version) fail('staff.stale')
    const { rates: lastRates } = await rates(ctx)
    const before = toParts(row.settings, lastRates)
    const { currencyCode } = input.defaultCurrency ?? before.defaultCurrency
    const isOtherCurrency = currencyCode !== before.defaultCurrency.currencyCode
    if (isOtherCurrency && (await hasPrices(ctx))) fail('shop.has_prices', undefined, 'defaultCurrency.currencyCode')
    // Rates are relative to the shop's currency. If this currency changes, drops all stored rates, unless the same call
    // writes new ones.
    const parts = isOtherCurrency ? { currencies: [], ...input } : input
    refuseUnreadable(before.css, parts.css)
    refuseOwnCurrency(parts.currencies, currencyCode)
    if (navigation) await refuseMissingLinks(ctx, navigation)
    const settings = {
      ...mergeSettings(row.settings, before, parts),
      navigation: { ...row.settings.navigation, ...navigation },
    }
    await ctx.db.update(shop).set({ settings, version: version + 1, updatedAt: ctx.app.now() })
    if (parts.currencies) await writeRates(ctx, isOtherCurrency ? [] : before.currencies, parts.currencies)
    await publishCatalogueChange(ctx)
    const { rates: nextRates } = await rates(ctx)
    const after = toParts(settings, nextRates)
    ctx.staff?.note({
      subject: settings.storeName,
      ...changedFields(fieldsOf(row.settings, before), fieldsOf(settings, after)),
    })
    return shopSettings(ctx)
  })
}

/**
 * Locks the shop's settings for a change. In a new shop, first inserts the row, so that two requests have a row to
 * lock.
 */
export async function lockShop(ctx: Context) {
  await ctx.db.insert(shop).values({ settings: defaultSettings, version: 0 }).onConflictDoNothing()
  const [row] = await ctx.db.select().from(shop).for('update')
  if (!row) throw new Error('the shop has no settings')
  return row
}

const pairNames = ['varButton', 'varHeaderNavActive', 'varSideMenu', 'varFooter'] as const
type Pairs = ShopParts['css']
type PairName = (typeof pairNames)[number]

/** The page's background colour. It is also the default background of the current entry in the header menu. */
const pageBackground = '#fbf7f0'

/** Converts the settings to the shape that the forms show. */
function toParts({ css, headerControl, system, ...settings }: ShopSettings, storedRates: Rate[]): ShopParts {
  const { hidePowerBy, powerByName = '', powerByFullUrl = '', showPowerByNameOnly, ...options } = system.appConfig
  const { defaultCurrency, exchangeCurrencies, ...payment } = system.payment
  const { instagram, ...others } = system.social
  const pageOf = (name: keyof typeof others) => ({ pageURL: others[name].pageURL ?? '' })
  return {
    identity: {
      storeName: settings.storeName,
      storeLogo: settings.storeLogo,
      logo: settings.logo.imageURL ?? '',
      favicon: settings.favicon.imageURL ?? '',
      footerLogo: settings.footerLogo.imageURL ?? '',
    },
    css: {
      varButton: toPair(css, 'varButton'),
      varHeaderNavActive: toPair(css, 'varHeaderNavActive'),
      varSideMenu: toPair(css, 'varSideMenu'),
      varFooter: toPair(css, 'varFooter'),
    },
    headerControl,
    poweredBy: { hidePowerBy, powerByName, powerByFullUrl, showPowerByNameOnly },
    // `showSoldCounts` is missing if the shop saved its settings before this switch existed. The default is `false`,
    // because only the owner may decide to publish sales.
    options: { weChatMiniProgramPromotionURL: '', showSoldCounts: false, ...options },
    // These switches are missing if the shop saved its settings before the icons of these payment methods existed.
    payment: { supportInterac: false, supportApplePay: false, supportGooglePay: false, ...payment },
    social: {
      instagram: { userName: instagram.userName ?? '', pageURL: instagram.pageURL ?? '' },
      facebook: pageOf('facebook'),
      twitter: pageOf('twitter'),
      youTube: pageOf('youTube'),
      linkedin: pageOf('linkedin'),
      pinterest: pageOf('pinterest'),
    },
    defaultCurrency,
    // Omits currencies without a stored rate.
    currencies: exchangeCurrencies.flatMap(({ currencyCode }) =>
      storedRates
        .filter((rate) => rate.currencyCode === currencyCode)
        .map(({ rate }) => ({ currencyCode, rate: toText(rate) })),
    ),
  }
}

/** A rate as a decimal number, without an exponent. */
const toText = (rate: number) => (rate < 1e-6 ? rate.toFixed(12).replace(/0+$/, '') : String(rate))

/**
 * A pair of text and background colours in the format of the form. A colour that is missing or in another format is
 * replaced by the default.
 */
function toPair(css: ShopSettings['css'], name: PairName): Pairs[PairName] {
  const { color, background } = css[name]
  const defaults = defaultSettings.css[name]
  return {
    color: hexColour(color) ?? hexColour(defaults.color) ?? '#000000',
    background: hexColour(background) ?? hexColour(defaults.background) ?? pageBackground,
  }
}

/**
 * Fails with `shop.contrast` if a changed pair of text and background colours is unreadable. An unreadable pair that
 * stays unchanged does not prevent other changes, because pages derive readable colours from it.
 */
function refuseUnreadable(before: Pairs, after: Pairs | undefined): void {
  if (!after) return
  const failures = pairNames.flatMap((name): FailureItem[] => {
    const { color, background } = after[name]
    if (isEqual(before[name], after[name]) || isReadable(color, background)) return []
    const ratio = contrastFigure(contrastOf(color, background) ?? 1)
    return [{ code: 'shop.contrast', field: `css.${name}`, details: { ratio } }]
  })
  if (failures.length > 0) failAll(failures)
}

/** Fails with `input.invalid` if the shop's currency is also a display currency. */
function refuseOwnCurrency(currencies: ShopParts['currencies'] = [], shopCurrencyCode: string): void {
  const index = currencies.findIndex(({ currencyCode }) => currencyCode === shopCurrencyCode)
  const field = `currencies.${index}.currencyCode`
  if (index >= 0) fail('input.invalid', { field, message: 'field.format' }, field)
}

/**
 * Writes the changed rates, and removes the rates of unlisted currencies. An unchanged rate keeps the time of its
 * last change.
 */
async function writeRates(ctx: Context, before: ShopParts['currencies'], after: ShopParts['currencies']) {
  await removeOtherRates(
    ctx,
    after.map(({ currencyCode }) => currencyCode),
  )
  for (const { currencyCode, rate } of after) {
    const last = before.find((other) => other.currencyCode === currencyCode)
    if (Number(last?.rate) !== Number(rate)) await setRate(ctx, { currency: currencyCode, rate })
  }
}

function mergeSettings(settings: ShopSettings, before: ShopParts, input: Partial<ShopParts>): ShopSettings {
  const { identity, css, headerControl, poweredBy, options, payment, social, defaultCurrency, currencies } = {
    ...before,
    ...input,
  }
  const pictureOf = (imageURL: string) => (imageURL ? { imageURL } : {})
  // A pair that did not change keeps its stored colours, because the input may have the same colours in another format.
  const pairOf = (name: PairName) => (isEqual(before.css[name], css[name]) ? settings.css[name] : css[name])
  const { powerByName, powerByFullUrl, ...poweredByOptions } = poweredBy
  const { weChatMiniProgramPromotionURL, ...switches } = options
  return {
    ...settings,
    storeName: identity.storeName,
    storeLogo: identity.storeLogo,
    logo: pictureOf(identity.logo),
    favicon: pictureOf(identity.favicon),
    footerLogo: pictureOf(identity.footerLogo),
    css: {
      varButton: pairOf('varButton'),
      varHeaderNavActive: pairOf('varHeaderNavActive'),
      varSideMenu: pairOf('varSideMenu'),
      varFooter: pairOf('varFooter'),
    },
    headerControl,
    system: {
      appConfig: {
        ...poweredByOptions,
        ...switches,
        ...nonEmpty({ powerByName, powerByFullUrl, weChatMiniProgramPromotionURL }),
      },
      payment: {
        ...payment,
        defaultCurrency,
        exchangeCurrencies: input.currencies
          ? currencies.map(({ currencyCode }) => ({ currencyCode }))
          : settings.system.payment.exchangeCurrencies,
      },
      social: {
        instagram: nonEmpty(social.instagram),
        facebook: nonEmpty(social.facebook),
        twitter: nonEmpty(social.twitter),
        youTube: nonEmpty(social.youTube),
        linkedin: nonEmpty(social.linkedin),
        pinterest: nonEmpty(social.pinterest),
      },
    },
  }
}

/** The texts that are not empty. */
const nonEmpty = <Name extends string>(texts: Record<Name, string>): Partial<Record<Name, string>> =>
  // The cast is safe, because `filter` only removes entries of `texts`.
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')) as Partial<Record<Name, string>>

type Fields = Record<string, unknown>

/** All settings as one flat object: `identity.storeName` becomes `storeName`. */
function fieldsOf({ navigation }: ShopSettings, { currencies, ...parts }: ShopParts): Fields {
  return Object.assign({ currencies }, ...Object.values(parts), menusToTexts(navigation))
}

/** The changed fields, with their values before and after the change. */
function changedFields(before: Fields, after: Fields) {
  const names = Object.keys(after).filter((name) => !isEqual(before[name], after[name]))
  const pickChanged = (fields: Fields) => Object.fromEntries(names.map((name) => [name, fields[name]]))
  return { before: pickChanged(before), after: pickChanged(after) }
}

/** For each menu, a list of its entries as texts such as `Help → /help`. */
function menusToTexts(menus: ShopSettings['navigation']): Fields {
  const entryToTexts = ({ name, link, navLink, subMenu = [] }: MenuItem): string[] => {
    const target = link ?? navLink?.storeLocationId
    return [target ? `${name} → ${target}` : name, ...subMenu.flatMap(entryToTexts).map((text) => `${name} / ${text}`)]
  }
  return Object.fromEntries(menuNames.map((menu) => [menu, menus[menu].flatMap(entryToTexts)]))
}

const isEqual = (first: unknown, second: unknown) => JSON.stringify(first) === JSON.stringify(second)

/**
 * How each picture is stored. Devices need square PNG icons. A logo is stored with three times the width at which a
 * header shows it.
 */
const logoShape = { width: 480, isSquare: false, widths: [480], format: 'webp' } as const
const shapes = {
  logo: logoShape,
  favicon: { width: 512, isSquare: true, widths: [192, 512], format: 'png' },
  footerLogo: logoShape,
} as const satisfies Record<PictureUse, object>

/**
 * Stores a picture for the shop. Fails with `input.picture` if the file is not a JPEG, PNG or WebP, is animated or has
 * too many pixels.
 */
export async function addShopPicture(
  ctx: Context,
  { use, file }: { use: PictureUse; file: File },
): Promise<{ imageURL: string }> {
  requireNoTransaction(ctx)
  const { width, isSquare, widths, format } = shapes[use]
  const plain = await plainPicture(Buffer.from(await file.arrayBuffer()), { width, isSquare })
  const image = await storeImage(ctx.app.config, plain, { alt: noText, widths, formats: [format] })
  const imageURL = `${image.src}/${image.width}.${format}`
  ctx.staff?.note({ subject: use, after: { imageURL } })
  await transact(ctx, async (ctx) => ctx.staff?.log?.(ctx))
  return { imageURL }
}

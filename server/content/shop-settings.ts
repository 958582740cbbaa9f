import type { z } from 'zod'
import { contrastFigure, contrastOf, hexColour, isReadable } from '#contract/contrast.ts'
import { noText } from '#contract/languages.ts'
import type { ShopDetail, ShopParts, shopStaffCalls } from '#contract/office/shop.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import type { FailureItem } from '#server/platform/fail.ts'
import { fail, failAll } from '#server/platform/fail.ts'
import { plainPicture, storeImage } from '#server/platform/pictures/images.ts'
import { catalogueChanged } from '#server/platform/publish.ts'
import { defaultSettings } from './defaults.ts'
import type { ShopSettings } from './tables.ts'
import { shop } from './tables.ts'

type Written = z.output<typeof shopStaffCalls.writeShop.input>
type PictureUse = z.output<typeof shopStaffCalls.addShopPicture.input>['use']

/** The settings of the whole shop. */
export async function shopSettings(ctx: Context): Promise<ShopDetail> {
  const [row] = await ctx.db.select().from(shop)
  const settings = row?.settings ?? defaultSettings
  return {
    version: row?.version ?? 0,
    isNamed: settings.storeName !== defaultSettings.storeName,
    ...toParts(settings),
  }
}

/**
 * Writes parts of the shop's settings. `staff.stale` if somebody changed them meanwhile, `shop.contrast` for a new pair
 * of colours that is hard to read.
 */
export function writeShop(ctx: Context, { version, ...parts }: Written): Promise<ShopDetail> {
  return transact(ctx, async (ctx) => {
    // A new shop has no row that two requests could lock.
    await ctx.db.insert(shop).values({ settings: defaultSettings, version: 0 }).onConflictDoNothing()
    const [row] = await ctx.db.select().from(shop).for('update')
    if (!row || row.version !== version) fail('staff.stale')
    const before = toParts(row.settings)
    refuseUnreadable(before.css, parts.css)
    const settings = changed(row.settings, before, parts)
    await ctx.db.update(shop).set({ settings, version: version + 1, updatedAt: ctx.app.now() })
    await catalogueChanged(ctx)
    ctx.staff?.note({ subject: settings.storeName, ...changedFields(before, toParts(settings)) })
    return shopSettings(ctx)
  })
}

const pairNames = ['varButton', 'varHeaderNavActive', 'varSideMenu', 'varFooter'] as const
type Pairs = ShopParts['css']
type PairName = (typeof pairNames)[number]

/** The background of the page, on which the current entry of the header menu stands by default. */
const paper = '#fbf7f0'

/** The settings as forms show them. */
function toParts({ css, headerControl, system, ...settings }: ShopSettings): ShopParts {
  const { hidePowerBy, powerByName = '', powerByFullUrl = '', showPowerByNameOnly } = system.appConfig
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
  }
}

/** A pair in the format of forms; a colour that is missing or in another format is the default. */
function toPair(css: ShopSettings['css'], name: PairName): Pairs[PairName] {
  const { color, background } = css[name]
  const usual = defaultSettings.css[name]
  return {
    color: hexColour(color) ?? hexColour(usual.color) ?? '#000000',
    background: hexColour(background) ?? hexColour(usual.background) ?? paper,
  }
}

/** A pair that was unreadable before does not prevent other changes; pages show it with derived colours. */
function refuseUnreadable(before: Pairs, after: Pairs | undefined): void {
  if (!after) return
  const wrong = pairNames.flatMap((name): FailureItem[] => {
    const { color, background } = after[name]
    if (isSame(before[name], after[name]) || isReadable(color, background)) return []
    const ratio = contrastFigure(contrastOf(color, background) ?? 1)
    return [{ code: 'shop.contrast', field: `css.${name}`, details: { ratio } }]
  })
  if (wrong.length > 0) failAll(wrong)
}

function changed(settings: ShopSettings, before: ShopParts, parts: Partial<ShopParts>): ShopSettings {
  const { identity = before.identity, css = before.css, headerControl = before.headerControl } = parts
  const { powerByName, powerByFullUrl, ...poweredBy } = parts.poweredBy ?? before.poweredBy
  const { powerByName: _, powerByFullUrl: __, ...appConfig } = settings.system.appConfig
  const pictureOf = (imageURL: string) => (imageURL ? { imageURL } : {})
  // An unchanged pair keeps its stored form.
  const pairOf = (name: PairName) => (isSame(before.css[name], css[name]) ? settings.css[name] : css[name])
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
      ...settings.system,
      appConfig: {
        ...appConfig,
        ...poweredBy,
        ...(powerByName && { powerByName }),
        ...(powerByFullUrl && { powerByFullUrl }),
      },
    },
  }
}

/** The fields that differ, before and after, without the names of their parts. */
function changedFields(before: ShopParts, after: ShopParts) {
  const fieldsOf = (parts: ShopParts): Record<string, unknown> => Object.assign({}, ...Object.values(parts))
  const [last, next] = [fieldsOf(before), fieldsOf(after)]
  const names = Object.keys(next).filter((name) => !isSame(last[name], next[name]))
  const only = (fields: Record<string, unknown>) => Object.fromEntries(names.map((name) => [name, fields[name]]))
  return { before: only(last), after: only(next) }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** How a picture is stored: devices want square PNG icons, a header shows a small logo three times as sharp. */
const logoShape = { width: 480, isSquare: false, widths: [480], format: 'webp' } as const
const shapes = {
  logo: logoShape,
  favicon: { width: 512, isSquare: true, widths: [192, 512], format: 'png' },
  footerLogo: logoShape,
} as const satisfies Record<PictureUse, object>

/** Stores a picture for the shop. `input.picture` for files other than JPEG, PNG and WebP. */
export async function addShopPicture(
  ctx: Context,
  { use, file }: { use: PictureUse; file: File },
): Promise<{ imageURL: string }> {
  const { width, isSquare, widths, format } = shapes[use]
  const plain = await plainPicture(Buffer.from(await file.arrayBuffer()), { width, isSquare })
  const image = await storeImage(ctx.app.config, plain, { alt: noText, widths, formats: [format] })
  const imageURL = `${image.src}/${image.width}.${format}`
  ctx.staff?.note({ subject: use, after: { imageURL } })
  return { imageURL }
}

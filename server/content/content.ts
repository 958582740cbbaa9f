import { and, asc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Block, BlockInput } from '#contract/blocks.ts'
import { block } from '#contract/blocks.ts'
import { localeCookie, utcOffsetCookie } from '#contract/constants.ts'
import type { Page, Section } from '#contract/content.ts'
import type { Locale } from '#contract/languages.ts'
import { pick } from '#contract/languages.ts'
import { messages } from '#contract/messages.ts'
import type { AppContent, AppInfo, shell, Visitor } from '#contract/shell.ts'
import { picturesIn, recordPictures } from '#server/catalogue/catalogue.ts'
import * as locations from '#server/locations/locations.ts'
import * as members from '#server/members/members.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { memoize } from '#server/platform/memo.ts'
import { publishCatalogueChange } from '#server/platform/publish.ts'
import { emit } from '#server/platform/queue.ts'
import { settings } from '#server/settings/settings.ts'
import type { ShopSettings } from '#server/settings/tables.ts'
import { shop } from '#server/settings/tables.ts'
import packageFile from '../../package.json' with { type: 'json' }
import { pages, sections as sectionRows } from './tables.ts'
import { visibleBlocks } from './visibility.ts'
import { supportedLocale } from './visit-hints.ts'

export { defaultSettings, settings } from '#server/settings/settings.ts'
export type { Screenshot, ShopSettings } from '#server/settings/tables.ts'
export * as formStaff from './form-answers.ts'
export { erase, exportData, form, putForm, submitForm, sweepForms, transfer } from './forms.ts'
export type { Site } from './site.ts'
export { site } from './site.ts'
export type { SitemapEntry } from './sitemap.ts'
export { readBlocks, visibleBlocks } from './visibility.ts'
export { createHintCheck } from './visit-hints.ts'

type AppMessage = z.infer<typeof shell.changeLocale.output>

/**
 * The data of the page shell, including the visitor. `loc` selects the visitor's store; a store that shoppers cannot
 * select is ignored.
 */
export async function appInfo(ctx: Context, { loc }: { loc?: string | undefined } = {}): Promise<AppInfo> {
  if (loc) await selectLocation(ctx, loc)
  const [shopSettings, allLocations, visitor] = await Promise.all([
    settings(ctx),
    locations.all(ctx),
    ctx.placeholderVisitor ?? introduce(ctx).then(({ visitor }) => visitor),
  ])
  const { screenshots: _ofTheManifest, ...publicSettings } = shopSettings
  const { appConfig, social, payment } = shopSettings.system
  const locale = supportedLocale(shopSettings, ctx.locale)
  return {
    ...visitor,
    appContent: {
      ...publicSettings,
      appDetail: await appDetail(ctx, shopSettings, locale),
      system: {
        appMessage: appMessage(shopSettings, locale),
        social,
        payment,
        appConfig,
        storeLocations: allLocations.map(locations.toListed),
      },
    },
  }
}

/**
 * The visitor in the shape that the shell uses. `until` is the next time at which this data changes without an action
 * of the visitor; null if there is none.
 */
export async function introduce(ctx: Context): Promise<{ visitor: Visitor; until: Date | null }> {
  const [member, introduced] = await Promise.all([
    members.current(ctx),
    ctx.memberId ? emit(ctx, 'member.introducing', { memberId: ctx.memberId }) : [],
  ])
  const { until = null, ...memberParts } = Object.assign({}, ...(member ? introduced : []))
  const visitor = {
    user: member && members.toUser(member),
    userID: member?.id ?? null,
    lastLoginDate: member?.lastLoginAt?.toISOString() ?? null,
    myID: member?.referralId ?? null,
    referrerUserGroup: member?.referrerGroup ?? null,
    membership: null,
    memberPrices: false,
    ...memberParts,
  }
  return { visitor, until }
}

/**
 * Saves the visitor's language in this browser and in the account. Returns all texts in this language. Replaces an
 * unsupported language with the shop's first language.
 */
export async function changeLocale(ctx: Context, { locale }: { locale: Locale }): Promise<AppMessage> {
  const shopSettings = await settings(ctx)
  const supported = supportedLocale(shopSettings, locale)
  ctx.setCookie(localeCookie, supported)
  await members.setLocale(ctx, supported)
  return appMessage(shopSettings, supported)
}

/** Saves the visitor's offset from UTC until the browser closes. */
export async function timeZone(ctx: Context, { offsetMinutes }: { offsetMinutes: number }) {
  ctx.setCookie(utcOffsetCookie, String(offsetMinutes), { maxAgeSeconds: null })
  return { offsetMinutes }
}

/**
 * A published content page in both languages, with the blocks for this visitor and time. Fails with `not_found` if
 * there is no such page.
 */
export async function page(ctx: Context, { pageName }: { pageName: string }): Promise<Page> {
  const [row] = await ctx.db
    .select()
    .from(pages)
    .where(and(eq(pages.name, pageName), eq(pages.published, true)))
  if (!row) fail('not_found')
  const blocks = await visibleBlocks(ctx, row.blocks)
  return { name: row.name, title: row.title, blocks, updatedAt: row.updatedAt.toISOString() }
}

/**
 * The path of a store's landing page, which is the published page named after the store's id. Null if there is no such
 * page.
 */
export const landingPage = (ctx: Context, { locationId }: { locationId: string }): Promise<string | null> =>
  publishedPath(ctx, locationId)

/** The path of the published page with this name; null if there is none. */
export async function publishedPath(ctx: Context, name: string): Promise<string | null> {
  const [row] = await ctx.db
    .select({ name: pages.name })
    .from(pages)
    .where(and(eq(pages.name, name), eq(pages.published, true)))
  return row ? `/${row.name}` : null
}

/** The published blocks of a section type for this visitor and time, in order; empty for an unused type. */
export async function sections(ctx: Context, { type }: { type: string }): Promise<{ sections: Section[] }> {
  const rows = await publishedSections(ctx)
  const blocks = rows.filter((row) => row.type === type).map(({ id, content }) => ({ ...content, id }))
  return { sections: await visibleBlocks(ctx, blocks) }
}

const publishedSections = memoize((ctx) =>
  ctx.db
    .select()
    .from(sectionRows)
    .where(eq(sectionRows.published, true))
    .orderBy(asc(sectionRows.position), asc(sectionRows.id)),
)

/** Fails with `checkout.off` while the owner has switched the checkout off. Call it before an order begins. */
export async function refuseCheckoutOff(ctx: Context): Promise<void> {
  if (!(await settings(ctx)).system.appConfig.enableCheckout) fail('checkout.off')
}

export function putSettings(ctx: Context, settings: ShopSettings): Promise<void> {
  return transact(ctx, async (ctx) => {
    const values = { settings, updatedAt: ctx.app.now() }
    const version = sql`${shop.version} + 1`
    await ctx.db
      .insert(shop)
      .values(values)
      .onConflictDoUpdate({ target: shop.id, set: { ...values, version } })
    await publishCatalogueChange(ctx)
  })
}

/** The owner's input for a page. */
type PageInput = Omit<Page, 'updatedAt' | 'blocks'> & { blocks: BlockInput[]; published?: boolean }

/**
 * Adds a content page, or replaces the page with this name. Publishes the page unless `published` is false. Throws for
 * an invalid block.
 */
export function putPage(ctx: Context, { published = true, ...input }: PageInput): Promise<void> {
  const blocks = input.blocks.map((each) => block.parse(each))
  return transact(ctx, async (ctx) => {
    const values = { ...input, blocks, published, updatedAt: ctx.app.now() }
    await ctx.db.insert(pages).values(values).onConflictDoUpdate({ target: pages.name, set: values })
    await recordPictures(
      ctx,
      picturesIn(blocks).map((image) => ({ image })),
    )
    await publishCatalogueChange(ctx)
  })
}

interface SectionInput {
  id: string
  /** The section type, such as `home` or `notice`. */
  type: string
  position: number
  published?: boolean
  block: BlockInput
}

/**
 * Adds a section's block, or replaces the block with this id. Publishes the block unless `published` is false. Throws
 * for an invalid block.
 */
export function putSection(
  ctx: Context,
  { id, type, position, published = true, block: input }: SectionInput,
): Promise<void> {
  const content: Block = block.parse(input)
  return transact(ctx, async (ctx) => {
    const values = { id, type, position, published, content }
    await ctx.db.insert(sectionRows).values(values).onConflictDoUpdate({ target: sectionRows.id, set: values })
    await recordPictures(
      ctx,
      picturesIn(content).map((image) => ({ image })),
    )
    await publishCatalogueChange(ctx)
  })
}

async function selectLocation(ctx: Context, locationId: string) {
  const location = await locations.find(ctx, locationId)
  if (location && locations.isSelectable(location)) await locations.select(ctx, { locationId })
}

async function appDetail(ctx: Context, { appDetail }: ShopSettings, locale: Locale): Promise<AppContent['appDetail']> {
  const { kind, isMobile } = ctx.environment
  const [location, wmpBind] = await Promise.all([locations.currentOrNone(ctx), members.isWeChatLinked(ctx)])
  return {
    isWmp: kind === 'mini_program',
    wmpBind,
    appDomain: appDetail.appDomain || ctx.origin,
    cdnpath: appDetail.cdnpath,
    caid: appDetail.caid,
    isAac: kind === 'payment_app',
    isMobile,
    isDeskTop: !isMobile,
    locid: location?.id ?? '',
    locname: location ? pick(location.name, locale) : '',
    version: packageFile.version,
    serverTime: ctx.app.now().toISOString(),
    utcOffset: ctx.utcOffset,
    providerURL: ctx.app.config.PROVIDER_URL,
    analytics: ctx.app.config.ANALYTICS,
  }
}

const texts = new WeakMap<ShopSettings, Map<Locale, AppMessage>>()

/** All texts in one language, built once for each version of the settings, because every page needs them. */
function appMessage(shopSettings: ShopSettings, locale: Locale): AppMessage {
  const textsByLocale = texts.get(shopSettings) ?? new Map<Locale, AppMessage>()
  texts.set(shopSettings, textsByLocale)
  const cached = textsByLocale.get(locale) ?? buildTexts(shopSettings, locale)
  textsByLocale.set(locale, cached)
  return cached
}

/**
 * The texts of one language. A label of the owner replaces the built-in text with the same key. If the label is empty
 * in this language, the built-in text applies. If there is no built-in text, the label's text in the other language
 * applies.
 */
function buildTexts({ labels }: ShopSettings, locale: Locale): AppMessage {
  const builtIn: Record<string, string> = messages[locale]
  const ownLabels = Object.entries(labels).map(([key, label]) => [
    key,
    label[locale] || builtIn[key] || pick(label, locale),
  ])
  return {
    currentLocale: locale,
    applicationMessage: { messages: { ...builtIn, ...Object.fromEntries(ownLabels) } },
  }
}

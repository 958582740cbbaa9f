import { asc, eq } from 'drizzle-orm'
import { languageParameter } from '#contract/constants.ts'
import { pictureAddress } from '#contract/format.ts'
import type { Locale } from '#contract/languages.ts'
import { toLang } from '#contract/languages.ts'
import type { Image } from '#contract/shapes.ts'
import * as catalogue from '#server/catalogue/catalogue.ts'
import type { Context } from '#server/platform/context.ts'
import { escapeXml, xmlOpening } from '#server/platform/xml.ts'
import type { Site } from './site.ts'
import { site } from './site.ts'
import { pages } from './tables.ts'

/**
 * The number of products in one part of the sitemap. Each product has one URL per language, so a part stays far below
 * the limit of 50,000 URLs.
 */
const productsPerPart = 5000

/** A page of the shop in the sitemap. */
export interface SitemapEntry {
  path: string
  updatedAt?: Date
  image?: Image | null
  /** The languages in which the page exists; missing if it exists in all of the shop's languages. */
  languages?: Locale[]
}
/** Sitemap parts of other modules, by name. */
export type MoreParts = Record<string, (ctx: Context) => Promise<SitemapEntry[]>>

/** `/sitemap.xml`: the URLs of all sitemap parts. Leaves out parts of other modules that have no entries. */
export async function sitemapIndex(ctx: Context, more: MoreParts = {}): Promise<string> {
  const [{ home }, count, others] = await Promise.all([
    site(ctx),
    catalogue.sitemap.countProducts(ctx),
    Promise.all(Object.entries(more).map(async ([name, list]) => ((await list(ctx)).length > 0 ? [name] : []))),
  ])
  const parts = Array.from({ length: Math.ceil(count / productsPerPart) }, (_, index) => `products-${index + 1}`)
  const lines = ['pages', ...others.flat(), ...parts].map(
    (part) => `<sitemap><loc>${escapeXml(`${home}/sitemap-${part}.xml`)}</loc></sitemap>`,
  )
  return `${xmlOpening}<sitemapindex xmlns="${namespace}">\n${lines.join('\n')}\n</sitemapindex>\n`
}

/**
 * Streams a part of the sitemap: `pages`, `products-1` and so on, or a part of another module; null for any other name.
 */
export async function sitemapPart(
  ctx: Context,
  part: string,
  more: MoreParts = {},
): Promise<AsyncGenerator<string> | null> {
  const number = Number(/^products-([1-9]\d{0,5})$/.exec(part)?.[1])
  if (number) return write(await site(ctx), eachProduct(ctx, number))
  const lists = new Map(Object.entries({ ...more, pages: listPages }))
  const list = lists.get(part)
  return list ? write(await site(ctx), [await list(ctx)]) : null
}

async function* eachProduct(ctx: Context, part: number): AsyncGenerator<SitemapEntry[]> {
  const slice = { offset: (part - 1) * productsPerPart, limit: productsPerPart }
  for await (const products of catalogue.sitemap.eachProduct(ctx, slice)) {
    yield products.map(({ id, ...rest }) => ({ path: `/store/product/${encodeURIComponent(id)}`, ...rest }))
  }
}

async function listPages(ctx: Context): Promise<SitemapEntry[]> {
  const [groups, publishedPages] = await Promise.all([
    catalogue.sitemap.listedGroups(ctx),
    ctx.db
      .select({ name: pages.name, updatedAt: pages.updatedAt })
      .from(pages)
      .where(eq(pages.published, true))
      .orderBy(asc(pages.name)),
  ])
  const path = (start: string) => (entry: { id: string }) => ({ path: start + encodeURIComponent(entry.id) })
  return [
    ...['/home', '/store', '/store/clearance'].map((path) => ({ path })),
    ...groups.categories.map(path('/store/productlist?cat=')),
    ...groups.brands.map(path('/store/brand/')),
    ...groups.tags.map(path('/store/tag/')),
    ...publishedPages.map(({ name, updatedAt }) => ({ path: `/${encodeURIComponent(name)}`, updatedAt })),
  ]
}

async function* write(
  site: Site,
  entries: Iterable<SitemapEntry[]> | AsyncIterable<SitemapEntry[]>,
): AsyncGenerator<string> {
  yield `${xmlOpening}<urlset xmlns="${namespace}" xmlns:xhtml="http://www.w3.org/1999/xhtml" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">\n`
  for await (const batch of entries) yield batch.map((entry) => toXml(site, entry)).join('')
  yield '</urlset>\n'
}

/**
 * Writes one entry per language, each with links to all languages. If there is only one language, writes one entry
 * without links.
 */
function toXml(
  { home, pictures, languages: all }: Site,
  { path, updatedAt, image, languages: pageLanguages }: SitemapEntry,
): string {
  const languages = all.filter((locale) => !pageLanguages || pageLanguages.includes(locale))
  const url = home + path
  const inLanguage = (locale: Locale) => `${url}${path.includes('?') ? '&' : '?'}${languageParameter}=${locale}`
  const extraElements =
    (updatedAt ? `<lastmod>${updatedAt.toISOString()}</lastmod>` : '') +
    (image ? `<image:image><image:loc>${escapeXml(pictureAddress(pictures, image))}</image:loc></image:image>` : '')
  if (languages.length < 2) return `<url><loc>${escapeXml(url)}</loc>${extraElements}</url>\n`
  const link = (lang: string, href: string) =>
    `<xhtml:link rel="alternate" hreflang="${lang}" href="${escapeXml(href)}"/>`
  const links = [...languages.map((locale) => link(toLang(locale), inLanguage(locale))), link('x-default', url)].join(
    '',
  )
  return languages
    .map((locale) => `<url><loc>${escapeXml(inLanguage(locale))}</loc>${links}${extraElements}</url>\n`)
    .join('')
}

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** Paths that crawlers must not visit: personal pages, forms, and pages without text of their own. */
const privatePaths = [
  '/api/',
  '/checkout',
  '/account/',
  '/user/',
  '/confirmation',
  '/main',
  '/preferences',
  '/store/search',
]

/** `/robots.txt`: the sitemap's URL and the excluded paths. */
export async function robots(ctx: Context): Promise<string> {
  const { home } = await site(ctx)
  return [
    'User-agent: *',
    ...privatePaths.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${home}/sitemap.xml`,
    '',
  ].join('\n')
}

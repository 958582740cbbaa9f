import type { ArticleCard } from '#contract/blog.ts'
import { languageParameter } from '#contract/constants.ts'
import { fill, pictureAddress } from '#contract/format.ts'
import type { Locale } from '#contract/languages.ts'
import { pick, toLang } from '#contract/languages.ts'
import type { Site } from '#server/content/content.ts'
import { settings, site } from '#server/content/content.ts'
import type { Context } from '#server/platform/context.ts'
import { escapeXml, xmlOpening } from '#server/platform/xml.ts'
import { shopText } from '#server/settings/settings.ts'
import { list } from './blog.ts'

const maxItems = 30

/**
 * Returns `/blog/feed.xml`: the newest articles of one language as RSS 2.0, with summary and cover. The full text is
 * only on the site, which also shows the products.
 */
export async function feed(ctx: Context): Promise<string> {
  const { locale } = ctx
  const [where, shopSettings, { articles }] = await Promise.all([
    site(ctx),
    settings(ctx),
    list(ctx, { language: locale, perPage: maxItems }),
  ])
  const { storeName } = shopSettings
  const translate = (key: 'blog.title' | 'blog.description') =>
    fill(shopText(shopSettings, locale, key), { store: storeName })
  const urlOf = (path: string) => `${where.home}${path}?${languageParameter}=${locale}`
  const linkOf = ({ id }: ArticleCard) => urlOf(`/blog/${encodeURIComponent(id)}`)
  const items = articles.map((article) => item(article, { locale, where, link: linkOf(article) }))
  return `${xmlOpening}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel>
${tag('title', `${translate('blog.title')} · ${storeName}`)}
${tag('link', urlOf('/blog'))}
${tag('description', translate('blog.description'))}
${tag('language', toLang(locale))}
<atom:link href="${escapeXml(urlOf('/blog/feed.xml'))}" rel="self" type="application/rss+xml"/>
${items.join('')}</channel>
</rss>
`
}

function item(
  { title, summary, author, category, cover, publishedAt }: ArticleCard,
  { locale, where, link }: { locale: Locale; where: Site; link: string },
): string {
  const picture = cover && pictureAddress(where.pictures, cover)
  return [
    '<item>',
    tag('title', title[locale]),
    tag('link', link),
    tag('guid', link),
    tag('pubDate', new Date(publishedAt).toUTCString()),
    ...(author[locale] ? [tag('dc:creator', author[locale])] : []),
    ...(category ? [tag('category', pick(category.name, locale))] : []),
    tag('description', summary[locale]),
    // The element needs a `length` in bytes, which is unknown. Feed readers accept 0.
    ...(picture ? [`<enclosure url="${escapeXml(picture)}" type="image/webp" length="0"/>`] : []),
    '</item>\n',
  ].join('\n')
}

const tag = (name: string, text: string) => `<${name}>${escapeXml(text)}</${name}>`

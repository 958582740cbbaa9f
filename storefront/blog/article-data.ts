import type { Article } from '#contract/blog.ts'
import { displayLocale, toLang } from '#contract/languages.ts'
import { articlePath } from '#storefront/cards/paths.ts'
import type { Shop } from '#storefront/core/shop.ts'
import { baseUrlOf, iconUrl, imageUrl } from '#storefront/parts/head/head.ts'
import type { Thing } from '#storefront/parts/head/structured-data.tsx'

/** Structured data of an article, in the language shown. */
export function articleData(
  article: Omit<Article, 'blocks'>,
  { app, locale, say }: Pick<Shop, 'app' | 'locale' | 'say'>,
): Thing {
  const { id, title, summary, author, cover, category, tags, publishedAt, updatedAt } = article
  const home = baseUrlOf(app)
  const organization = { '@id': `${home}/#organization` }
  return {
    '@type': 'Article',
    headline: say(title),
    ...(say(summary) && { description: say(summary) }),
    ...(cover && { image: [imageUrl(cover, app)] }),
    inLanguage: toLang(displayLocale(title, locale)),
    datePublished: publishedAt,
    // Ignores edits before the publication, because search engines expect that an article is not modified before it is
    // published.
    dateModified: updatedAt > publishedAt ? updatedAt : publishedAt,
    author: say(author) ? { '@type': 'Person', name: say(author) } : { ...organization, name: app.storeName },
    publisher: { '@type': 'Organization', ...organization, name: app.storeName, logo: iconUrl(app) },
    mainEntityOfPage: `${home}${articlePath(id)}`,
    ...(category && { articleSection: say(category.name) }),
    ...(tags.length > 0 && { keywords: tags.map(({ name }) => say(name)) }),
  }
}

import { desc } from 'drizzle-orm'
import type { SitemapEntry } from '#server/content/content.ts'
import type { Context } from '#server/platform/context.ts'
import { publishedCondition, topics } from './blog.ts'
import { languagesOf } from './reading-time.ts'
import { articles } from './tables.ts'

/**
 * Lists the blog's part of the sitemap: the page `/blog`, the pages of categories and tags, and every published article
 * with its languages. Empty if no article is published.
 */
export async function listPages(ctx: Context): Promise<SitemapEntry[]> {
  const [{ categories, tags }, rows] = await Promise.all([
    topics(ctx),
    ctx.db
      .select({ id: articles.id, title: articles.title, cover: articles.cover, updatedAt: articles.updatedAt })
      .from(articles)
      .where(publishedCondition(ctx))
      .orderBy(desc(articles.publishedAt)),
  ])
  if (rows.length === 0) return []
  return [
    { path: '/blog' },
    ...categories.map(({ id }) => ({ path: `/blog/category/${encodeURIComponent(id)}` })),
    ...tags.map(({ id }) => ({ path: `/blog/tag/${encodeURIComponent(id)}` })),
    ...rows.map(({ id, cover, updatedAt, ...row }) => ({
      path: `/blog/${encodeURIComponent(id)}`,
      image: cover,
      updatedAt,
      languages: languagesOf(row),
    })),
  ]
}

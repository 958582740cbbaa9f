import type { SQL } from 'drizzle-orm'
import { and, asc, count, desc, eq, inArray, isNotNull, lte, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Article, ArticleCard, blog } from '#contract/blog.ts'
import type { Locale } from '#contract/languages.ts'
import { readBlocks, visibleBlocks } from '#server/content/content.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { languagesOf } from './reading-time.ts'
import { articleCategories, articles, articlesTagged, articleTags } from './tables.ts'

export { put, putCategory, putTag } from './articles.ts'
export * as staff from './staff.ts'

interface ArticleQuery {
  category?: string | undefined
  tag?: string | undefined
  /** Only articles in this language. */
  language?: Locale
  page?: number
  perPage?: number
}

const maxRelated = 3

/**
 * Returns one page of the published articles, newest first. `category`, `tag` and `language` are optional filters. A
 * page after the last one is empty.
 */
export async function list(ctx: Context, { category, tag, language, page = 1, perPage = 9 }: ArticleQuery) {
  const condition = and(
    publishedCondition(ctx),
    category ? eq(articles.categoryId, category) : undefined,
    tag ? tagCondition(tag) : undefined,
    language ? sql`trim(${articles.title}->>${language}) <> ''` : undefined,
  )
  const [[totals], cards] = await Promise.all([
    ctx.db.select({ total: count() }).from(articles).where(condition),
    readCards(ctx, condition, { limit: perPage, offset: (page - 1) * perPage }),
  ])
  const total = totals?.total ?? 0
  return { articles: cards, total, page, pages: Math.ceil(total / perPage) }
}

/**
 * Returns the categories in the sequence that the owner chose, and the tags by number of articles, most first. Omits
 * categories and tags without published articles.
 */
export async function topics(ctx: Context): Promise<z.output<typeof blog.topics.output>> {
  const [categories, tags] = await Promise.all([
    ctx.db
      .select({
        id: articleCategories.id,
        name: articleCategories.name,
        text: articleCategories.text,
        articleCount: count(),
      })
      .from(articleCategories)
      .innerJoin(articles, eq(articles.categoryId, articleCategories.id))
      .where(publishedCondition(ctx))
      .groupBy(articleCategories.id)
      .orderBy(asc(articleCategories.position), asc(articleCategories.id)),
    ctx.db
      .select({ id: articleTags.id, name: articleTags.name, articleCount: count() })
      .from(articleTags)
      .innerJoin(articlesTagged, eq(articlesTagged.tagId, articleTags.id))
      .innerJoin(articles, eq(articles.id, articlesTagged.articleId))
      .where(publishedCondition(ctx))
      .groupBy(articleTags.id)
      .orderBy(desc(count()), asc(articleTags.id)),
  ])
  return { categories, tags }
}

/**
 * Returns a published article, with the blocks that this visitor may see now. Fails with `not_found` if the article is
 * a draft, scheduled or unknown.
 */
export async function article(ctx: Context, { id }: { id: string }): Promise<Article> {
  const [[card], [row], tags] = await Promise.all([
    readCards(ctx, and(publishedCondition(ctx), eq(articles.id, id)), { limit: 1, offset: 0 }),
    ctx.db
      .select({
        portrait: articles.portrait,
        blocks: articles.blocks,
        updatedAt: articles.updatedAt,
        categoryId: articles.categoryId,
      })
      .from(articles)
      .where(eq(articles.id, id)),
    ctx.db
      .select({ id: articleTags.id, name: articleTags.name })
      .from(articlesTagged)
      .innerJoin(articleTags, eq(articleTags.id, articlesTagged.tagId))
      .where(eq(articlesTagged.articleId, id))
      .orderBy(asc(articlesTagged.position)),
  ])
  if (!card || !row) fail('not_found')
  return {
    ...card,
    tags,
    portrait: row.portrait,
    blocks: await visibleBlocks(ctx, readBlocks(row.blocks)),
    updatedAt: row.updatedAt.toISOString(),
    related: await relatedTo(ctx, { id, categoryId: row.categoryId }),
  }
}

/**
 * Reads up to `maxRelated` published articles that share a tag or the category with an article. Articles that share
 * more tags come first. Among those that share equally many tags, articles of the same category come first.
 */
function relatedTo(ctx: Context, { id, categoryId }: { id: string; categoryId: string | null }) {
  const shared = sql`(select count(*) from articles_tagged mine join articles_tagged theirs
    on theirs.tag_id = mine.tag_id
    where mine.article_id = ${id} and theirs.article_id = ${articles.id})`
  const sameCategory = sql`(case when ${articles.categoryId} = ${categoryId} then 1 else 0 end)`
  const relevance = sql`2 * ${shared} + ${sameCategory}`
  return readCards(ctx, and(publishedCondition(ctx), ne(articles.id, id), sql`${relevance} > 0`), {
    limit: maxRelated,
    offset: 0,
    first: desc(relevance),
  })
}

/** The condition for articles that are published now. */
export const publishedCondition = ({ app }: Context) =>
  and(isNotNull(articles.publishedAt), lte(articles.publishedAt, app.now()))

const tagCondition = (tag: string) =>
  inArray(
    articles.id,
    sql`(select ${articlesTagged.articleId} from ${articlesTagged} where ${articlesTagged.tagId} = ${tag})`,
  )

async function readCards(
  ctx: Context,
  where: SQL | undefined,
  { limit, offset, first }: { limit: number; offset: number; first?: SQL },
): Promise<ArticleCard[]> {
  const rows = await ctx.db
    .select({
      id: articles.id,
      title: articles.title,
      summary: articles.summary,
      author: articles.author,
      cover: articles.cover,
      minutes: articles.minutes,
      publishedAt: articles.publishedAt,
      category: { id: articleCategories.id, name: articleCategories.name },
    })
    .from(articles)
    .leftJoin(articleCategories, eq(articleCategories.id, articles.categoryId))
    .where(where)
    .orderBy(...(first ? [first] : []), desc(articles.publishedAt), asc(articles.id))
    .limit(limit)
    .offset(offset)
  return rows.map(({ publishedAt, ...row }) => ({
    ...row,
    // Published articles always have a date, so the empty text is never returned.
    publishedAt: publishedAt?.toISOString() ?? '',
    languages: languagesOf(row),
  }))
}

import { eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { articleDraft } from '#contract/blog.ts'
import { picturesIn, recordPictures } from '#server/catalogue/catalogue.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { publishCatalogueChange } from '#server/platform/publish.ts'
import { minutesOf } from './reading-time.ts'
import { articleCategories, articles, articlesTagged, articleTags } from './tables.ts'

type ArticleInput = z.input<typeof articleDraft> & { id: string; publishedAt?: Date | null }

/**
 * Adds or replaces an article. Without `publishedAt`, a new article is a draft, and an existing article keeps its date.
 * Ignores unknown tags and an unknown category. Throws if a block is invalid.
 */
export function put(ctx: Context, { id, publishedAt, ...input }: ArticleInput): Promise<void> {
  const draft = articleDraft.parse(input)
  const { tags, category, ...content } = draft
  return transact(ctx, async (ctx) => {
    const [existingCategory] = category
      ? await ctx.db.select().from(articleCategories).where(eq(articleCategories.id, category))
      : []
    const values = {
      ...content,
      categoryId: existingCategory?.id ?? null,
      minutes: minutesOf(draft),
      updatedAt: ctx.app.now(),
      ...(publishedAt !== undefined && { publishedAt }),
    }
    await ctx.db
      .insert(articles)
      .values({ id, ...values })
      .onConflictDoUpdate({ target: articles.id, set: values })
    await putTags(ctx, id, tags)
    await recordPictures(
      ctx,
      picturesIn(values).map((image) => ({ image, name: draft.title })),
    )
    await publishCatalogueChange(ctx)
  })
}

/** Adds or replaces a category. */
export function putCategory(ctx: Context, input: typeof articleCategories.$inferInsert): Promise<void> {
  return transact(ctx, async (ctx) => {
    await ctx.db
      .insert(articleCategories)
      .values(input)
      .onConflictDoUpdate({ target: articleCategories.id, set: input })
    await publishCatalogueChange(ctx)
  })
}

/** Adds or replaces a tag. */
export function putTag(ctx: Context, input: typeof articleTags.$inferInsert): Promise<void> {
  return transact(ctx, async (ctx) => {
    await ctx.db.insert(articleTags).values(input).onConflictDoUpdate({ target: articleTags.id, set: input })
    await publishCatalogueChange(ctx)
  })
}

async function putTags(ctx: Context, articleId: string, tags: string[]) {
  await ctx.db.delete(articlesTagged).where(eq(articlesTagged.articleId, articleId))
  if (tags.length === 0) return
  const existingTags = await ctx.db
    .select({ id: articleTags.id })
    .from(articleTags)
    .where(inArray(articleTags.id, tags))
  const existingIds = new Set(existingTags.map(({ id }) => id))
  const rows = [...new Set(tags)]
    .filter((tag) => existingIds.has(tag))
    .map((tagId, position) => ({ articleId, tagId, position }))
  if (rows.length > 0) await ctx.db.insert(articlesTagged).values(rows)
}

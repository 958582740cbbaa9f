import type { SQL } from 'drizzle-orm'
import { asc, eq, sql } from 'drizzle-orm'
import type { ArticleDraft, OwnArticle } from '#contract/blog.ts'
import { shopTimeZone, toInstant } from '#server/locations/locations.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { publishCatalogueChange } from '#server/platform/publish.ts'
import { put } from './articles.ts'
import { languagesOf } from './reading-time.ts'
import { articles as rows } from './tables.ts'

interface ArticleList {
  articles: OwnArticle[]
  timeZone: string
}

/** Lists all articles: first the drafts, then the others by time of publication, newest first. */
export function articles(ctx: Context): Promise<ArticleList> {
  return read(ctx, undefined)
}

/** Adds or replaces an article; its time of publication stays the same. */
export async function writeArticle(
  ctx: Context,
  { article: id, ...draft }: ArticleDraft & { article: string },
): Promise<ArticleList> {
  await put(ctx, { id, ...draft })
  return read(ctx, eq(rows.id, id))
}

/** Publishes an article now, or at `at`. A published article keeps its date unless `at` is given. */
export async function publishArticle(
  ctx: Context,
  { article: id, at }: { article: string; at?: string | undefined },
): Promise<ArticleList> {
  const now = ctx.app.now().toISOString()
  const unchangedOrNow = sql`case when ${rows.publishedAt} <= ${now}::timestamptz then ${rows.publishedAt} else
    ${now}::timestamptz end`
  await setPublished(ctx, id, at ? await toDate(ctx, at) : unchangedOrNow)
  return read(ctx, eq(rows.id, id))
}

/**
 * Converts an instant, or a local time of the shop, to a `Date`. Fails with `input.invalid` if a clock change skips the
 * local time.
 */
async function toDate(ctx: Context, at: string): Promise<Date> {
  const [, date, time] = /^(.{10})T(.{5})(:[\d.]+)?$/.exec(at) ?? []
  if (!date || !time) return new Date(at)
  return toInstant(date, time, await shopTimeZone(ctx)) ?? fail('input.invalid', { field: 'at' }, 'at')
}

/** Turns an article into a draft; does nothing for a draft. */
export async function withdrawArticle(ctx: Context, { article: id }: { article: string }): Promise<ArticleList> {
  await setPublished(ctx, id, null)
  return read(ctx, eq(rows.id, id))
}

function setPublished(ctx: Context, id: string, publishedAt: Date | SQL | null) {
  return transact(ctx, async (ctx) => {
    const [row] = await ctx.db.update(rows).set({ publishedAt }).where(eq(rows.id, id)).returning({ id: rows.id })
    if (!row) fail('staff.unknown', { what: { en: `article ${id}`, zh: `文章 ${id}` } })
    await publishCatalogueChange(ctx)
  })
}

async function read(ctx: Context, where: SQL | undefined): Promise<ArticleList> {
  const found = await ctx.db
    .select({ id: rows.id, title: rows.title, publishedAt: rows.publishedAt })
    .from(rows)
    .where(where)
    .orderBy(sql`${rows.publishedAt} desc nulls first`, asc(rows.id))
  const now = ctx.app.now()
  return {
    timeZone: await shopTimeZone(ctx),
    articles: found.map(({ publishedAt, ...row }) => ({
      ...row,
      state: publishedAt === null ? 'draft' : publishedAt > now ? 'scheduled' : 'published',
      publishedAt: publishedAt?.toISOString() ?? null,
      languages: languagesOf(row),
    })),
  }
}

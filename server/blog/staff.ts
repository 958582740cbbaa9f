import type { SQL } from 'drizzle-orm'
import { asc, eq, sql } from 'drizzle-orm'
import type { ArticleDraft, OwnArticle } from '#contract/blog.ts'
import { shopTimeZone, toInstant } from '#server/locations/locations.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { catalogueChanged } from '#server/platform/publish.ts'
import { put } from './articles.ts'
import { languagesOf } from './reading-time.ts'
import { articles as rows } from './tables.ts'

interface Answer {
  articles: OwnArticle[]
  timeZone: string
}

/** All articles, drafts first, then the newest. */
export function articles(ctx: Context): Promise<Answer> {
  return read(ctx, undefined)
}

/** Writes an article, new or in place of the one of that id; when it shows stays as it was. */
export async function writeArticle(
  ctx: Context,
  { article: id, ...draft }: ArticleDraft & { article: string },
): Promise<Answer> {
  await put(ctx, { id, ...draft })
  return read(ctx, eq(rows.id, id))
}

/**
 * Shows an article from now on, or from a time to come on; one that shows already keeps its date unless another is
 * said.
 */
export async function publishArticle(
  ctx: Context,
  { article: id, at }: { article: string; at?: string | undefined },
): Promise<Answer> {
  const now = ctx.app.now().toISOString()
  const asItWas = sql`case when ${rows.publishedAt} <= ${now}::timestamptz then ${rows.publishedAt} else ${now}::timestamptz end`
  await setPublished(ctx, id, at ? await toMoment(ctx, at) : asItWas)
  return read(ctx, eq(rows.id, id))
}

/** An instant, or a time of the shop's own clock; `input.invalid` where that clock leaps over it. */
async function toMoment(ctx: Context, at: string): Promise<Date> {
  const [, date, time] = /^(.{10})T(.{5})(:[\d.]+)?$/.exec(at) ?? []
  if (!date || !time) return new Date(at)
  return toInstant(date, time, await shopTimeZone(ctx)) ?? fail('input.invalid', { field: 'at' }, 'at')
}

/** Makes an article a draft again; nothing where it is one. */
export async function withdrawArticle(ctx: Context, { article: id }: { article: string }): Promise<Answer> {
  await setPublished(ctx, id, null)
  return read(ctx, eq(rows.id, id))
}

function setPublished(ctx: Context, id: string, publishedAt: Date | SQL | null) {
  return transact(ctx, async (ctx) => {
    const [row] = await ctx.db
      .update(rows)
      .set({ publishedAt: publishedAt as Date | null })
      .where(eq(rows.id, id))
      .returning({ id: rows.id })
    if (!row) fail('staff.unknown', { what: { en: `article ${id}`, zh: `文章 ${id}` } })
    await catalogueChanged(ctx)
  })
}

async function read(ctx: Context, where: SQL | undefined): Promise<Answer> {
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

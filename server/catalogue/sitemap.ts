import { and, asc, sql } from 'drizzle-orm'
import type { Image } from '#contract/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { recordTopics } from '#server/platform/topics.ts'
import { cachedCount } from './counts.ts'
import { listedCondition, publishedCondition, readRows } from './product-list.ts'
import { brands, categories, tags } from './tables.ts'

export interface ListedProduct {
  id: string
  updatedAt: Date
  image: Image | null
}

/** Counts the products of the sitemap. */
export async function countProducts(ctx: Context): Promise<number> {
  return (await cachedCount(ctx, {})) ?? 0
}

/** Yields up to `limit` products in batches, in order of id, starting at `offset`. */
export async function* eachProduct(ctx: Context, { offset, limit }: { offset: number; limit: number }) {
  let remaining = limit
  let after: string | null = null
  while (remaining > 0) {
    const rows: ListedProduct[] = await readProducts(ctx, { after, offset, limit: Math.min(remaining, batchSize) })
    yield rows
    remaining = rows.length < batchSize ? 0 : remaining - rows.length
    after = rows.at(-1)?.id ?? null
  }
}
const batchSize = 1000

async function readProducts(ctx: Context, page: { after: string | null; offset: number; limit: number }) {
  recordTopics(ctx, 'published')
  const offsetClause = page.after === null ? sql`offset ${page.offset}` : sql``
  const afterCondition = page.after === null ? sql`true` : sql`p.id > ${page.after}`
  const rows = await readRows<{ id: string; updatedAt: string | Date; image: Image | null }>(
    ctx,
    sql`select p.id, p.updated_at as "updatedAt", p.images->0 as image from products p
      where ${listedCondition({ ...ctx, shown: undefined }, {})} and ${afterCondition}
      order by p.id limit ${page.limit} ${offsetClause}`,
  )
  return rows.map((row) => ({ ...row, updatedAt: new Date(row.updatedAt) }))
}

/** Returns the visible categories, and the brands and visible tags that have products, in order of id. */
export async function listedGroups(ctx: Context) {
  const hasPublished = (join: ReturnType<typeof sql>) =>
    sql`exists (select 1 from products p ${join} and ${publishedCondition(ctx)})`
  const inTag = sql`join product_tags pt on pt.product_id = p.id where pt.tag_id = ${tags.id}`
  const [visible, withProducts, visibleTags] = await Promise.all([
    ctx.db.select({ id: categories.id }).from(categories).where(sql`${categories.visible}`).orderBy(asc(categories.id)),
    ctx.db
      .select({ id: brands.id })
      .from(brands)
      .where(hasPublished(sql`where p.brand_id = ${brands.id}`))
      .orderBy(asc(brands.id)),
    ctx.db
      .select({ id: tags.id })
      .from(tags)
      .where(and(sql`not ${tags.hidden}`, hasPublished(inTag)))
      .orderBy(asc(tags.id)),
  ])
  return { categories: visible, brands: withProducts, tags: visibleTags }
}

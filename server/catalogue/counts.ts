import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import type { ProductCount } from '#contract/catalogue.ts'
import { maxCount } from '#contract/constants.ts'
import { sum } from '#contract/sum.ts'
import type { Context } from '#server/platform/context.ts'
import { inParallel } from '#server/platform/database/transactions.ts'
import { memoize } from '#server/platform/memo.ts'
import { recordTopics } from '#server/platform/topics.ts'
import type { Filters } from './product-list.ts'
import { listedCondition, readRows } from './product-list.ts'
import { withCustomPlans } from './search/query-plans.ts'

/** Numbers of published products: in total, on clearance, and by brand, tag and categories. */
interface ShopCounts {
  all: number
  clearance: number
  brands: Map<string, number>
  tags: Map<string, number>
  /** The number of products for each combination of categories; the key joins their ids with spaces. */
  categories: Map<string, number>
}

interface GroupCount {
  id: string
  products: number
}

/**
 * The maximum age of the counts. No event clears the cache when a product reaches its `publishedAt`, so the counts can
 * lack this product until they expire. Cached responses can lack the product, too.
 */
const maxAgeMs = 60_000

/**
 * The counts, cached until the catalogue changes, for at most `maxAgeMs`. In a large shop, counting takes long, so only
 * changes that can affect the counts clear the cache.
 */
const shopCounts = memoize<ShopCounts>(async (ctx) => {
  recordTopics(ctx, 'published')
  // The counts do not depend on prices and stock. Without `shown`, `listedCondition` does not register the topic
  // `lists`, so changes of prices and stock do not clear the cached counts.
  const listed = listedCondition({ ...ctx, shown: undefined }, {})
  const [brands, tags, categories] = await inParallel(
    readRows<GroupCount & { clearance: number }>(
      ctx,
      sql`select coalesce(p.brand_id, '') as id, count(*)::int as products,
        (count(*) filter (where p.clearance))::int as clearance
      from products p where ${listed} group by p.brand_id`,
    ),
    readRows<GroupCount>(
      ctx,
      sql`select t.tag_id as id, count(*)::int as products
      from product_tags t join products p on p.id = t.product_id where ${listed} group by t.tag_id`,
    ),
    readRows<GroupCount>(
      ctx,
      sql`select id, count(*)::int as products from (
        select string_agg(pc.category_id, ' ' order by pc.category_id) as id
        from product_categories pc join products p on p.id = pc.product_id where ${listed} group by pc.product_id
      ) each_product group by id`,
    ),
  )
  return {
    all: sum(brands.map(({ products }) => products)),
    clearance: sum(brands.map(({ clearance }) => clearance)),
    brands: byId(brands),
    tags: byId(tags),
    categories: byId(categories),
  }
}, maxAgeMs)

const byId = (rows: GroupCount[]) => new Map(rows.map(({ id, products }) => [id, products]))

/** The number of published products by brand id; '' stands for no brand. Omits brands without products. */
export async function brandCounts(ctx: Context): Promise<Map<string, number>> {
  return (await shopCounts(ctx)).brands
}

/** Counts published products in any of these categories. */
export async function countInCategories(ctx: Context, categories: string[]): Promise<number> {
  const wantedIds = new Set(categories)
  const { categories: counts } = await shopCounts(ctx)
  return sum(
    [...counts].filter(([ids]) => ids.split(' ').some((id) => wantedIds.has(id))).map(([, products]) => products),
  )
}

/**
 * The number of products in a list according to the cached counts, without a query. Null if these counts do not cover
 * the list's filters.
 */
export async function cachedCount(ctx: Context, filters: Filters): Promise<number | null> {
  const { categories, brandName, tagName, clearance, productType = 'STANDARD', narrowed } = filters
  const activeFilters = [categories, brandName, tagName, clearance].filter((choice) => choice !== undefined)
  if (activeFilters.length > 1 || productType !== 'STANDARD' || narrowed) return null
  if (categories) return countInCategories(ctx, categories)
  const counts = await shopCounts(ctx)
  if (brandName !== undefined) return counts.brands.get(brandName) ?? 0
  if (tagName !== undefined) return counts.tags.get(tagName) ?? 0
  if (clearance !== undefined) return clearance ? counts.clearance : counts.all - counts.clearance
  return counts.all
}

/** Counts the products of a list. If this needs a query, counting stops at `upTo`. */
export async function countListed(ctx: Context, filters: Filters, upTo?: number): Promise<ProductCount> {
  const cached = await cachedCount(ctx, filters)
  if (cached !== null) return { count: cached }
  const count = (ctx: Context) => countRows(ctx, sql`from products p where ${listedCondition(ctx, filters)}`, upTo)
  return filters.narrowed ? withCustomPlans(ctx, count) : count(ctx)
}

/** Counts the rows of a query up to a limit. `from` is the query's SQL, starting at its `from` clause. */
export async function countRows(ctx: Context, from: SQL, upTo = maxCount): Promise<ProductCount> {
  const [row] = await readRows<{ count: number }>(
    ctx,
    sql`select count(*)::int as count from (select 1 ${from} limit ${upTo + 1}) found`,
  )
  return capCount(row?.count ?? 0, upTo)
}

/** Caps a count at a limit. */
export function capCount(count: number, upTo = maxCount): ProductCount {
  return count > upTo ? { count: upTo, hasMore: true } : { count }
}

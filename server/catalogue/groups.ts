import { sql } from 'drizzle-orm'
import type { Category, CategoryTree } from '#contract/catalogue.ts'
import { allCategories } from '#contract/constants.ts'
import type { Image, Text } from '#contract/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { inParallel } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { memoize } from '#server/platform/memo.ts'
import { brandCounts, cachedCount, countInCategories } from './counts.ts'
import { brandOrder } from './filters.ts'
import { readRows } from './product-list.ts'

/**
 * Returns a visible category with its ancestors and direct children. Fails with `not_found` for a hidden or unknown
 * category.
 */
export async function category(ctx: Context, { id }: { id: string }) {
  const categories = await readCategories(ctx)
  const byId = new Map(categories.map((category) => [category.id, category]))
  const found = byId.get(id) ?? fail('not_found')
  const breadcrumb: { id: string; name: Text }[] = []
  for (
    let current: Category | undefined = found;
    current && breadcrumb.length < byId.size;
    current = byId.get(current.parentId ?? '')
  ) {
    breadcrumb.unshift({ id: current.id, name: current.name })
  }
  return { ...found, breadcrumb, children: categories.filter(({ parentId }) => parentId === id) }
}

/**
 * Returns the tree of categories below a category; `all` is the root. Fails with `not_found` for an unknown category.
 */
export async function categories(ctx: Context, { id }: { id: string }): Promise<{ categories: CategoryTree[] }> {
  const categories = await readCategories(ctx)
  if (id !== allCategories && !categories.some((category) => category.id === id)) fail('not_found')
  const toTree = (parentId: string | null): CategoryTree[] =>
    categories
      .filter((category) => category.parentId === parentId)
      .map((category) => ({ ...category, children: toTree(category.id) }))
  return { categories: toTree(id === allCategories ? null : id) }
}

/** Returns all brands with the number of their published products. */
export async function brands(ctx: Context) {
  const [brands, counts] = await inParallel(
    readRows<{ id: string; name: Text; story: Text; image: Image | null }>(
      ctx,
      sql`select b.id, b.name, b.story, b.image
      from brands b order by ${brandOrder}`,
    ),
    brandCounts(ctx),
  )
  return { brands: brands.map((brand) => ({ ...brand, productCount: counts.get(brand.id) ?? 0 })) }
}

/** Returns a visible tag. Fails with `not_found` for a hidden or unknown tag. */
export async function tag(ctx: Context, { id }: { id: string }) {
  const [[found], productCount] = await inParallel(
    readRows<{ id: string; name: Text }>(ctx, sql`select t.id, t.name from tags t where t.id = ${id} and not t.hidden`),
    cachedCount(ctx, { tagName: id }),
  )
  return found ? { ...found, productCount: productCount ?? 0 } : fail('not_found')
}

/**
 * Ids of a category and its visible descendants, for the filter of a list. Empty for a hidden or unknown category;
 * undefined if the list has all products.
 */
export async function categoryFilterIds(ctx: Context, id: string | undefined): Promise<string[] | undefined> {
  if (id === undefined || id === allCategories) return undefined
  const rows = await visibleRows(ctx)
  return rows.some((row) => row.id === id) ? descendantIds(rows, id) : []
}

/**
 * Reads all visible categories, sorted as the owner arranged them. Each has the number of products in it and in its
 * descendants.
 */
async function readCategories(ctx: Context): Promise<Category[]> {
  const rows = await visibleRows(ctx)
  return Promise.all(
    rows.map(async (row) => ({ ...row, productCount: await countInCategories(ctx, descendantIds(rows, row.id)) })),
  )
}

const visibleRows = memoize((ctx) =>
  readRows<Omit<Category, 'productCount'>>(
    ctx,
    sql`select c.id, c.parent_id as "parentId", c.name, c.description, c.image, c.layout
    from categories c where c.visible order by c.position, c.id`,
  ),
)

/** Ids of a category and its descendants. */
function descendantIds(rows: { id: string; parentId: string | null }[], id: string): string[] {
  return [id, ...rows.filter(({ parentId }) => parentId === id).flatMap((child) => descendantIds(rows, child.id))]
}

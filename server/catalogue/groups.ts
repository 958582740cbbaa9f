import { sql } from 'drizzle-orm'
import type { Category, CategoryTree } from '#contract/catalogue.ts'
import { allCategories } from '#contract/constants.ts'
import type { Image, Text } from '#contract/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { isListed, readRows } from './listing.ts'

/** One category with the way up to the root and its direct children: `not_found` if there is none that shows. */
export async function category(ctx: Context, { id }: { id: string }) {
  const categories = await readCategories(ctx)
  const byId = new Map(categories.map((category) => [category.id, category]))
  const found = byId.get(id) ?? fail('not_found')
  const breadcrumb: { id: string; name: Text }[] = []
  for (let at: Category | undefined = found; at && breadcrumb.length < byId.size; at = byId.get(at.parentId ?? '')) {
    breadcrumb.unshift({ id: at.id, name: at.name })
  }
  return { ...found, breadcrumb, children: categories.filter(({ parentId }) => parentId === id) }
}

/** The tree below a category; `all` is the root. Refuses an unknown one: `not_found`. */
export async function categories(ctx: Context, { id }: { id: string }): Promise<{ categories: CategoryTree[] }> {
  const categories = await readCategories(ctx)
  if (id !== allCategories && !categories.some((category) => category.id === id)) fail('not_found')
  const below = (parentId: string | null): CategoryTree[] =>
    categories
      .filter((category) => category.parentId === parentId)
      .map((category) => ({ ...category, children: below(category.id) }))
  return { categories: below(id === allCategories ? null : id) }
}

/** Every brand with how many products it has in the shop. */
export async function brands(ctx: Context) {
  const brands = await readRows<{ id: string; name: Text; story: Text; image: Image | null; productCount: number }>(
    ctx,
    sql`select b.id, b.name, b.story, b.image,
      (select count(*)::int from products p where p.brand_id = b.id and ${isListed(ctx, {})}) as "productCount"
    from brands b order by lower(coalesce(nullif(b.name->>'en', ''), b.name->>'zh')) collate "C", b.id`,
  )
  return { brands }
}

/** A tag that shoppers may see; `not_found` for others. */
export async function tag(ctx: Context, { id }: { id: string }) {
  const [found] = await readRows<{ id: string; name: Text; productCount: number }>(
    ctx,
    sql`select t.id, t.name,
      (select count(*)::int from products p where ${isListed(ctx, { tagName: id })}) as "productCount"
    from tags t where t.id = ${id} and not t.hidden`,
  )
  return found ?? fail('not_found')
}

/** All categories that show, in the owner's order, each with its products and those of all below. */
function readCategories(ctx: Context): Promise<Category[]> {
  return readRows<Category>(
    ctx,
    sql`with recursive listed as materialized (select p.id from products p where ${isListed(ctx, {})}),
    below(top, id) as (
      select id, id from categories where visible
      union select below.top, c.id from below join categories c on c.parent_id = below.id where c.visible
    ),
    counts as (
      select below.top, count(distinct listed.id)::int as products
      from below join product_categories pc on pc.category_id = below.id join listed on listed.id = pc.product_id
      group by below.top
    )
    select c.id, c.parent_id as "parentId", c.name, c.description, c.image, c.layout,
      coalesce(counts.products, 0) as "productCount"
    from categories c left join counts on counts.top = c.id
    where c.visible order by c.position, c.id`,
  )
}

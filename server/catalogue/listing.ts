import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import type { ProductCard, ProductPage, Sort } from '#contract/catalogue.ts'
import { allCategories, maxPageSize, productPageSize } from '#contract/constants.ts'
import type { Context } from '#server/platform/context.ts'
import type { CardRow } from './card.ts'
import { toCard } from './card.ts'

/** What narrows a list; ids that don't exist give an empty one. */
export interface Filters {
  categoryName?: string
  brandName?: string
  tagName?: string
  clearance?: boolean
  productType?: 'STANDARD' | 'MEMBERSHIP'
}

export interface Paging {
  infiniteLoad?: boolean
  numberToLoad?: number
  startingPosition: number
}

/** Products of a query: conditions on product `p` and its stock `a`, an order of them (the first one by id if left out). */
export interface Wanted {
  fits: SQL
  order?: SQL
  limit?: number
  offset?: number
}

const newForDays = 14

/** The rows of a query, whichever driver ran it. */
export async function readRows<Row>(ctx: Context, query: SQL): Promise<Row[]> {
  // Both drivers answer an object with `rows`; what a row holds is what the query selects.
  return ((await ctx.db.execute(query)) as unknown as { rows: Row[] }).rows
}

/** Whether product `p` can be seen at all. */
export function isPublished(ctx: Context): SQL {
  return sql`p.record_status = 'ACTIVE' and p.published_at <= ${now(ctx)}
    and exists (select 1 from variants v where v.product_id = p.id and v.active)`
}

/** Which products `p` a list of these filters has. Lists and counts use this one rule. */
export function isListed(ctx: Context, filters: Filters): SQL {
  const { categoryName, brandName, tagName, clearance, productType = 'STANDARD' } = filters
  const rules = [isPublished(ctx), sql`p.type = ${productType}`]
  if (categoryName !== undefined && categoryName !== allCategories) {
    rules.push(
      sql`p.id in (select product_id from product_categories where category_id in ${categoryAndBelow(categoryName)})`,
    )
  }
  if (brandName !== undefined) rules.push(sql`p.brand_id = ${brandName}`)
  if (tagName !== undefined) rules.push(hasTag(tagName))
  if (clearance !== undefined) rules.push(sql`p.clearance = ${clearance}`)
  return sql.join(rules, sql` and `)
}

/** Products `p` with a tag. */
export function hasTag(tagId: string): SQL {
  return sql`exists (select 1 from product_tags t where t.product_id = p.id and t.tag_id = ${tagId})`
}

/** The order of a list, by product `p` and its stock `a`: sold-out always last, ids where all else is equal. */
export function orderBy(sort: Sort): SQL {
  return sql`not a.in_stock, ${orders[sort]}, p.id`
}
const orders: Record<Sort, SQL> = {
  default: sql`p.position`,
  date: sql`p.position`,
  newest: sql`p.published_at desc`,
  price_asc: sql`a.price`,
  price_desc: sql`a.price desc`,
  best_selling: sql`p.sold desc, p.position`,
  name: sql`lower(coalesce(nullif(p.name->>'en', ''), p.name->>'zh')) collate "C"`,
}

/** One page of the products that fit, in this order. */
export async function readPage(ctx: Context, locationId: string, wanted: Wanted, paging: Paging): Promise<ProductPage> {
  const { startingPosition, infiniteLoad } = paging
  const numberToLoad = paging.numberToLoad ?? (infiniteLoad === false ? maxPageSize : productPageSize)
  const products = await readCards(ctx, locationId, { ...wanted, limit: numberToLoad + 1, offset: startingPosition })
  return {
    products: products.slice(0, numberToLoad),
    startingPosition,
    numberToLoad,
    hasMore: products.length > numberToLoad,
  }
}

/** Cards of the products that are wanted, in one round trip. */
export async function readCards(ctx: Context, locationId: string, wanted: Wanted): Promise<ProductCard[]> {
  return (await readCardRows(ctx, locationId, wanted)).map(toCard)
}

/** The rows behind cards. */
export function readCardRows(ctx: Context, locationId: string, wanted: Wanted): Promise<CardRow[]> {
  const { fits, order = sql`p.id`, limit = 1, offset = 0 } = wanted
  return readRows<CardRow>(
    ctx,
    sql`with page as (
      select p.id, row_number() over (order by ${order}) as place
      from products p
      join (
        select v.product_id, bool_or(not v.counted or s.on_hand > s.held) is true as in_stock, count(*) as variants,
          coalesce(min(v.price) filter (where not v.counted or s.on_hand > s.held), min(v.price)) as price
        from variants v left join stock s on s.sku = v.sku and s.location_id = ${locationId}
        where v.active group by v.product_id
      ) a on a.product_id = p.id
      where ${fits}
      order by place limit ${limit} offset ${offset}
    )
    select p.id, p.name, p.summary, p.images->0 as image, p.sold_by as "soldBy", p.measure, to_json(p.diet) as diet,
      p.clearance, p.clearance_reason as "clearanceReason", p.best_before::text as "bestBefore", p.windows,
      p.published_at > ${now(ctx)} - make_interval(days => ${newForDays}) as "isNew",
      (select json_build_object('id', b.id, 'name', b.name) from brands b where b.id = p.brand_id) as brand,
      exists (select 1 from product_modifier_groups g where g.product_id = p.id) as "hasModifiers",
      (select json_agg(json_build_object('sku', v.sku, 'optionPair', v.option_pair, 'price', v.price,
          'compareAtPrice', v.compare_at_price, 'memberPrice', v.member_price, 'currency', v.currency, 'image', v.image, 'left', ${left})
          order by v.position, v.sku)
        from variants v left join stock s on s.sku = v.sku and s.location_id = ${locationId}
        where v.product_id = p.id and v.active) as variants
    from page join products p on p.id = page.id
    order by page.place`,
  )
}

/** What can be bought of variant `v` with stock `s`, after holds; null where it is not counted. */
export const left = sql`case when v.counted then greatest(coalesce(s.on_hand - s.held, 0), 0) end`

/** The modifier groups of product `p` with their modifiers, prices in minor units of the product's currency. */
export const modifierGroupsJson = sql`coalesce((
  select json_agg(json_build_object('id', g.id, 'name', g.name, 'min', g.min, 'max', g.max, 'free', g.free,
    'modifiers', coalesce((
      select json_agg(json_build_object('id', m.id, 'name', m.name, 'price', m.price, 'available', m.available)
        order by m.position, m.id)
      from modifiers m where m.group_id = g.id), '[]')) order by pg.position, g.id)
  from product_modifier_groups pg join modifier_groups g on g.id = pg.group_id
  where pg.product_id = p.id), '[]')`

/** The time as the database takes it. */
export function now(ctx: Context): SQL {
  return sql`${ctx.app.now().toISOString()}::timestamptz`
}

/** The ids of a category and of all below it, hidden ones left out. */
function categoryAndBelow(id: string): SQL {
  return sql`(with recursive below as (
    select id from categories where id = ${id} and visible
    union select c.id from categories c join below on c.parent_id = below.id where c.visible
  ) select id from below)`
}

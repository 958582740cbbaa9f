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
  /** A further condition on product `p`: what a shopper narrows the list by, see `filters.ts`. */
  narrowed?: SQL | undefined
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
export function isListed(ctx: Context, { categoryName, ...others }: Filters): SQL {
  const rules = [isListedAnywhere(ctx, others)]
  if (isCategory(categoryName)) {
    rules.push(
      sql`p.id in (select product_id from product_categories where category_id in ${categoryAndBelow(categoryName)})`,
    )
  }
  return sql.join(rules, sql` and `)
}

function isListedAnywhere(ctx: Context, filters: Omit<Filters, 'categoryName'>): SQL {
  const { brandName, tagName, clearance, productType = 'STANDARD', narrowed } = filters
  const rules = [isPublished(ctx), sql`p.type = ${productType}`]
  if (brandName !== undefined) rules.push(sql`p.brand_id = ${brandName}`)
  if (tagName !== undefined) rules.push(hasTag(tagName))
  if (clearance !== undefined) rules.push(sql`p.clearance = ${clearance}`)
  if (narrowed) rules.push(narrowed)
  return sql.join(rules, sql` and `)
}

const isCategory = (name: string | undefined): name is string => name !== undefined && name !== allCategories

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

/** Whether any variant of product `p` can be bought at a store. */
export function inStock(locationId: string): SQL {
  return sql`coalesce((select true from variants v left join stock s on s.sku = v.sku and s.location_id = ${locationId}
    where v.product_id = p.id and v.active and (not v.counted or s.on_hand > s.held) limit 1), false)`
}

/** One page of a list in this order, sold-out last. */
export async function readPage(
  ctx: Context,
  locationId: string,
  filters: Filters & { sortby: Sort },
  paging: Paging,
): Promise<ProductPage> {
  const { startingPosition, infiniteLoad } = paging
  const numberToLoad = paging.numberToLoad ?? (infiniteLoad === false ? maxPageSize : productPageSize)
  const part = { limit: numberToLoad + 1, offset: startingPosition }
  const { sortby } = filters
  const isByPrice = sortby === 'price_asc' || sortby === 'price_desc'
  const page = isByPrice
    ? sorted(locationId, { fits: isListed(ctx, filters), order: orderBy(sortby), ...part })
    : walked(ctx, locationId, filters, part)
  const products = (await readRowsOf(ctx, locationId, page)).map(toCard)
  return {
    products: products.slice(0, numberToLoad),
    startingPosition,
    numberToLoad,
    hasMore: products.length > numberToLoad,
  }
}

/** The page of a shop without a store that is open. */
export function noPage({ startingPosition, numberToLoad = productPageSize }: Paging): ProductPage {
  return { products: [], startingPosition, numberToLoad, hasMore: false }
}

/** Cards of the products that are wanted, in one round trip. */
export async function readCards(ctx: Context, locationId: string, wanted: Wanted): Promise<ProductCard[]> {
  return (await readCardRows(ctx, locationId, wanted)).map(toCard)
}

/** Cards of these products, in their order. */
export async function readCardsOf(ctx: Context, locationId: string, ids: string[]): Promise<ProductCard[]> {
  if (ids.length === 0) return []
  const page = sql`select id, place from json_array_elements_text(${JSON.stringify(ids)}::json) with ordinality as w(id, place)`
  return (await readRowsOf(ctx, locationId, page)).map(toCard)
}

/** The rows behind cards. */
export function readCardRows(ctx: Context, locationId: string, wanted: Wanted): Promise<CardRow[]> {
  return readRowsOf(ctx, locationId, sorted(locationId, wanted))
}

/** Ids and places of a page of what fits, sorted by what its variants cost or have left: all that fits is looked at. */
function sorted(locationId: string, { fits, order = sql`p.id`, limit = 1, offset = 0 }: Wanted): SQL {
  return sql`select p.id, row_number() over (order by ${order}) as place
    from products p
    join (
      select v.product_id, bool_or(not v.counted or s.on_hand > s.held) is true as in_stock, count(*) as variants,
        coalesce(min(v.price) filter (where not v.counted or s.on_hand > s.held), min(v.price)) as price
      from variants v left join stock s on s.sku = v.sku and s.location_id = ${locationId}
      where v.active group by v.product_id
    ) a on a.product_id = p.id
    where ${fits}
    order by place limit ${limit} offset ${offset}`
}

interface Part {
  limit: number
  offset: number
}

/**
 * Ids and places of a page of a list, walked in its order until the page is full, so that a page costs the same in a
 * large shop: first what is in stock; what is sold out only where that does not fill the page.
 */
function walked(ctx: Context, locationId: string, filters: Filters & { sortby: Sort }, { limit, offset }: Part): SQL {
  const here = inStock(locationId)
  const isShort = sql`(select count(*) from first) < ${limit}`
  // Only asked where it is needed: it counts the whole list.
  const before = sql`case when ${isShort}
    then (select count(*) from products p where ${isListed(ctx, filters)} and ${here}) else 0 end`
  const most = limit + offset
  const first = inOrder(ctx, filters, { also: here, most, part: sql`limit ${limit} offset ${offset}` })
  const rest = inOrder(ctx, filters, {
    also: sql`${isShort} and not ${here}`,
    most,
    part: sql`limit ${limit} offset ${offset === 0 ? sql`0` : sql`greatest(0, ${offset} - ${before})`}`,
  })
  return sql`with first as materialized (${first})
    select id, place from (
      select id, row_number() over () as place from first
      union all select id, ${limit} + row_number() over () from (${rest}) rest
    ) both_parts order by place limit ${limit}`
}

/** Ids of a list in its order, as far as wanted: a category's are found in the owner's order without sorting them. */
function inOrder(
  ctx: Context,
  { sortby, ...filters }: Filters & { sortby: Sort },
  { also, most, part }: { also: SQL; most: number; part: SQL },
): SQL {
  const { categoryName, ...others } = filters
  const isOwners = sortby === 'default' || sortby === 'date'
  if (!isOwners || !isCategory(categoryName)) {
    return sql`select p.id from products p where ${isListed(ctx, filters)} and ${also} order by ${orders[sortby]}, p.id ${part}`
  }
  return sql`select id from (
      select distinct found.id, found.position from (select id from ${categoryAndBelow(categoryName)} below) c
      cross join lateral (
        select p.id, pc.product_position as position
        from product_categories pc join products p on p.id = pc.product_id
        where pc.category_id = c.id and ${isListedAnywhere(ctx, others)} and ${also}
        order by pc.product_position, pc.product_id limit ${most}
      ) found
    ) p order by p.position, p.id ${part}`
}

/** The rows behind the cards of a page: its ids and their places. */
function readRowsOf(ctx: Context, locationId: string, page: SQL): Promise<CardRow[]> {
  return readRows<CardRow>(
    ctx,
    sql`with page as (${page})
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

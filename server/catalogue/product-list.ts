import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import type { ProductCard, ProductPage, Sort } from '#contract/catalogue.ts'
import { maxPageSize, productPageSize, signatureTag } from '#contract/constants.ts'
import type { Context } from '#server/platform/context.ts'
import { plannedRows } from '#server/platform/database/prepared-queries.ts'
import { recordTopics } from '#server/platform/topics.ts'
import { settings } from '#server/settings/settings.ts'
import type { CardRow } from './card.ts'
import { toCard } from './card.ts'
import { piecesLeft } from './queries.ts'
import { withCustomPlans } from './search/query-plans.ts'
import { nameInOrder } from './tables.ts'

/** Filters of a list; unknown ids give an empty list. */
export interface Filters {
  /**
   * The ids of a category and its descendants, see `categoryFilterIds`; undefined for all products, with or without a
   * category.
   */
  categories?: string[] | undefined
  /** Whether these categories have many products; undefined if unknown. */
  haveMany?: boolean
  brandName?: string
  tagName?: string
  clearance?: boolean
  productType?: 'STANDARD' | 'MEMBERSHIP'
  /** A shopper's filters as a condition on product `p`, see `filters.ts`. */
  narrowed?: SQL | undefined
}

export interface Paging {
  infiniteLoad?: boolean
  numberToLoad?: number
  startingPosition: number
}

interface Part {
  limit: number
  offset: number
}

const newForDays = 14
/**
 * The index has only each product's lowest price, but some products show a higher price. To find the price at which the
 * page ends, the query therefore reads more products than the page needs, by this factor.
 */
const priceReadFactor = 2
/**
 * The maximum number of further candidates for a page: products that may show a higher price, because their cheapest
 * variants are sold out. With this limit, PostgreSQL uses the index.
 */
const maxCostlier = 100

/**
 * If the categories have at most this many products, the query sorts them. If they have more, it reads an index that is
 * already in the list's order.
 */
const maxSorted = 500

/** Returns the rows of a query. */
export async function readRows<Row>(ctx: Context, query: SQL): Promise<Row[]> {
  // The driver returns an object with `rows`. The caller states the row type of its SQL.
  return ((await ctx.db.execute(query)) as { rows: Row[] }).rows
}

/** The position after all existing records of the table. */
export async function nextPosition(ctx: Context, table: 'categories' | 'products'): Promise<number> {
  const [last] = await readRows<{ position: number }>(
    ctx,
    sql`select coalesce(max(position) + 1, 0)::int as position from ${sql.identifier(table)}`,
  )
  return last?.position ?? 0
}

/** Whether product `p` is published. Does not check for an active variant, because `putProducts` guarantees one. */
export function publishedCondition(ctx: Context): SQL {
  return sql`p.record_status = 'ACTIVE' and p.published_at <= ${now(ctx)}`
}

/** The SQL condition that product `p` fits the filters, for lists and counts. */
export function listedCondition(ctx: Context, { categories, haveMany, ...others }: Filters): SQL {
  const listed = listedAnywhereCondition(ctx, others)
  if (!categories) return listed
  const fromCategories = sql`from product_categories pc where pc.category_id in ${idList(categories)}`
  // If the categories have many products, reading the list in order finds enough of them soon. If they have few,
  // sorting them is faster. A generic plan cannot know which case applies, so `haveMany` chooses the form of the
  // condition.
  if (haveMany) return sql`${listed} and exists (select 1 ${fromCategories} and pc.product_id = p.id offset 0)`
  if (haveMany === false) return sql`${listed} and p.id = any (array(select pc.product_id ${fromCategories}))`
  return sql`${listed} and p.id in (select pc.product_id ${fromCategories})`
}

function listedAnywhereCondition(ctx: Context, filters: Omit<Filters, 'categories'>): SQL {
  recordTopics(ctx, 'lists')
  const { brandName, tagName, clearance, productType = 'STANDARD', narrowed } = filters
  const rules = [publishedCondition(ctx), sql`p.type = ${productType}`]
  if (brandName !== undefined) rules.push(sql`p.brand_id = ${brandName}`)
  if (tagName !== undefined) rules.push(tagCondition(tagName))
  if (clearance !== undefined) rules.push(sql`p.clearance = ${clearance}`)
  if (narrowed) rules.push(narrowed)
  return sql.join(rules, sql` and `)
}

/** A list of ids for `in`; an empty list matches nothing. */
const idList = (ids: string[]) => (ids.length > 0 ? ids : sql`(null)`)

/** Whether product `p` has a tag. */
export function tagCondition(tagId: string): SQL {
  return sql`p.id in (select product_id from product_tags where tag_id = ${tagId})`
}

/**
 * The SQL order of each sort order that has an index. Sorting by price is missing here, because `priceOrderedQuery`
 * does it.
 */
const orders: Record<Exclude<Sort, 'price_asc' | 'price_desc'>, SQL> = {
  default: sql`p.position`,
  date: sql`p.position`,
  newest: sql`p.published_at desc nulls last`,
  best_selling: sql`p.sold desc nulls last, p.position`,
  name: nameInOrder,
}

/** The SQL condition that at least one variant of product `p` is for sale at a store. */
export function inStock(locationId: string): SQL {
  return sql`coalesce((select true from variants v left join stock s on s.sku = v.sku and s.location_id = ${locationId}
    where v.product_id = p.id and v.active and ${buyableCondition} limit 1), false)`
}

/**
 * The SQL condition that product `p` shows its lowest price, because a variant with that price is for sale at the
 * store.
 */
function lowestPriceBuyable(locationId: string): SQL {
  return sql`coalesce((select true from variants v left join stock s on s.sku = v.sku and s.location_id = ${locationId}
    where v.product_id = p.id and v.active and v.price = p.price_from and ${buyableCondition} limit 1), false)`
}

/** Whether variant `v` with stock `s` is for sale. */
export const buyableCondition = sql`((not v.counted or s.on_hand > s.held) and s.sold_out is not true)`

/**
 * SQL that evaluates an expression for the variant whose price product `p` shows. As in `toCard`, that is the cheapest
 * variant for sale, or the cheapest of all if none is for sale.
 */
export function shownVariant(locationId: string, what: SQL): SQL {
  return sql`(select ${what} from variants v left join stock s on s.sku = v.sku and s.location_id = ${locationId}
    where v.product_id = p.id and v.active
    order by ${buyableCondition} is true desc, v.price, v.position, v.sku limit 1)`
}

/** Reads a page of a list in the order `sortby`. Sold-out products come last. */
export async function readPage(
  ctx: Context,
  locationId: string,
  { filters, paging }: { filters: Filters & { sortby: Sort }; paging: Paging },
): Promise<ProductPage> {
  const { startingPosition } = paging
  const numberToLoad = paging.numberToLoad ?? defaultPageSize(filters, paging)
  const haveMany = await findHaveMany(ctx, filters)
  const page = pageQuery(ctx, locationId, {
    filters: { ...filters, ...haveMany },
    part: { limit: numberToLoad + 1, offset: startingPosition },
  })
  const read = (ctx: Context) => readCards(ctx, locationId, page)
  const products = await (hasFilter(filters) ? withCustomPlans(ctx, read) : read(ctx))
  return {
    products: products.slice(0, numberToLoad),
    startingPosition,
    numberToLoad,
    hasMore: products.length > numberToLoad,
  }
}

function defaultPageSize({ productType }: Filters, { infiniteLoad }: Paging): number {
  if (infiniteLoad !== false) return productPageSize
  return productType === 'MEMBERSHIP' ? allMemberships : maxPageSize
}

/** The page size for memberships with `infiniteLoad=false`. The page has all of them, because no shop has more. */
const allMemberships = 10_000

/**
 * Whether the list has a filter that can match most products or almost none. The best plan then depends on the filter's
 * values, so the query must not use a generic plan. Filters by category need no check here, because `findHaveMany`
 * chooses the query for them.
 */
const hasFilter = ({ brandName, tagName, clearance, narrowed }: Filters) =>
  [brandName, tagName, clearance, narrowed].some((filter) => filter !== undefined)

/**
 * Whether the categories of a list contain many products. Only needed for sort orders that have no index by category.
 */
async function findHaveMany(
  ctx: Context,
  { categories, sortby }: Filters & { sortby: Sort },
): Promise<Pick<Filters, 'haveMany'>> {
  if (!categories || isManualOrder(sortby)) return {}
  const rowsBeyondLimit = await readRows(
    ctx,
    sql`select 1 from product_categories where category_id in ${idList(categories)} offset ${maxSorted} limit 1`,
  )
  return { haveMany: rowsBeyondLimit.length > 0 }
}

const isManualOrder = (sort: Sort) => sort === 'default' || sort === 'date'

/** The empty page of a shop without an open store. */
export function emptyPage({ startingPosition, numberToLoad = productPageSize }: Paging): ProductPage {
  return { products: [], startingPosition, numberToLoad, hasMore: false }
}

/** Reads the cards of the products with these `ids`, in this order. Leaves out products that are not published. */
export async function readCardsByIds(ctx: Context, locationId: string, ids: string[]): Promise<ProductCard[]> {
  return ids.length === 0 ? [] : toCards(ctx, await readCardRowsByIds(ctx, locationId, ids))
}

/** Reads cards of the products whose `id` and `place` a query selects, in one round trip. */
export async function readCards(ctx: Context, locationId: string, page: SQL): Promise<ProductCard[]> {
  const rows = await readRows<CardRow>(ctx, cardQuery(ctx, locationId, page))
  recordTopics(ctx, ...rows.map(({ id }) => `product ${id}` as const))
  return toCards(ctx, rows)
}

/** Converts card rows to cards. If the owner hides the numbers of sold pieces, the cards get 0 instead. */
export async function toCards(ctx: Context, rows: CardRow[]): Promise<ProductCard[]> {
  const { showSoldCounts } = (await settings(ctx)).system.appConfig
  return rows.map((row) => toCard(showSoldCounts ? row : { ...row, sold: 0 }))
}

/** Selects the published products among `ids`, each with its `place` in `ids`. */
function publishedByIds(ctx: Context, ids: string[]): SQL {
  return sql`select p.id, w.place from json_array_elements_text(${JSON.stringify(ids)}::json) with ordinality as w(id,
    place)
    join products p on p.id = w.id where ${publishedCondition(ctx)}`
}

/**
 * Selects the product ids of one page, each with its position in the list. The query reads the list in order until the
 * page is full, so the cost does not grow with the shop. Products in stock come first. Sold-out products fill the rest
 * of the page.
 */
function pageQuery(
  ctx: Context,
  locationId: string,
  { filters, part: { limit, offset } }: { filters: Filters & { sortby: Sort }; part: Part },
): SQL {
  const stockCondition = inStock(locationId)
  const shortPage = sql`(select count(*) from first) < ${limit}`
  // PostgreSQL evaluates this count only if the page is short, because counting reads the whole list.
  const inStockCount = sql`case when ${shortPage}
    then (select count(*) from products p where ${listedCondition(ctx, filters)} and ${stockCondition}) else 0 end`
  const first = inStockQuery(ctx, locationId, { filters, part: { limit, offset } })
  const rest = orderedQuery(ctx, filters, {
    also: sql`${shortPage} and not ${stockCondition}`,
    most: limit + offset,
    part: sql`limit ${limit} offset ${offset === 0 ? sql`0` : sql`greatest(0, ${offset} - ${inStockCount})`}`,
  })
  return sql`with first as materialized (${first})
    select id, place from (
      select id, row_number() over () as place from first
      union all select id, ${limit} + row_number() over () from (${rest}) rest
    ) both_parts order by place limit ${limit}`
}

function inStockQuery(
  ctx: Context,
  locationId: string,
  { filters, part: { limit, offset } }: { filters: Filters & { sortby: Sort }; part: Part },
): SQL {
  const { sortby } = filters
  if (sortby === 'price_asc' || sortby === 'price_desc') {
    return priceOrderedQuery(ctx, locationId, { filters, isRising: sortby === 'price_asc', part: { limit, offset } })
  }
  return orderedQuery(ctx, filters, {
    also: inStock(locationId),
    most: limit + offset,
    part: sql`limit ${limit} offset ${offset}`,
  })
}

/**
 * Selects the ids of products in stock, sorted by the price that they show. An index sorts products only by their
 * lowest price, but a product shows a higher price if its cheapest variants are sold out. So the query `near` first
 * reads more products than the page needs, in the order of the index. `last` is the price at which the page would end
 * if it had only products of `near`. The query then selects these products:
 * - products whose lowest price comes before `last` in the order
 * - products whose lowest price equals `last`; the first ones by id are enough
 * - if the highest price comes first: products that show a higher price, because their cheapest variants are sold out
 */
function priceOrderedQuery(
  ctx: Context,
  locationId: string,
  { filters, isRising, part: { limit, offset } }: { filters: Filters; isRising: boolean; part: Part },
): SQL {
  const most = limit + offset
  const price = shownVariant(locationId, sql`v.price`)
  const listed = listedCondition(ctx, filters)
  const inStockListed = sql`${listed} and ${inStock(locationId)}`
  const order = isRising ? sql`` : sql`desc`
  const last = sql`(select price from last)`
  const betterPrice = isRising
    ? sql`p.price_from < coalesce(${last}, ${2 ** 31 - 1})`
    : sql`p.price_from > coalesce(${last}, -1)`
  const costlier = sql`union all
      select p.id, ${price} from (
        select * from products p where ${listed} and p.price_from < p.price_to and p.price_to >= ${last}
        and p.price_from <= ${last}
        order by p.price_to limit ${maxCostlier}
      ) p where not ${lowestPriceBuyable(locationId)} and ${price} > p.price_from`
  return sql`with near as materialized (
      select ${price} as price from products p where ${inStockListed} order by p.price_from ${order}
      limit ${most * priceReadFactor}
    ), last as materialized (select price from near order by price ${order} limit 1 offset ${most - 1})
    select id from (
      (select p.id, ${price} as price from products p where ${inStockListed} and ${betterPrice}
        order by p.price_from ${order} limit ${most * priceReadFactor + maxCostlier})
      union all
      (select p.id, p.price_from from products p
        where ${listed} and p.price_from = ${last} and ${lowestPriceBuyable(locationId)} order by p.id limit ${most})
      ${isRising ? sql`` : costlier}
    ) p order by p.price ${order}, p.id limit ${limit} offset ${offset}`
}

/**
 * Selects the ids of a list in the requested order. For a list of categories in the sequence that the owner chose, the
 * query reads only the first `most` products of each category from an index, and sorts these products.
 */
function orderedQuery(
  ctx: Context,
  { sortby, ...filters }: Filters & { sortby: Sort },
  { also, most, part }: { also: SQL; most: number; part: SQL },
): SQL {
  const { categories, ...others } = filters
  if (!isManualOrder(sortby) || !categories) {
    return sql`select p.id from products p where ${listedCondition(ctx, filters)} and ${also}
      order by ${sortKey(sortby)}, p.id ${part}`
  }
  return sql`select id from (${categoryProductsQuery(
    categories,
    sql`${listedAnywhereCondition(ctx, others)}
    and ${also}`,
    most,
  )}) p
    order by p.position, p.id ${part}`
}

/**
 * Selects `id` and `position` of the first `most` products `p` of each category that meet `condition`, in the sequence
 * that the owner chose. Each product appears once.
 */
export function categoryProductsQuery(categories: string[] | SQL, condition: SQL, most: number): SQL {
  const ids = Array.isArray(categories)
    ? sql`select value as id from json_array_elements_text(${JSON.stringify(categories)}::json)`
    : categories
  return sql`select distinct found.id, found.position from (${ids}) c
    cross join lateral (
      select p.id, pc.product_position as position
      from product_categories pc join products p on p.id = pc.product_id
      where pc.category_id = c.id and ${condition}
      order by pc.product_position, pc.product_id limit ${most}
    ) found`
}

/**
 * The `from` clause, joins and conditions of a query for products `p` of a list. The query returns each product once.
 * If the list has at least `most` products, the query returns at least `most`.
 */
export function fromListed(ctx: Context, { categories, ...others }: Filters, most: number): SQL {
  const condition = listedAnywhereCondition(ctx, others)
  if (!categories) return sql`from products p where ${condition}`
  // Reads one category after the other until there are enough products. A product in several categories is read only in
  // the category with the lowest id.
  return sql`from products p join (
      select found.id from json_array_elements_text(${JSON.stringify(categories)}::json) c
      cross join lateral (
        select p.id from product_categories pc join products p on p.id = pc.product_id
        where pc.category_id = c.value and ${condition} and not exists (
          select 1 from product_categories other
          where other.product_id = p.id and other.category_id in ${idList(categories)} and other.category_id < c.value)
        order by pc.product_position, pc.product_id limit ${most}
      ) found limit ${most}
    ) some_ids on some_ids.id = p.id`
}

/**
 * The SQL sort key. Sorting by price uses a product's lowest price, which is also the price that a sold-out product
 * shows.
 */
function sortKey(sort: Sort): SQL {
  if (sort === 'price_asc') return sql`p.price_from`
  return sort === 'price_desc' ? sql`p.price_from desc` : orders[sort]
}

const readPlanned = plannedRows(1)

/** Reads the card rows of the products with these `ids`, in this order. Leaves out products that are not published. */
export function readCardRowsByIds(ctx: Context, locationId: string, ids: string[]): Promise<CardRow[]> {
  recordTopics(ctx, ...ids.map((id) => `product ${id}` as const))
  return readPlanned(ctx.db, cardQuery(ctx, locationId, publishedByIds(ctx, ids)))
}

function cardQuery(ctx: Context, locationId: string, page: SQL): SQL {
  return sql`with page as (${page})
    select p.id, p.name, p.summary, p.images->0 as image, p.sold_by as "soldBy", p.measure, to_json(p.diet) as diet,
      p.clearance, p.clearance_reason as "clearanceReason", p.best_before::text as "bestBefore", p.windows,
      ${newProductCondition(ctx)} as "isNew", p.sold,
      exists (select 1 from product_tags t where t.product_id = p.id and t.tag_id = ${signatureTag}) as "isSignature",
      (select json_build_object('id', b.id, 'name', b.name) from brands b where b.id = p.brand_id) as brand,
      p.quantity_step > 1 or p.min_quantity > 1 or p.cross_border
      or exists (select 1 from product_modifier_groups g where g.product_id = p.id) as "hasChoices",
      (select json_agg(json_build_object('sku', v.sku, 'optionPair', v.option_pair, 'price', v.price,
          'compareAtPrice', v.compare_at_price, 'memberPrice', v.member_price, 'currency', v.currency, 'image',
          v.image, 'left', ${piecesLeft})
          order by v.position, v.sku)
        from variants v left join stock s on s.sku = v.sku and s.location_id = ${locationId}
        where v.product_id = p.id and v.active) as variants
    from page join products p on p.id = page.id
    order by page.place`
}

/**
 * The SQL condition that product `p` is new: that it was published in the last `newForDays` days. A membership is never
 * new. If the shop has only products from these days, none is new. Otherwise a shop that just opened would show all its
 * products as new.
 */
function newProductCondition(ctx: Context): SQL {
  const since = sql`${now(ctx)} - make_interval(days => ${newForDays})`
  // Reads the publication time of the oldest product from the index. An `exists` query for an older product would read
  // all products if there is none.
  const oldest = sql`(select min(o.published_at) from products o where o.record_status = 'ACTIVE')`
  return sql`(p.type <> 'MEMBERSHIP' and p.published_at > ${since} and coalesce(${oldest} <= ${since}, false))`
}

/** The time of the shop's clock as a query parameter. */
export function now(ctx: Context): SQL {
  return sql`${ctx.app.now().toISOString()}::timestamptz`
}

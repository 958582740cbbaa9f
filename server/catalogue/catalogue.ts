import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type {
  ProductCard,
  ProductCount,
  ProductDetail,
  ProductPage,
  catalogue as schemas,
} from '#contract/catalogue.ts'
import { maxPageSize, maxQuantity } from '#contract/constants.ts'
import { publishedPieces } from '#contract/quantities.ts'
import * as locations from '#server/locations/locations.ts'
import type { Context } from '#server/platform/context.ts'
import { inParallel } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { recordTopics } from '#server/platform/topics.ts'
import { sameChoice, stockState } from './card.ts'
import { cachedCount, countListed } from './counts.ts'
import { failMissing, readDetail } from './detail.ts'
import { computeFacets, loadShopFacts, shopperCondition } from './filters.ts'
import { categoryFilterIds } from './groups.ts'
import {
  categoryProductsQuery,
  emptyPage,
  fromListed,
  inStock,
  listedCondition,
  publishedCondition,
  readCards,
  readCardsByIds,
  readPage,
  readRows,
} from './product-list.ts'
import { piecesLeft } from './queries.ts'

export type { Buyable } from './buyables.ts'
export { prepareBuyables } from './buyables.ts'
export { brands, categories, category, tag } from './groups.ts'
export { lockSoldOutMarks } from './mark-copies.ts'
export { hashOf, isOwnText, lockPicture, picturesIn, recordPictures, setRemovedAt } from './pictures.ts'
export { readRows } from './product-list.ts'
export { hasPrices, rates, removeOtherRates, setRate, shopCurrency } from './rates.ts'
export { findContestedHolders, recordingRefusals } from './refusals.ts'
export { createMatcher, search, searchCount } from './search/results.ts'
export * as sitemap from './sitemap.ts'
export * as stock from './stock.ts'

type Input<Name extends keyof typeof schemas> = z.output<(typeof schemas)[Name]['input']>

const maxRelated = 12
/**
 * Lists of at most `maxFacetProducts` products have facets with numbers. If the cached count of a list is higher,
 * `computeFacets` examines only `facetSampleSize` products, and the facets have no numbers.
 */
const maxFacetProducts = 1000
const facetSampleSize = 700

/**
 * Returns a page of published products, sold-out ones last. Returns an empty page for an unknown category, brand or
 * tag, or if no store is open.
 */
export async function list(ctx: Context, input: Input<'list'>): Promise<ProductPage> {
  const location = await locations.currentOrNone(ctx)
  if (!location) return emptyPage(input)
  return readPage(ctx, location.id, { filters: await loadFilters(ctx, location.id, input), paging: input })
}

/** Counts the products that `list` would return; on request also returns facets. */
export async function count(ctx: Context, input: Input<'count'>): Promise<ProductCount> {
  const location = await locations.currentOrNone(ctx)
  if (!location) return { count: 0 }
  const [filters, shop] = await inParallel(loadFilters(ctx, location.id, input), loadShopFacts(ctx))
  const unfiltered = { ...filters, narrowed: undefined }
  const most = ((await cachedCount(ctx, unfiltered)) ?? 0) > maxFacetProducts ? facetSampleSize : maxFacetProducts
  const [countResult, facetResult] = await inParallel(
    countListed(ctx, filters, input.upTo),
    input.facets
      ? computeFacets(ctx, location.id, { of: fromListed(ctx, unfiltered, most + 1), wanted: input, most, shop })
      : undefined,
  )
  return facetResult ? { ...countResult, facets: facetResult.facets } : countResult
}

async function loadFilters<ListInput extends Input<'list'> | Input<'count'>>(
  ctx: Context,
  locationId: string,
  input: ListInput,
) {
  const [categories, narrowed] = await inParallel(
    categoryFilterIds(ctx, input.categoryName),
    shopperCondition(ctx, locationId, input),
  )
  return { ...input, categories, narrowed }
}

/**
 * Returns the card of a product, as in lists. Fails with `catalogue.product_archived` if the product is no longer
 * published, and with `catalogue.product_gone` if it is unknown or not published yet.
 */
export async function product(ctx: Context, { id }: Input<'product'>): Promise<ProductCard> {
  const location = await locations.current(ctx)
  const [card] = await readCardsByIds(ctx, location.id, [id])
  return card ?? failMissing(ctx, id)
}

/** Returns a product for its page. Fails like `product`. */
export async function detail(ctx: Context, { id }: Input<'detail'>): Promise<ProductDetail> {
  const location = await locations.current(ctx)
  return readDetail(ctx, location.id, id)
}

/**
 * Returns up to 12 related products: first those chosen by the owner, then those of the same categories. Omits sold-out
 * products and the product itself.
 */
export async function related(ctx: Context, { id }: Input<'related'>): Promise<{ products: ProductCard[] }> {
  const location = await locations.currentOrNone(ctx)
  if (!location) return { products: [] }
  recordTopics(ctx, 'published')
  // Without `shown`, `listedCondition` does not register the topic `lists`, so a change of stock does not clear the
  // cached response. A product that is in stock again may therefore appear here a minute later.
  const condition = sql`${listedCondition({ ...ctx, shown: undefined }, {})} and p.id <> ${id}
    and ${inStock(location.id)}`
  const ownCategories = sql`select category_id as id from product_categories where product_id = ${id}`
  const page = sql`with chosen as (
      select p.id, r.position as by_hand, p.position
      from related_products r join products p on p.id = r.related_id where r.product_id = ${id} and ${condition}
    ), beside as (
      select id, null::int, position from (${categoryProductsQuery(ownCategories, condition, maxRelated * 2)}) p
      where id not in (select id from chosen)
    )
    select id, row_number() over (order by by_hand nulls last, position, id) as place
    from (select * from chosen union all select * from beside) both_kinds order by place limit ${maxRelated}`
  return { products: await readCards(ctx, location.id, page) }
}

/** Returns the cards of those products that are published, in the order of `ids`. */
export async function cards(ctx: Context, ids: string[]): Promise<ProductCard[]> {
  const location = await locations.currentOrNone(ctx)
  return location ? readCardsByIds(ctx, location.id, ids) : []
}

/** Returns products in stock that have the tag and can be added without a choice. A hidden tag is allowed. */
export async function addons(ctx: Context, { tagName }: Input<'addons'>): Promise<{ products: ProductCard[] }> {
  const location = await locations.currentOrNone(ctx)
  if (!location) return { products: [] }
  const page = sql`select p.id, row_number() over (order by p.position, p.id) as place from products p
    where ${listedCondition(ctx, { tagName })} and ${inStock(location.id)}
      and (select count(*) from variants v where v.product_id = p.id and v.active) = 1
      and p.quantity_step = 1 and p.min_quantity = 1 and not p.cross_border
      and not exists (select 1 from product_modifier_groups g where g.product_id = p.id)
    order by place limit ${maxPageSize}`
  return { products: await readCards(ctx, location.id, page) }
}

/**
 * Returns how many pieces of one variant a shopper can buy at the visitor's location. Held pieces and the limit per
 * order reduce this number. Also returns the first day on which the variant can be ready.
 */
export async function inventory(ctx: Context, { id, optionPair }: Input<'inventory'>) {
  const location = await locations.current(ctx)
  recordTopics(ctx, `product ${id}`)
  const variants = await readRows<InventoryRow>(
    ctx,
    sql`select v.sku, v.option_pair as "optionPair", p.max_per_order as "maxPerOrder",
      p.lead_minutes as "leadMinutes", ${piecesLeft} as left
    from products p join variants v on v.product_id = p.id and v.active
    left join stock s on s.sku = v.sku and s.location_id = ${location.id}
    where p.id = ${id} and ${publishedCondition(ctx)}`,
  )
  if (variants.length === 0) fail('catalogue.product_gone')
  const found = variants.find((variant) => sameChoice(variant.optionPair, optionPair)) ?? fail('not_found')
  return {
    sku: found.sku,
    optionPair: found.optionPair,
    locationId: location.id,
    availability: stockState([found]).availability,
    purchasable: found.left === null ? null : publishedPieces(Math.min(found.left, found.maxPerOrder ?? maxQuantity)),
    ready: found.leadMinutes > 0 ? await locations.slots.firstDay(ctx, location, found.leadMinutes) : null,
  }
}

interface InventoryRow {
  sku: string
  optionPair: string
  left: number | null
  maxPerOrder: number | null
  leadMinutes: number
}

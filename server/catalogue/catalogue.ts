import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Facets, ProductCard, ProductDetail, ProductPage, catalogue as schemas } from '#contract/catalogue.ts'
import { maxPageSize, maxQuantity } from '#contract/constants.ts'
import * as locations from '#server/locations/locations.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { sameChoice, stockState } from './card.ts'
import { readDetail, refuseMissing } from './detail.ts'
import { facets, narrowedBy } from './filters.ts'
import { hasTag, isListed, isPublished, left, noPage, orderBy, readCards, readPage, readRows } from './listing.ts'

export type { Buyable } from './buyables.ts'
export { buyablesOf } from './buyables.ts'
export { matcherOf, search, searchCount } from './finding.ts'
export { brands, categories, category, tag } from './groups.ts'
export { setShopCurrency, shopCurrency } from './rates.ts'
export * as sitemap from './sitemap.ts'

type Input<Name extends keyof typeof schemas> = z.output<(typeof schemas)[Name]['input']>

const relatedShown = 12

/** A page of published products, sold-out last. Unknown categories, brands and tags give an empty one, as does a shop without an open store. */
export async function list(ctx: Context, input: Input<'list'>): Promise<ProductPage> {
  const location = await locations.currentOrNone(ctx)
  if (!location) return noPage(input)
  return readPage(ctx, location.id, { ...input, narrowed: await narrowedBy(ctx, location.id, input) }, input)
}

/** How many products the same filters give and, where asked for, by what they can be narrowed. */
export async function count(ctx: Context, input: Input<'count'>): Promise<{ count: number; facets?: Facets }> {
  const location = await locations.currentOrNone(ctx)
  if (!location) return { count: 0 }
  const [counted, choices] = await Promise.all([
    narrowedBy(ctx, location.id, input).then((narrowed) => countListed(ctx, isListed(ctx, { ...input, narrowed }))),
    input.facets ? facets(ctx, location.id, input) : undefined,
  ])
  return choices ? { ...counted, facets: choices } : counted
}

/** A product as lists show it: `catalogue.product_gone` if it isn't published, `catalogue.product_archived` if it is not any more. */
export async function product(ctx: Context, { id }: Input<'product'>): Promise<ProductCard> {
  const location = await locations.current(ctx)
  const fits = sql`p.id = ${id} and ${isPublished(ctx)}`
  const [card] = await readCards(ctx, location.id, { fits })
  return card ?? refuseMissing(ctx, id)
}

/** A product as its page shows it; refused as `product` is. */
export async function detail(ctx: Context, { id }: Input<'detail'>): Promise<ProductDetail> {
  const location = await locations.current(ctx)
  return readDetail(ctx, location.id, id)
}

/** Up to 12: chosen by hand first, then of the same categories; never sold out, never itself. */
export async function related(ctx: Context, { id }: Input<'related'>): Promise<{ products: ProductCard[] }> {
  const location = await locations.currentOrNone(ctx)
  if (!location) return { products: [] }
  const byHand = sql`(select r.position from related_products r where r.product_id = ${id} and r.related_id = p.id)`
  const sharesCategory = sql`p.id in (select other.product_id from product_categories own
    join product_categories other on other.category_id = own.category_id where own.product_id = ${id})`
  const fits = sql`${isListed(ctx, {})} and p.id <> ${id} and a.in_stock and (${byHand} is not null or ${sharesCategory})`
  const order = sql`${byHand} nulls last, p.position, p.id`
  return { products: await readCards(ctx, location.id, { fits, order, limit: relatedShown }) }
}

/** Those of these products that can be seen, in the order asked for. */
export async function cards(ctx: Context, ids: string[]): Promise<ProductCard[]> {
  const location = await locations.currentOrNone(ctx)
  if (!location || ids.length === 0) return []
  const asked = sql`array_position(${sql.param(ids)}::text[], p.id)`
  const fits = sql`${isPublished(ctx)} and ${asked} is not null`
  return readCards(ctx, location.id, { fits, order: asked, limit: ids.length })
}

/** Products with a tag, hidden ones too, that are in stock and can be added at one tap. */
export async function addons(ctx: Context, { tagName }: Input<'addons'>): Promise<{ products: ProductCard[] }> {
  const location = await locations.currentOrNone(ctx)
  if (!location) return { products: [] }
  const fits = sql`${isListed(ctx, {})} and ${hasTag(tagName)} and a.in_stock and a.variants = 1
    and not exists (select 1 from product_modifier_groups g where g.product_id = p.id)`
  return { products: await readCards(ctx, location.id, { fits, order: orderBy('default'), limit: maxPageSize }) }
}

/** What can be bought of one variant at the visitor's location, after holds and the limit per order. */
export async function inventory(ctx: Context, { id, optionPair }: Input<'inventory'>) {
  const location = await locations.current(ctx)
  const variants = await readRows<{ sku: string; optionPair: string; left: number | null; maxPerOrder: number | null }>(
    ctx,
    sql`select v.sku, v.option_pair as "optionPair", p.max_per_order as "maxPerOrder", ${left} as left
    from products p join variants v on v.product_id = p.id and v.active
    left join stock s on s.sku = v.sku and s.location_id = ${location.id}
    where p.id = ${id} and ${isPublished(ctx)}`,
  )
  if (variants.length === 0) fail('catalogue.product_gone')
  const found = variants.find((variant) => sameChoice(variant.optionPair, optionPair)) ?? fail('not_found')
  return {
    sku: found.sku,
    optionPair: found.optionPair,
    locationId: location.id,
    availability: stockState([found]).availability,
    purchasable: found.left === null ? null : Math.min(found.left, found.maxPerOrder ?? maxQuantity),
  }
}

async function countListed(ctx: Context, fits: ReturnType<typeof isListed>): Promise<{ count: number }> {
  const [row] = await readRows<{ count: number }>(ctx, sql`select count(*)::int as count from products p where ${fits}`)
  return { count: row?.count ?? 0 }
}

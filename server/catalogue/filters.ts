import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import type { Facets } from '#contract/catalogue.ts'
import type { Diet } from '#contract/constants.ts'
import { diets } from '#contract/constants.ts'
import { minorDigits } from '#contract/money.ts'
import type { Text } from '#contract/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { inParallel } from '#server/platform/database/transactions.ts'
import { memoize } from '#server/platform/memo.ts'
import { buyableCondition, inStock, readRows, shownVariant } from './product-list.ts'
import { shopCurrency } from './rates.ts'
import { nameOrder } from './tables.ts'

/** A shopper's filters. Prices are decimal numbers as text; `diet` and `brands` are lists separated by commas. */
export interface ShopperFilters {
  inStock?: boolean | undefined
  onSale?: boolean | undefined
  priceFrom?: string | undefined
  priceTo?: string | undefined
  diet?: string | undefined
  brands?: string | undefined
}

/** Maps each filter to its condition on product `p`. Null means that the filter accepts all products. */
type FilterRules = Record<'stock' | 'sale' | 'price' | 'diet' | 'brand', SQL | null>

/** Builds the condition of a shopper's filters on products `p` at a store; undefined if there are no filters. */
export async function shopperCondition(
  ctx: Context,
  locationId: string,
  filters: ShopperFilters,
): Promise<SQL | undefined> {
  const facts = {
    inStockCondition: inStock(locationId),
    onSaleCondition: sql`p.reduced and ${shownVariant(locationId, reducedCondition)} is true`,
    // Uses one subquery of the variants for both bounds. With a plain `between`, the database would run the subquery
    // for each bound.
    withinCondition: (low: number, high: number) => shownVariant(locationId, sql`v.price between ${low} and ${high}`),
  }
  const rules = Object.values(buildRules(facts, filters, await shopCurrency(ctx))).filter((rule) => rule !== null)
  return rules.length > 0 ? sql.join(rules, sql` and `) : undefined
}

/**
 * The facets of the examined products, and the number of examined products that fit the filters. If `isMany`, `count`
 * is not this number but `most + 1`.
 */
interface FacetResult {
  count: number
  /** Whether there are more products than `computeFacets` examines. If so, the facets have no numbers. */
  isMany: boolean
  facets: Facets
}

/**
 * Computes the facets of some products `p`. The number of a choice says how many products the shopper would get with
 * this choice and all other current filters. Examines at most `most` products. If there are more products, the facets
 * have no numbers. `of` selects the products: it is a query without its `select` clause.
 */
export async function computeFacets(
  ctx: Context,
  locationId: string,
  { of, wanted, most, shop }: { of: SQL; wanted: ShopperFilters; most: number; shop: ShopFacts },
): Promise<FacetResult> {
  const facts = {
    inStockCondition: sql`shown.in_stock`,
    onSaleCondition: sql`shown.on_sale`,
    withinCondition: priceWithin(sql`shown.price`),
  }
  const { currency } = shop
  const rules = buildRules(facts, wanted, currency)
  const orTrue = (rule: SQL | null) => rule ?? sql`true`
  const manyCondition = sql`(select is_many from size)`
  // A chosen filter is listed even if no examined product has it, so that the shopper can remove it.
  const chosenDiets = wanted.diet?.split(',') ?? []
  const chosenBrands = wanted.brands?.split(',') ?? []
  const [row] = await readRows<FacetRow>(
    ctx,
    sql`with seen as materialized (
      select p.id, p.brand_id, p.diet, p.reduced, p.price_from, p.price_to ${of} limit ${most + 1}
    ), size as materialized (
      select count(*) > ${most} as is_many from seen
    ), judged as materialized (
      select p.brand_id, p.diet, shown.*, ${orTrue(rules.stock)} as fits_stock, ${orTrue(rules.sale)} as fits_sale,
        ${orTrue(rules.price)} as fits_price, ${orTrue(rules.diet)} as fits_diet, ${orTrue(rules.brand)} as fits_brand
      from seen p left join lateral ${shownVariant(
        locationId,
        sql`${buyableCondition} is true as in_stock, p.reduced and ${reducedCondition} is true as on_sale, v.price`,
      )} shown on true where not ${manyCondition}
    )
    select ${manyCondition} as "isMany",
      case when ${manyCondition} then (select min(price_from) from seen) else min(price) end as "priceFrom",
      case when ${manyCondition} then (select max(price_to) from seen) else max(price) end as "priceTo",
      (count(*) filter (where fits_stock and fits_sale and fits_price and fits_diet and fits_brand))::int as count,
      (count(*) filter (where in_stock and fits_sale and fits_price and fits_diet and fits_brand))::int as "inStock",
      (count(*) filter (where on_sale and fits_stock and fits_price and fits_diet and fits_brand))::int as "onSale",
      coalesce((select json_object_agg(diet, number) from (
        select d.diet, sum(fits)::int as number from (
          select diet, (fits_stock and fits_sale and fits_price and fits_diet and fits_brand)::int as fits from judged
          union all select diet, 0 from seen where ${manyCondition}
        ) p, unnest(p.diet) as d(diet) group by d.diet) by_diet), '{}') as diets,
      coalesce((select json_object_agg(brand_id, number) from (
        select brand_id, sum(fits)::int as number from (
          select brand_id, (fits_stock and fits_sale and fits_price and fits_diet)::int as fits from judged
          union all select brand_id, 0 from seen where ${manyCondition}
        ) p where brand_id is not null group by brand_id) by_brand), '{}') as brands
    from judged`,
  )
  if (!row) throw new Error('no row of counts')
  const countOrNull = (number: number) => (row.isMany ? null : number)
  const brandNumbers = new Map(Object.entries(row.brands))
  return {
    count: row.isMany ? most + 1 : row.count,
    isMany: row.isMany,
    facets: {
      inStock: countOrNull(row.inStock),
      onSale: countOrNull(row.onSale),
      price:
        row.priceFrom === null || row.priceTo === null
          ? null
          : { from: { amount: row.priceFrom, currency }, to: { amount: row.priceTo, currency } },
      diets: diets
        .filter((id) => row.diets[id] !== undefined || chosenDiets.includes(id))
        .map((id) => ({ id, count: countOrNull(row.diets[id] ?? 0) })),
      brands: shop.brands
        .filter(({ id }) => brandNumbers.has(id) || chosenBrands.includes(id))
        .map((brand) => ({ ...brand, count: countOrNull(brandNumbers.get(brand.id) ?? 0) })),
    },
  }
}

interface FacetRow {
  isMany: boolean
  count: number
  priceFrom: number | null
  priceTo: number | null
  inStock: number
  onSale: number
  diets: Partial<Record<Diet, number>>
  brands: Record<string, number>
}

/** The shop's data for facets. */
export interface ShopFacts {
  currency: string
  brands: { id: string; name: Text }[]
}

/** Reads the data for facets; outside a transaction it comes from a cache. */
export async function loadShopFacts(ctx: Context): Promise<ShopFacts> {
  const [currency, brands] = await inParallel(shopCurrency(ctx), brandNames(ctx))
  return { currency, brands }
}

const brandNames = memoize((ctx) =>
  readRows<{ id: string; name: Text }>(ctx, sql`select b.id, b.name from brands b order by ${brandOrder}`),
)

/** The SQL order of brands `b`, by name. */
export const brandOrder = sql`${nameOrder(sql.raw('b.name'))}, b.id`

/** SQL conditions that decide whether a product at a store fits the filters. */
interface ProductFacts {
  inStockCondition: SQL
  onSaleCondition: SQL
  withinCondition: (low: number, high: number) => SQL
}

const priceWithin = (price: SQL) => (low: number, high: number) => sql`${price} between ${low} and ${high}`

function buildRules(facts: ProductFacts, filters: ShopperFilters, currency: string): FilterRules {
  const { onSale, diet, brands } = filters
  return {
    stock: filters.inStock ? facts.inStockCondition : null,
    sale: onSale ? facts.onSaleCondition : null,
    price: priceRule(facts.withinCondition, filters, currency),
    diet: diet ? sql`p.diet @> array[${sql.join(sqlList(diet), sql`, `)}]::text[]` : null,
    brand: brands ? sql`p.brand_id in (${sql.join(sqlList(brands), sql`, `)})` : null,
  }
}

const sqlList = (words: string) => words.split(',').map((word) => sql`${word}`)

function priceRule(
  withinCondition: ProductFacts['withinCondition'],
  { priceFrom, priceTo }: ShopperFilters,
  currency: string,
): SQL | null {
  if (priceFrom === undefined && priceTo === undefined) return null
  const unit = 10 ** minorDigits(currency)
  const amount = (text: string) => Math.min(Math.round(Number(text) * unit), 2 ** 31 - 1)
  const [low, high] = [amount(priceFrom ?? '0'), amount(priceTo ?? '9999999')]
  return sql`p.price_from <= ${high} and p.price_to >= ${low} and ${withinCondition(low, high)}`
}

const reducedCondition = sql`v.compare_at_price > v.price`

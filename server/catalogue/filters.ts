import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import type { Facets } from '#contract/catalogue.ts'
import type { Diet } from '#contract/constants.ts'
import { diets } from '#contract/constants.ts'
import { minorDigits } from '#contract/money.ts'
import type { Text } from '#contract/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { inStock, ofShownVariant, readRows } from './listing.ts'
import { shopCurrency } from './rates.ts'

/** What a shopper narrows a list by; prices as people write them, several ids with commas between. */
export interface Narrowing {
  inStock?: boolean | undefined
  onSale?: boolean | undefined
  priceFrom?: string | undefined
  priceTo?: string | undefined
  diet?: string | undefined
  brands?: string | undefined
}

/** A choice on product `p` each; where nothing is chosen it is `null`, and all fit. */
type Rules = Record<'stock' | 'sale' | 'price' | 'diet' | 'brand', SQL | null>

/** So many products are not counted choice by choice any more, so that a list costs the same in a large shop: they show what there is. */
export const mostJudged = 1001

/** What narrows a list of products `p` at a store, as one condition; nothing where nothing is chosen. */
export async function narrowedBy(ctx: Context, locationId: string, wanted: Narrowing): Promise<SQL | undefined> {
  const rules = Object.values(await rulesOf(ctx, locationId, wanted)).filter((rule) => rule !== null)
  return rules.length > 0 ? sql.join(rules, sql` and `) : undefined
}

/** By what some products `p`, `mostJudged` at most, can be narrowed: how many each choice would leave, the other choices staying. `of`: a query of them from its `from` on. */
export async function facets(ctx: Context, locationId: string, of: SQL, wanted: Narrowing): Promise<Facets> {
  const [rules, currency] = await Promise.all([rulesOf(ctx, locationId, wanted), shopCurrency(ctx)])
  const column = (rule: SQL | null) => rule ?? sql`true`
  const [row] = await readRows<FacetRow>(
    ctx,
    sql`with judged as materialized (
      select p.brand_id, p.diet, ${inStock(locationId)} as in_stock, ${isOnSale(locationId)} as on_sale,
        ${shownPrice(locationId)} as price, ${column(rules.stock)} as fits_stock, ${column(rules.sale)} as fits_sale,
        ${column(rules.price)} as fits_price, ${column(rules.diet)} as fits_diet, ${column(rules.brand)} as fits_brand
      ${of}
    )
    select count(*)::int as seen, min(price) as "priceFrom", max(price) as "priceTo",
      (count(*) filter (where in_stock and fits_sale and fits_price and fits_diet and fits_brand))::int as "inStock",
      (count(*) filter (where on_sale and fits_stock and fits_price and fits_diet and fits_brand))::int as "onSale",
      coalesce((select json_object_agg(diet, number) from (
        select d.diet, (count(*) filter (where fits_stock and fits_sale and fits_price and fits_diet and fits_brand))::int as number
        from judged, unnest(judged.diet) as d(diet) group by d.diet) by_diet), '{}') as diets,
      coalesce((select json_agg(json_build_object('id', b.id, 'name', b.name, 'count', number)
          order by lower(coalesce(nullif(b.name->>'en', ''), b.name->>'zh')) collate "C", b.id)
        from (
          select brand_id, (count(*) filter (where fits_stock and fits_sale and fits_price and fits_diet))::int as number
          from judged where brand_id is not null group by brand_id
        ) by_brand join brands b on b.id = by_brand.brand_id), '[]') as brands
    from judged`,
  )
  if (!row) throw new Error('no row of counts')
  const counted = (number: number) => (row.seen === mostJudged ? null : number)
  return {
    inStock: counted(row.inStock),
    onSale: counted(row.onSale),
    price:
      row.priceFrom === null || row.priceTo === null
        ? null
        : { from: { amount: row.priceFrom, currency }, to: { amount: row.priceTo, currency } },
    diets: diets.flatMap((id) => (row.diets[id] === undefined ? [] : [{ id, count: counted(row.diets[id]) }])),
    brands: row.brands.map(({ count, ...brand }) => ({ ...brand, count: counted(count) })),
  }
}

interface FacetRow {
  seen: number
  priceFrom: number | null
  priceTo: number | null
  inStock: number
  onSale: number
  diets: Partial<Record<Diet, number>>
  brands: { id: string; name: Text; count: number }[]
}

async function rulesOf(ctx: Context, locationId: string, wanted: Narrowing): Promise<Rules> {
  const { onSale, diet, brands } = wanted
  return {
    stock: wanted.inStock ? inStock(locationId) : null,
    sale: onSale ? isOnSale(locationId) : null,
    price: await priceRule(ctx, locationId, wanted),
    diet: diet ? sql`p.diet @> array[${sql.join(listed(diet), sql`, `)}]::text[]` : null,
    brand: brands ? sql`p.brand_id in (${sql.join(listed(brands), sql`, `)})` : null,
  }
}

const listed = (words: string) => words.split(',').map((word) => sql`${word}`)

async function priceRule(ctx: Context, locationId: string, { priceFrom, priceTo }: Narrowing): Promise<SQL | null> {
  if (priceFrom === undefined && priceTo === undefined) return null
  const unit = 10 ** minorDigits(await shopCurrency(ctx))
  const amount = (written: string) => Math.min(Math.round(Number(written) * unit), 2 ** 31 - 1)
  const [low, high] = [amount(priceFrom ?? '0'), amount(priceTo ?? '9999999')]
  return sql`p.price_from <= ${high} and p.price_to >= ${low} and ${shownPrice(locationId)} between ${low} and ${high}`
}

const isOnSale = (locationId: string) =>
  sql`p.reduced and ${ofShownVariant(locationId, sql`v.compare_at_price > v.price`)} is true`
const shownPrice = (locationId: string) => ofShownVariant(locationId, sql`v.price`)

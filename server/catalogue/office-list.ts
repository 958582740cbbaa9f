import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { locales } from '#contract/languages.ts'
import type { OfficeProduct, productStaffCalls } from '#contract/office/products.ts'
import type { Image, Text } from '#contract/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { isStoredTime, readCursor } from '#server/platform/cursors.ts'
import type { ProductCondition } from './office-search.ts'
import { categoryCondition, nameCondition } from './office-search.ts'
import { now, readRows } from './product-list.ts'
import { shopCurrency } from './rates.ts'
import { lacksName, nameInOrder } from './tables.ts'

/** Lists the products of the back office, with search, filters, sort orders and pages. */

type Query = z.output<typeof productStaffCalls.products.input>
/** Which products a list or a change is about. */
export type ProductFilter = Pick<Query, 'name' | 'state' | 'category' | 'gap'>

/**
 * To find a page of sold-out products, the query first examines this many products in the list's order. If they do not
 * fill the page, it selects all sold-out products.
 */
const maxScannedInOrder = 2000
/** Counting stops here, because an exact count of a large catalogue takes too long. */
const maxCounted = 10_001

/**
 * Whether product `p` has an active variant that a store has in stock or whose stock the shop does not count. This is a
 * scalar subquery, because PostgreSQL would read all variants for `exists` in a list's columns.
 */
const availableVariantCondition = sql`coalesce((select true from variants v where v.product_id = p.id
  and v.active and (not v.counted
  or exists (select 1 from stock s where s.sku = v.sku and s.on_hand > s.held)) limit 1), false)`
const stores = sql`(select greatest(count(*), 1) from locations)`
/**
 * Whether any active variant of product `p` can be bought in any store. A counted variant must be in stock and not
 * marked as sold out in the same store. For an uncounted variant, one store without a mark is enough.
 */
const buyableVariantCondition = sql`coalesce((select true from variants v where v.product_id = p.id and v.active
  and case when v.counted
    then coalesce((select true from stock s
      where s.sku = v.sku and s.on_hand > s.held and not s.sold_out limit 1), false)
    else (select count(*) from stock s where s.sku = v.sku and s.sold_out) < ${stores} end limit 1), false)`
/** Selects the products of which no variant can be bought, without examining each product. */
const soldOutProducts = sql`select b.product_id from (
    select v.product_id from variants v where v.active and v.counted
      and not exists (select 1 from stock s where s.sku = v.sku and s.on_hand > s.held and not s.sold_out)
    union all
    select v.product_id from variants v where v.active and not v.counted and v.sku in (
      select s.sku from stock s where s.sold_out group by s.sku having count(*) >= ${stores})
  ) b group by b.product_id
  having count(*) = (select count(*) from variants v where v.product_id = b.product_id and v.active)`
// The product form can mark a product as sold out. Its variants are then counted, but have no stock row in any store.
// This condition treats such a product as not counted, so that staff can remove the mark in the form.
const countedStockCondition = sql`coalesce((select true from variants v join stock s on s.sku = v.sku
  where v.product_id = p.id and v.active and v.counted limit 1), false)`

/**
 * Columns for product `p`: `isThere` says whether it has an available variant, with or without a sold-out mark.
 * `isCounted` says whether the shop counts its stock.
 */
export const stockColumns = sql`${availableVariantCondition} as "isThere", ${countedStockCondition} as "isCounted"`

interface ListedRow {
  id: string
  name: Text
  image: Image | null
  priceFrom: number
  priceTo: number
  recordStatus: 'ACTIVE' | 'DRAFT' | 'ARCHIVED'
  options: number
  variants: number
  isBuyable: boolean
  isCounted: boolean
  isScheduled: boolean
  sku: string | null
  key: string
  changedAt: Date
}

const isAmount = (key: string) => /^\d{1,9}$/.test(key)
/**
 * Maps each sort order to the sort key of product `p`, the key's type, a check whether a text is a key of this type,
 * and whether the largest key comes first.
 */
const orders: Record<Query['sort'], { key: SQL; type: SQL; isKey: (key: string) => boolean; isDown: boolean }> = {
  changed: { key: sql`p.updated_at`, type: sql`timestamptz`, isKey: isStoredTime, isDown: true },
  name: { key: nameInOrder, type: sql`text`, isKey: () => true, isDown: false },
  price: { key: sql`p.price_from`, type: sql`int`, isKey: isAmount, isDown: false },
  dearest: { key: sql`p.price_from`, type: sql`int`, isKey: isAmount, isDown: true },
}

/** Lists products, including hidden ones, in pages. Fails with `input.invalid` if `after` is malformed. */
export async function products(
  ctx: Context,
  { sort, after, limit, ...filter }: Query,
): Promise<{ products: OfficeProduct[]; next: string | null }> {
  const { key, type, isKey, isDown } = orders[sort]
  const match = await filterCondition(ctx, filter)
  const cursor = readCursor(after, isKey)
  const afterCursor = cursor
    ? sql`and (${key}, p.id) ${isDown ? sql`<` : sql`>`} (${cursor.key}::${type}, ${cursor.id})`
    : sql``
  const read = (source: SQL, condition: SQL) =>
    readRows<ListedRow>(
      ctx,
      sql`select p.id, p.name, p.images->0 as image, p.price_from as "priceFrom", p.price_to as "priceTo",
        p.record_status as "recordStatus", jsonb_array_length(p.options) as options,
        ${buyableVariantCondition} as "isBuyable",
        ${countedStockCondition} as "isCounted", p.published_at > ${now(ctx)} as "isScheduled",
        (select count(*)::int from variants v where v.product_id = p.id and v.active) as variants,
        (select min(v.sku) from variants v where v.product_id = p.id and v.active having count(*) = 1) as sku,
        (${key})::text as key, p.updated_at as "changedAt"
      from ${source} where ${condition} order by ${sortOrder(sort)} limit ${limit + 1}`,
    )
  const currency = await shopCurrency(ctx)
  const next = sql`(select * from products p where true ${afterCursor}
    order by ${sortOrder(sort)} limit ${maxScannedInOrder}) p`
  const scannedRows = match.ofEach ? await read(next, match.ofEach) : []
  const rows = scannedRows.length > limit ? scannedRows : await read(match.source, sql`${match.inOrder} ${afterCursor}`)
  const pageRows = rows.slice(0, limit)
  const last = rows.length > limit ? pageRows.at(-1) : undefined
  return {
    products: pageRows.map((row) => toOfficeProduct(row, currency)),
    next: last ? JSON.stringify([last.key, last.id]) : null,
  }
}

/** Counts the products that match a filter. Stops at `maxCounted`. */
export async function productCount(ctx: Context, filter: ProductFilter): Promise<{ count: number }> {
  return { count: await countListed(ctx, (await filterCondition(ctx, filter)).inAll) }
}

const direction = (isDown: boolean) => (isDown ? sql`desc` : sql`asc`)

/** The SQL order of products `p` in a list. */
export function sortOrder(sort: Query['sort']): SQL {
  const { key, isDown } = orders[sort]
  return sql`${key} ${direction(isDown)}, p.id ${direction(isDown)}`
}

/** Counts the products `p` that meet a condition. Stops at `maxCounted`. */
export async function countListed(ctx: Context, condition: SQL): Promise<number> {
  const [countRow] = await readRows<{ count: number }>(
    ctx,
    sql`select count(*)::int as count from (select 1 from products p where ${condition} limit ${maxCounted}) matches`,
  )
  return countRow?.count ?? 0
}

/** Whether the id of product `p` is in `products` or, if `products` is undefined, whether `p` matches the filter. */
export async function selectionCondition(
  ctx: Context,
  { products, filter }: { products?: string[] | undefined; filter: ProductFilter },
): Promise<SQL> {
  if (!products) return (await filterCondition(ctx, filter)).inAll
  return sql`p.id in (select json_array_elements_text(${JSON.stringify(products)}::json))`
}

/**
 * The condition that product `p` of `source` matches a filter. `ofEach` tests each product separately. It is set only
 * for sold-out products, if neither a name nor a small category narrows the filter. The list then first tries to fill a
 * page with `ofEach`, which is often faster.
 */
async function filterCondition(
  ctx: Context,
  { name, state, category, gap }: ProductFilter,
): Promise<ProductCondition & { source: SQL; ofEach?: SQL | undefined }> {
  const [nameMatch, categoryMatch] = await Promise.all([
    name ? nameCondition(ctx, name) : null,
    category ? categoryCondition(ctx, category) : null,
  ])
  const areFew = nameMatch !== null || categoryMatch?.isFew === true
  const inState = stateCondition(ctx, state, { areFew })
  const gapCondition = gap && lacksField(gap)
  const combine = (...parts: (SQL | undefined)[]) =>
    sql.join(
      [...parts, gapCondition].filter((part) => part !== undefined),
      sql` and `,
    )
  // With `nameMatch.inOrder`, the query reads products in the list's order until the page is full. This is slow if only
  // few of these products match the other filters. It is therefore not used with a category, for sold-out products, or
  // for products without a category or description. The other values of `gap` have indexes of their own.
  const canScanInOrder = !categoryMatch && gap !== 'category' && gap !== 'description' && state !== 'sold_out'
  // With two `in` conditions, PostgreSQL would read the set of the first condition again for each product of the
  // second. So at most one of the conditions is a set.
  const isOnlySet = !nameMatch && state !== 'sold_out'
  // Without `offset 0`, PostgreSQL would read all products in the list's order to find the few that match all
  // conditions.
  const source =
    nameMatch && !canScanInOrder ? sql`(select * from products p where ${nameMatch.inAll} offset 0) p` : sql`products p`
  return {
    source,
    inOrder: combine(inState, categoryMatch?.inOrder, canScanInOrder ? nameMatch?.inOrder : undefined),
    inAll: combine(inState, isOnlySet ? categoryMatch?.inAll : categoryMatch?.inOrder, nameMatch?.inAll),
    ofEach:
      state === 'sold_out' && !areFew
        ? combine(stateCondition(ctx, state, { areFew: true }), categoryMatch?.inOrder)
        : undefined,
  }
}

/**
 * Whether product `p` has the state `state` or, without a state, whether it is not archived. `areFew` means that other
 * conditions leave only a few products to examine.
 */
function stateCondition(ctx: Context, state: ProductFilter['state'], { areFew }: { areFew: boolean }): SQL {
  if (state === 'shown')
    return sql`p.record_status = 'ACTIVE' and p.published_at <= ${now(ctx)} and ${buyableVariantCondition}`
  if (state === 'scheduled') return sql`p.record_status = 'ACTIVE' and p.published_at > ${now(ctx)}`
  if (state === 'hidden') return sql`p.record_status = 'DRAFT'`
  if (state === 'archived') return sql`p.record_status = 'ARCHIVED'`
  if (state === 'sold_out') {
    // If few products are left, tests each of them. Otherwise PostgreSQL would read the set of sold-out products once
    // per product.
    return sql`p.record_status <> 'ARCHIVED' and
      ${areFew ? sql`not ${buyableVariantCondition}` : sql`p.id in (${soldOutProducts})`}`
  }
  return sql`p.record_status <> 'ARCHIVED'`
}

function lacksField(gap: NonNullable<ProductFilter['gap']>): SQL {
  if (gap === 'picture') return sql`p.images = '[]'`
  if (gap === 'description') {
    return sql.join(
      locales.map((locale) => lacksName(sql.raw('p.description'), locale)),
      sql` and `,
    )
  }
  if (gap === 'category') return sql`not exists (select 1 from product_categories pc where pc.product_id = p.id)`
  const locale = locales.find((one) => gap === `name_${one}`) ?? locales[0]
  return lacksName(sql.raw('p.name'), locale)
}

function toOfficeProduct(row: ListedRow, currency: string): OfficeProduct {
  const { priceFrom, priceTo } = row
  return {
    product: row.id,
    name: row.name,
    image: row.image,
    price: { amount: priceFrom, currency },
    priceTo: priceTo > priceFrom ? { amount: priceTo, currency } : null,
    isShown: row.recordStatus === 'ACTIVE',
    isArchived: row.recordStatus === 'ARCHIVED',
    isScheduled: row.isScheduled,
    isSoldOut: !row.isBuyable,
    isSimple: row.variants === 1 && row.options === 0,
    sku: row.sku,
    isCounted: row.isCounted,
    changedAt: new Date(row.changedAt).toISOString(),
  }
}

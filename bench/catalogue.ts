import { sql } from 'drizzle-orm'
import { analyzeTables, putBrand, putCategory } from '#server/catalogue/products.ts'
import { buildIndex, rulesVersion } from '#server/catalogue/search/search-index.ts'
import { learnWords } from '#server/catalogue/search/spelling.ts'
import * as locations from '#server/locations/locations.ts'
import type { Context } from '#server/platform/context.ts'
import type { NamedEntry } from './words.ts'
import { adjectives, brands, categories, nouns, origins, sizes } from './words.ts'

type RunSql = (text: string, values?: unknown[]) => Promise<unknown>

/** The number of distinct products. A larger shop also contains copies of these products with other ids. */
const distinctProducts = 100_000
const batchSize = 1000

/**
 * Fills an empty shop with `size` products. The products are the same in each run, have names in both languages, and
 * are indexed for the search. `runSql` runs statements that take longer than the shop's query timeout.
 */
export async function fillCatalogue(ctx: Context, size: number, runSql: RunSql) {
  await openStore(ctx)
  for (const [id, en, zh] of categories) {
    await putCategory(ctx, { id, parentId: id.includes('.') ? (id.split('.')[0] ?? null) : null, name: { en, zh } })
  }
  for (const [id, en, zh] of brands) await putBrand(ctx, { id, name: { en, zh } })
  await ctx.db.execute(sql`drop index products_search_first, products_search_second, products_search_last`)
  const first = Math.min(size, distinctProducts)
  for (let offset = 0; offset < first; offset += batchSize) {
    await runSql(insertion, [await describeBatch(ctx, offset, Math.min(batchSize, first - offset))])
    // PostgreSQL plans a foreign-key check only once. A plan for empty tables would be slow for full tables. So this
    // function analyses the tables as soon as they have rows.
    if (offset === 0) await analyzeTables(ctx)
  }
  for (let copy = 1; copy * distinctProducts < size; copy++) await runSql(copyOf(copy))
  for (const text of [variants, stock, ...searchIndices]) await runSql(text)
  await analyzeTables(ctx)
}

function openStore(ctx: Context) {
  return locations.put(ctx, {
    id: 'bench',
    position: 0,
    name: { en: 'Bench', zh: '测试' },
    street: '1 Main Street',
    city: 'Markham',
    province: 'ON',
    postCode: 'L3R 1A1',
    timeZone: 'America/Toronto',
    hours: [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, from: '08:00', to: '22:00' })),
    methods: ['PICKUP'],
  })
}

/** Returns some products as the JSON text for the statement `insertion`. */
async function describeBatch(ctx: Context, from: number, count: number): Promise<string> {
  const names = {
    brand: new Map(brands.map(([id, en, zh]) => [id, { en, zh }])),
    category: new Map(categories.map(([id, en, zh]) => [id, { en, zh }])),
    tag: new Map<string, { en: string; zh: string }>(),
    ownerSynonyms: { change: 0, categories: {}, groups: [] },
  }
  const rows = Array.from({ length: count }, (_, index) => describe(from + index))
  const indexed = rows.map((row) => buildIndex(row, names))
  await learnWords(
    ctx,
    indexed.map(({ vocabulary }) => vocabulary),
  )
  return JSON.stringify(
    rows.map(({ number, name, brandId, categories: [category] }, index) => ({
      id: `p${number}`,
      number,
      name,
      brand: brandId,
      category,
      search: indexed[index]?.search,
    })),
  )
}

const insertion = `with made as (
    select * from json_to_recordset($1::json)
      as w(id text, number int, name jsonb, brand text, category text, search text)
  ), added as (
    insert into products (id, position, name, brand_id, price_from, price_to, reduced, sold, published_at, search,
    search_version, tier)
    select id, number, name, brand, 100 + number % 4000, 100 + number % 4000 +
    case when number % 8 = 3 then 100 else 0 end, number % 50 = 9, number * 7919 % 500,
      now() - make_interval(mins => number % 500000), search::tsvector, ${rulesVersion({ change: 0 })},
      case when number < 4000 then 0 when md5(id) like '0%' then 1 else 2 end from made
  )
  insert into product_categories (product_id, category_id, product_position) select id, category, number from made`

function copyOf(copy: number): string {
  const shift = copy * distinctProducts
  return `with added as (
      insert into products (id, position, name, brand_id, price_from, price_to, reduced, sold, published_at, search,
      search_version, tier)
      select id || '-${copy}', position + ${shift}, name, brand_id, price_from, price_to, reduced, sold, published_at,
      search,
        search_version, case when md5(id || '-${copy}') like '0%' then 1 else 2 end
      from products where position < ${distinctProducts}
    )
    insert into product_categories (product_id, category_id, product_position)
    select product_id || '-${copy}', category_id, product_position + ${shift}
    from product_categories where product_position < ${distinctProducts}`
}

/**
 * One in eight products has two sizes, and one in fifty is reduced. One in twenty is sold out, and one in five has no
 * stock count.
 */
const variants = `insert into variants (sku, product_id, position, option_pair, price, compare_at_price, currency,
  counted)
  select id || s.suffix, id, s.at, s.suffix, price_from + s.at * 100,
  case when reduced then price_from + 300 end, 'CAD',
    position % 5 <> 0
  from products, (values (0, ''), (1, 'size:large')) as s(at, suffix) where s.at = 0 or products.position % 8 = 3`
const stock = `insert into stock (location_id, sku, on_hand)
  select 'bench', v.sku, case when p.position % 20 = 7 then 0 else 5 + p.position % 40 end
  from variants v join products p on p.id = v.product_id`
/** The statements that create the search's indexes. */
export const searchIndices = ['first', 'second', 'last'].map(
  (name, tier) => `create index products_search_${name} on products using gin (search) where tier = ${tier}`,
)

function describe(number: number) {
  const pick = (names: readonly NamedEntry[], salt: number) =>
    names[scatter(number, salt) % names.length] ?? ['', '', '']
  const [origin, adjective, size] = [pick(origins, 1), pick(adjectives, 2), pick(sizes, 4)]
  const [category = '', en = '', zh = ''] = pick(nouns, 3)
  const [brandId = ''] = pick(brands, 5)
  return {
    number,
    name: { en: `${origin[1]} ${adjective[1]} ${en}, ${size[1]}`, zh: `${origin[2]}${adjective[2]}${zh} ${size[2]}` },
    summary: { en: `${adjective[1]}, from ${origin[1]}.`, zh: `${origin[2]}产。` },
    brandId,
    categories: [category],
  }
}

/** A deterministic pseudo-random integer. */
function scatter(number: number, salt: number): number {
  let mixed = Math.imul(number + 1, 0x9e3779b1) ^ Math.imul(salt, 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
  return (mixed ^ (mixed >>> 13)) >>> 0
}

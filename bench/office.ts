import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { z } from 'zod'
import type { mediaStaffCalls } from '#contract/office/media.ts'
import type { productStaffCalls } from '#contract/office/products.ts'
import type { stockStaffCalls } from '#contract/office/stock.ts'
import { productCount, products } from '#server/catalogue/office-list.ts'
import { stock } from '#server/catalogue/office-stock.ts'
import { changeProducts, previewProductChange, undoProductChange } from '#server/catalogue/product-changes.ts'
import { readRows } from '#server/catalogue/product-list.ts'
import { pictures } from '#server/media/media.ts'
import { findWaitingPieces } from '#server/payments/payments.ts'
import type { Context } from '#server/platform/context.ts'
import { systemContext } from '#server/platform/context.ts'
import { searchIndices } from './catalogue.ts'
import type { ShopStorage } from './search.ts'
import { fillShop, openShop, quantile } from './search.ts'

const size = 100_000
const listBoundMs = 200
/** The number of measured rounds, after a first round that is not measured. */
const rounds = 5
const shopId = 'bench'
/** A category of 5,000 products whose prices are raised. */
const raisedCategory = 'raised'

type ProductQuery = Partial<z.output<typeof productStaffCalls.products.input>>
type PictureQuery = Partial<z.output<typeof mediaStaffCalls.pictures.input>>
type StockQuery = Partial<z.output<typeof stockStaffCalls.stock.input>>

/**
 * Statements that give a shop the data for the filters of the back office's lists. They drop the search indexes before
 * they update all products, and create the indexes again afterwards. Otherwise the update would be slow, because it
 * would add an entry for each product to every index.
 */
const setupStatements = [
  `update variants set barcode = lpad((hashtext(sku)::bigint + 3000000000)::text, 12, '4')`,
  `update stock s set low_at = 6 from products p join variants v on v.product_id = p.id
    where s.sku = v.sku and p.position % 3 = 0`,
  'drop index products_search_first, products_search_second, products_search_last',
  `update products set
    record_status = case when position % 100 < 4 then 'DRAFT' when position % 100 < 6 then 'ARCHIVED' else 'ACTIVE' end,
    published_at = case when position % 1000 = 17 then now() + interval '3 days' else published_at end,
    name = case when position % 50 = 11 then jsonb_set(name, '{zh}', '""') else name end,
    images = case when position % 10 = 3 then '[]'
      else jsonb_build_array(jsonb_build_object('src', '/media/' || md5(id), 'widths', '[240]'::jsonb, 'width', 1,
        'height', 1, 'alt', '{"en":"","zh":""}'::jsonb)) end`,
  ...searchIndices,
  `insert into pictures (src, widths, width, height, alt, file_name, added_at, was_used)
    select '/media/' || md5(id), '[240]', 1, 1, case when position % 7 = 0 then '{"en":"","zh":""}' else name end,
      id || '.jpg', now() - make_interval(mins => position), images <> '[]' from products`,
  `delete from product_categories where product_position % 200 = 13`,
  `insert into categories (id, name) values ('${raisedCategory}', '{"en":"Raised","zh":"涨价"}')`,
  `insert into product_categories (product_id, category_id, product_position)
    select id, '${raisedCategory}', position from products where position % 20 = 9`,
]

const names = {
  'a name in English': ['milk tea', 'dumplings', 'organic', 'rice cakes', 'noodles'],
  'a part of a name in English': ['dumpl', 'noodl', 'pea', 'rganic', 'z'],
  'a name in Chinese': ['奶茶', '水饺', '米', '红豆面包', '有机'],
  'a name in pinyin': ['naicha', 'shuijiao', 'doufu', 'mian', 'nc'],
  nothing: ['zebra crossing', '长颈鹿', 'qqqq'],
}
const codes = ['p77123', 'p9', 'p4200', '7123', 'p12size']

function productReadings(barcodes: string[]): Record<string, ProductQuery[]> {
  const nameSearches = Object.entries(names).map(([what, terms]) => [
    `products, search of ${what}`,
    terms.map((name) => ({ name })),
  ])
  return {
    'products, first page': [{}],
    ...Object.fromEntries(nameSearches),
    'products, SKU or a part of one': codes.map((name) => ({ name })),
    'products, barcode': barcodes.map((name) => ({ name })),
    'products for sale': [{ state: 'shown' }],
    'products, hidden': [{ state: 'hidden' }],
    'products, scheduled': [{ state: 'scheduled' }],
    'products, sold out': [{ state: 'sold_out' }],
    'products, archived': [{ state: 'archived' }],
    'products of a category': [{ category: 'grocer' }, { category: 'grocer.fruit' }, { category: 'bakery' }],
    'products without a Chinese name': [{ gap: 'name_zh' }],
    'products without an English name': [{ gap: 'name_en' }],
    'products without a description': [{ gap: 'description' }],
    'products without a picture': [{ gap: 'picture' }],
    'products without a category': [{ gap: 'category' }],
    'products by name': [{ sort: 'name' }],
    'products by price': [{ sort: 'price' }, { sort: 'dearest' }],
    'products, sold out, by name': [{ state: 'sold_out', sort: 'name' }],
    'products, search and filter': [
      { name: 'tea', state: 'sold_out', sort: 'price' },
      { name: '茶', category: 'grocer', sort: 'name' },
    ],
  }
}

const stockReadings: Record<string, StockQuery[]> = {
  'stock, first page': [{}],
  'stock, search': Object.values(names).flatMap((terms) => terms.map((find) => ({ find }))),
  'stock, SKU': codes.map((find) => ({ find })),
  'stock, low': [{ only: 'low' }],
  'stock, out': [{ only: 'out' }],
  'stock, search of what is low': ['tea', '茶', 'rice'].map((find) => ({ find, only: 'low' as const })),
}

const pictureReadings: Record<string, PictureQuery[]> = {
  'pictures, first page': [{}],
  'pictures, not used': [{ gap: 'unused' }],
  'pictures without a description': [{ gap: 'alt' }],
  'pictures, search': ['tea', '茶', 'p42'].map((find) => ({ find })),
}

/**
 * Measures the lists of products, stock and pictures in a shop of 100,000 products, and a change of 5,000 prices with
 * its undo. Returns the rows of a table.
 */
export async function measureOffice(place: ShopStorage): Promise<string[][]> {
  await fillOffice(place)
  return readOffice(place)
}

/** Creates the shop of 100,000 products, with the data for the filters of the lists. */
export async function fillOffice(place: ShopStorage): Promise<void> {
  await fillShop(place, size)
  const admin = new pg.Client({ connectionString: place.url })
  await admin.connect()
  for (const text of setupStatements) await admin.query(text)
  await admin.query('vacuum analyze')
  await admin.query('checkpoint')
  await admin.end()
}

/** Measures a shop that `fillOffice` has filled. */
export async function readOffice(place: ShopStorage): Promise<string[][]> {
  const app = await openShop(place)
  const ctx = systemContext(app)
  try {
    const rows = await readRows<{ barcode: string }>(ctx, sql`select barcode from variants order by barcode limit 5`)
    const readings = productReadings(rows.map(({ barcode }) => barcode))
    const lists = await measureLists(readings, (query: ProductQuery) =>
      products(ctx, { name: '', sort: 'changed', limit: 50, after: '', ...query }),
    )
    const counts = await measureCounts(ctx, readings)
    const stocks = await measureLists(stockReadings, (query: StockQuery) =>
      stock(ctx, { location: shopId, find: '', only: undefined, after: '', limit: 50, ...query }, findWaitingPieces),
    )
    const library = await measureLists(pictureReadings, (query: PictureQuery) =>
      pictures(ctx, { find: '', limit: 50, after: '', ...query }),
    )
    return [...lists, ...counts, ...stocks, ...library, ...(await measureChange(ctx))]
  } finally {
    await app.database.close()
  }
}

/** Measures how long the first and the second page of each query take. */
async function measureLists<Query extends { after?: string }>(
  readings: Record<string, Query[]>,
  read: (query: Query) => Promise<{ next: string | null }>,
): Promise<string[][]> {
  const figures: string[][] = []
  for (const [name, queries] of Object.entries(readings)) {
    const times: number[] = []
    for (let round = 0; round <= rounds; round++) {
      for (const query of queries) {
        let after: string | null = ''
        for (let page = 0; page < 2 && after !== null; page++) {
          const startedAt = performance.now()
          after = (await read({ ...query, after })).next
          if (round > 0) times.push(performance.now() - startedAt)
        }
      }
    }
    figures.push(toRow(name, times))
  }
  return figures
}

/** Measures how long the counts take, apart from the lists, because the products page requests a count separately. */
async function measureCounts(ctx: Context, readings: Record<string, ProductQuery[]>): Promise<string[][]> {
  const figures: string[][] = []
  for (const [name, queries] of Object.entries(readings)) {
    const times: number[] = []
    for (let round = 0; round <= rounds; round++) {
      for (const { sort: _, ...query } of queries) {
        const startedAt = performance.now()
        await productCount(ctx, { name: '', ...query })
        if (round > 0) times.push(performance.now() - startedAt)
      }
    }
    figures.push(toRow(`count of ${name}`, times))
  }
  return figures
}

function toRow(name: string, times: number[]): string[] {
  const quantileText = (part: number) => quantile(times, part).toFixed(1)
  const row = [
    name,
    `p50 ${quantileText(0.5)} ms, p95 ${quantileText(0.95)} ms`,
    '',
    `p95 ≤ ${listBoundMs} ms`,
    `slowest ${quantileText(1)} ms`,
  ]
  process.stderr.write(`${row.join(' | ')}\n`)
  return row
}

/** Measures a change of many prices, its preview and its undo. */
async function measureChange(ctx: Context): Promise<string[][]> {
  const selection = {
    filter: { name: '', category: raisedCategory },
    change: { kind: 'price', percent: 5, endsInNine: true },
  } as const
  const startedAt = performance.now()
  await previewProductChange(ctx, { ...selection, from: 0 })
  const previewedAt = performance.now()
  const { id, count } = await changeProducts(ctx, { ...selection, submission: randomUUID() })
  const changedAt = performance.now()
  const { restored } = await undoProductChange(ctx, { change: id })
  const undoneAt = performance.now()
  const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
  return [
    ['preview of a change of prices', seconds(previewedAt - startedAt), '', '≤ 0.3 s', ''],
    [`${count.toLocaleString('en')} products +5 %`, seconds(changedAt - previewedAt), '', '≤ 30 s for 5,000', ''],
    [`undo of ${restored.toLocaleString('en')} prices`, seconds(undoneAt - changedAt), '', '≤ 60 s', ''],
  ]
}

import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDemo } from '#demo/open.ts'
import { mediaFolder } from '#server/platform/pictures/media-folder.ts'
import { withDrawnPictures } from '#tests/drawn-pictures.ts'
import type { TestShop } from '#tests/harness.ts'
import { openTestShop } from '#tests/harness.ts'
import { exportProducts } from './export.ts'
import type { ImportEvent } from './import/command.ts'
import { runImport } from './import/command.ts'
import { putProduct } from './products.ts'

let full: TestShop
let empty: TestShop
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'export-'))
  full = await openTestShop()
  empty = await openTestShop()
  full.clock.set('2026-11-20T12:00:00Z')
  await withDrawnPictures(full.app.config, () => openDemo(full.ctx()))
  // The file refers to stores and pictures but does not contain them. So the empty shop gets copies of both.
  await copyRows('locations')
  await cp(mediaFolder(full.app.config), mediaFolder(empty.app.config), { recursive: true })
}, 180_000)
afterAll(async () => {
  await full.close()
  await empty.close()
  await rm(folder, { recursive: true })
})

async function copyRows(table: string) {
  const rows = await full.query(`select * from ${table}`)
  await empty.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [
    JSON.stringify(rows),
  ])
}

const origin = 'https://shop.example'
async function exported(shop: TestShop): Promise<string> {
  const pieces: string[] = []
  for await (const piece of exportProducts(shop.ctx(), origin)) pieces.push(piece)
  return pieces.join('')
}

let files = 0
async function importInto(shop: TestShop, content: string) {
  const file = join(folder, `file-${++files}.csv`)
  await writeFile(file, content)
  const events: ImportEvent[] = []
  await runImport(shop.app, file, { options: {}, say: (event) => events.push(event) })
  const of = <Kind extends ImportEvent['kind']>(kind: Kind) =>
    events.filter((event): event is Extract<ImportEvent, { kind: Kind }> => event.kind === kind)
  return {
    failed: of('failed').map(({ message }) => message),
    refused: of('refused').map(({ handle, reason }) => `${handle}: ${reason}`),
    kept: of('kept'),
    pictures: of('picture'),
    summary: of('done')[0]?.summary,
  }
}

/** Columns that no export file contains. The comments give the reasons. */
const leftOut = {
  products: [
    // Figures and indexes that the shop computes.
    ...['sold', 'tier', 'search', 'search_version', 'price_from', 'price_to', 'reduced'],
    // The times at which the rows were written, and the values that imports recorded.
    ...['created_at', 'updated_at', 'import_hash', 'imported'],
  ],
  // Held pieces belong to this shop's carts and orders. A sold-out mark describes the present state of this shop.
  stock: ['held', 'sold_out'],
}

const isExported = "product_id in (select id from products where type = 'STANDARD')"
/**
 * Maps each table to a query for the rows that an export file contains. They are all rows that belong to products of
 * the file.
 */
const carried: Record<string, string> = {
  products: "select * from products where type = 'STANDARD' order by id",
  variants: `select * from variants where ${isExported} order by sku`,
  stock: `select s.* from stock s join variants v using (sku) where v.counted and ${isExported} order by sku, location_id`,
  product_categories: `select * from product_categories where ${isExported} order by 1, 2`,
  product_tags: `select * from product_tags where ${isExported} order by 1, 2`,
  related_products: `select * from related_products where ${isExported} order by 1, 2`,
  product_modifier_groups: `select * from product_modifier_groups where ${isExported} order by 1, 2`,
  categories: `with recursive used as (select category_id as id from product_categories where ${isExported}
    union select c.parent_id from used join categories c on c.id = used.id where c.parent_id is not null)
    select * from categories where id in (select id from used) order by id`,
  brands: "select * from brands where id in (select brand_id from products where type = 'STANDARD') order by id",
  tags: `select * from tags where id in (select tag_id from product_tags where ${isExported}) order by id`,
  modifier_groups: `select * from modifier_groups where id in (
    select group_id from product_modifier_groups where ${isExported}) order by id`,
  modifiers: `select * from modifiers where group_id in (
    select group_id from product_modifier_groups where ${isExported}) order by id`,
}

async function contentOf(shop: TestShop) {
  const tables = Object.entries(carried).map(async ([table, query]) => {
    const hidden = (leftOut as Record<string, string[]>)[table] ?? []
    const rows = await shop.query(query)
    const own = rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !hidden.includes(name))))
    return [table, own] as const
  })
  return Object.fromEntries(await Promise.all(tables))
}

test('an empty shop gets the same products, groups, links and stock from the export of another shop', async () => {
  const content = await exported(full)
  expect(content.startsWith('\ufeffHandle,Title,')).toBe(true)
  const { failed, refused, pictures, summary } = await importInto(empty, content)
  expect([failed, refused, pictures]).toEqual([[], [], []])
  const [count] = await full.query<{ n: number }>("select count(*)::int as n from products where type = 'STANDARD'")
  expect(summary).toMatchObject({ added: count?.n, refused: 0, placeholders: 0 })
  const [wanted, got] = [await contentOf(full), await contentOf(empty)]
  for (const table of Object.keys(carried)) expect({ [table]: got[table] }).toEqual({ [table]: wanted[table] })
  expect(wanted.related_products?.length).toBeGreaterThan(0)
  expect(wanted.modifiers?.length).toBeGreaterThan(0)
})

test('the export, imported into its own shop, changes nothing', async () => {
  const before = await full.query('select * from products order by id')
  const { failed, refused, kept, summary } = await importInto(full, await exported(full))
  expect([failed, refused, kept]).toEqual([[], [], []])
  expect(summary).toMatchObject({ added: 0, changed: 0 })
  const without = (rows: Record<string, unknown>[]) => rows.map(({ import_hash: _, imported: __, ...row }) => row)
  expect(without(await full.query('select * from products order by id'))).toEqual(without(before))
})

test('texts that a spreadsheet would run as formulas are guarded, and come back as they were', async () => {
  const texts = ['=1+1', '+16475550100', '-20 % off', '@home', "'=quoted", "''@twice", '＝１＋１', '“quoted”, "too"']
  await putProduct(empty.ctx(), {
    id: 'formulas',
    name: { en: '=SUM(A1)', zh: '-减糖' },
    summary: { en: "'=quoted", zh: '@奶茶' },
    description: { en: 'First line\n\n<b>& second</b>', zh: '=HYPERLINK("http://evil")' },
    allergens: texts,
    synonyms: '+more',
    options: [{ id: 'size', name: { en: '-', zh: '规格' }, values: [{ id: 'xl', name: { en: '+XL', zh: '@大' } }] }],
    variants: [{ sku: '-sku', optionPair: 'size:xl', price: 100, memberPrice: 90, barcode: '@012' }],
  })
  const content = await exported(empty)
  expect(content).not.toMatch(/(^|,|\n)"?[=+\-@＝]/)
  const before = await contentOf(empty)
  await empty.query("delete from products where id = 'formulas'")
  expect((await importInto(empty, content)).refused).toEqual([])
  expect(await contentOf(empty)).toEqual(before)
})

test('an id that ends in a hyphen and an earlier price below the price come back as they were', async () => {
  await putProduct(empty.ctx(), {
    id: 'a-long-name-',
    name: { en: 'A long name', zh: '很长的名字' },
    variants: [{ sku: 'LONG-1', price: 500, compareAtPrice: 400 }],
  })
  const before = await contentOf(empty)
  const { refused, kept, summary } = await importInto(empty, await exported(empty))
  expect([refused, kept]).toEqual([[], []])
  expect(summary).toMatchObject({ added: 0, changed: 0 })
  expect(await contentOf(empty)).toEqual(before)
  await empty.query("delete from products where id = 'a-long-name-'")
})

test('a changed cell changes its product only, and an unknown group is refused by name', async () => {
  const lines = (await exported(empty)).split('\r\n')
  const at = lines.findIndex((line) => line.startsWith('formulas,'))
  const changed = lines.with(at, lines[at]?.replace(',90.00,', ',80.00,').replace(',1.00,', ',1.20,') ?? '')
  const { summary, kept } = await importInto(empty, changed.join('\r\n'))
  expect([summary, kept]).toMatchObject([{ changed: 1, added: 0 }, []])
  expect(await empty.query("select price from variants where sku = '-sku'")).toEqual([{ price: 120 }])
  const { refused } = await importInto(
    empty,
    [
      'Handle,Title,Variant Price,Category Ids,Variant Inventory Tracker,Stock by Store',
      'new,New,1,no-such-category,,',
      'other,Other,1,,shopify,moon: 3',
    ].join('\n'),
  )
  expect(refused).toEqual([
    'new: the category, brand, tag or modifier group “no-such-category” is neither in the shop nor in the file',
    'other: the shop has no store “moon”; remove it from “Stock by Store”, or leave that column out',
  ])
})

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { writeCategory } from '#server/catalogue/category-settings.ts'
import { setPrice, setQuantities } from '#server/catalogue/staff.ts'
import { setOnHandMany } from '#server/catalogue/stock.ts'
import * as locations from '#server/locations/locations.ts'
import { setUpShop } from '#tests/harness.ts'
import { openOwner } from '#tests/office.ts'
import type { ImportEvent } from './command.ts'
import { runImport } from './command.ts'

const shop = setUpShop()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-again-'))
})
afterAll(() => rm(folder, { recursive: true }))
beforeEach(async () => {
  await shop.reset()
  await locations.openFirst(shop.ctx())
})

let files = 0
async function importText(content: string, options: Parameters<typeof runImport>[2]['options'] = {}) {
  const file = join(folder, `file-${++files}.csv`)
  await writeFile(file, content)
  const events: ImportEvent[] = []
  await runImport(shop.app, file, { options: { pictures: 'skip', ...options }, say: (event) => events.push(event) })
  const failed = events.find((event) => event.kind === 'failed')
  if (failed) throw new Error(failed.message)
  return {
    summary: events.find((event) => event.kind === 'done')?.summary,
    kept: events.flatMap((event) => (event.kind === 'kept' ? event.kept : [])),
    refused: events.filter((event) => event.kind === 'refused'),
  }
}

const row = <Row extends Record<string, unknown>>(sql: string) => shop.query<Row>(sql).then(([first]) => first)
const header =
  'Handle,Title,Type,Tags,Variant SKU,Variant Price,Quantity Step,Variant Inventory Tracker,Variant Inventory Qty'
const tea = 'tea,Green tea,Tea,"hot, new",T1,1.29,1,shopify,5'

test('a file that says the same price and step again keeps those that the owner changed, and says so', async () => {
  await importText(`${header}\n${tea}`)
  await setPrice(shop.ctx(), { sku: 'T1', price: 149 })
  await setQuantities(shop.ctx(), { product: 'tea', step: 2 })
  const { summary, kept } = await importText(`${header}\n${tea.replace('Green', 'Fine green')}`)
  expect(summary).toMatchObject({ changed: 1, kept: 1 })
  expect(kept.map(({ field, present, file }) => [field, present, file])).toEqual([
    [
      'quantities',
      { minQuantity: 1, quantityStep: 2, maxPerOrder: null },
      { minQuantity: 1, quantityStep: 1, maxPerOrder: null },
    ],
    ['price', 149, 129],
  ])
  expect(
    await row(
      "select name->>'en' as name, quantity_step as step, price from products join variants on product_id = id",
    ),
  ).toEqual({
    name: 'Fine green tea',
    step: 2,
    price: 149,
  })
})

test('a changed price in the file stays out if the owner changed the price too, unless asked', async () => {
  await importText(`${header}\n${tea}`)
  await setPrice(shop.ctx(), { sku: 'T1', price: 149 })
  const dearer = `${header}\n${tea.replace('1.29', '1.39')}`
  expect((await importText(dearer)).kept).toMatchObject([{ field: 'price', present: 149, file: 139 }])
  expect(await row('select price from variants')).toEqual({ price: 149 })
  const asked = await importText(dearer, { overwrite: ['price'] })
  expect(asked.kept).toEqual([])
  expect(await row('select price from variants')).toEqual({ price: 139 })
})

test('a field that the owner left alone follows the file', async () => {
  await importText(`${header}\n${tea}`)
  const { summary, kept } = await importText(`${header}\n${tea.replace('1.29,1', '1.39,3').replace(/5$/, '8')}`)
  expect([summary, kept]).toMatchObject([{ changed: 1 }, []])
  expect(
    await row(
      'select price, quantity_step as step, on_hand as pieces from products p join variants v on product_id = p.id join stock s using (sku)',
    ),
  ).toEqual({
    price: 139,
    step: 3,
    pieces: 8,
  })
})

test('counted stock that changed since stays, and columns that the file lacks change nothing', async () => {
  await importText(`${header}\n${tea}`)
  const location = (await locations.all(shop.ctx()))[0]?.id ?? ''
  await setOnHandMany(shop.ctx(), [{ sku: 'T1', quantity: 3, locationId: location }])
  const { kept } = await importText(`${header}\n${tea.replace('Green', 'Red')}`)
  expect(kept).toMatchObject([{ field: 'stock', sku: 'T1', present: 3, file: 5 }])
  await importText('Handle,Title,Variant SKU,Variant Price\ntea,Blue tea,T1,1.29')
  expect(
    await row(
      "select name->>'en' as name, on_hand as pieces, counted from products p join variants v on product_id = p.id join stock s using (sku)",
    ),
  ).toEqual({
    name: 'Blue tea',
    pieces: 3,
    counted: true,
  })
  expect((await shop.query('select tag_id as id from product_tags order by 1')).map(({ id }) => id)).toEqual([
    'hot',
    'new',
  ])
})

const shirt = (words: string[]) => {
  const [title = '', body = '', type = '', tag = '', option = '', small = '', large = ''] = words
  return [
    'Handle,Title,Body (HTML),Type,Tags,Option1 Name,Option1 Value,Variant Price',
    `shirt,${title},${body},${type},${tag},${option},${small},20`,
    `shirt,,,,,,${large},25`,
  ].join('\n')
}

test('the file of a second language adds its texts to products, categories, tags and options', async () => {
  await importText(shirt(['Shirt', 'Soft.', 'Clothes', 'cotton', 'Size', 'Small', 'Large']))
  const { summary } = await importText(shirt(['衬衫', '柔软。', '服装', '纯棉', '尺码', '小', '大']), {
    language: 'zh',
  })
  expect(summary).toMatchObject({ changed: 1, added: 0, refused: 0 })
  expect(await row('select name, description from products')).toEqual({
    name: { en: 'Shirt', zh: '衬衫' },
    description: { en: 'Soft.', zh: '柔软。' },
  })
  expect(await shop.query('select id, name from categories')).toEqual([
    { id: 'clothes', name: { en: 'Clothes', zh: '服装' } },
  ])
  expect(await shop.query('select id, name from tags')).toEqual([{ id: 'cotton', name: { en: 'cotton', zh: '纯棉' } }])
  expect(await row('select options from products')).toEqual({
    options: [
      {
        id: 'size',
        name: { en: 'Size', zh: '尺码' },
        values: [
          { id: 'small', name: { en: 'Small', zh: '小' } },
          { id: 'large', name: { en: 'Large', zh: '大' } },
        ],
      },
    ],
  })
  expect(
    await shop.query('select sku, option_pair as pair, price from variants where active order by position'),
  ).toEqual([
    { sku: 'shirt--small', pair: 'size:small', price: 2000 },
    { sku: 'shirt--large', pair: 'size:large', price: 2500 },
  ])
})

test('the files of both languages, imported by turns, change nothing after the first time', async () => {
  const english = shirt(['Shirt', 'Soft.', 'Clothes', 'cotton', 'Size', 'Small', 'Large'])
  const chinese = shirt(['衬衫', '柔软。', '服装', '纯棉', '尺码', '小', '大'])
  await importText(english)
  await importText(chinese, { language: 'zh' })
  const before = await row('select name, options, updated_at from products')
  expect((await importText(english)).summary).toMatchObject({ changed: 0, unchanged: 1 })
  expect((await importText(chinese, { language: 'zh' })).summary).toMatchObject({ changed: 0, unchanged: 1 })
  expect(await row('select name, options, updated_at from products')).toEqual(before)
})

test('one file may hold both languages', async () => {
  await importText(
    'Handle,Title,Title (中文),Type,Type (中文),Option1 Name,Option1 Name (中文),Option1 Value,Option1 Value (中文),Variant Price\n' +
      'milk-tea,Milk tea,奶茶,Drinks,饮品,Size,规格,Medium,中杯,6.50\nmilk-tea,,,,,,,Large,大杯,7.50',
  )
  expect(await row('select name, options from products')).toMatchObject({
    name: { en: 'Milk tea', zh: '奶茶' },
    options: [
      { name: { en: 'Size', zh: '规格' }, values: [{ name: { zh: '中杯' } }, { name: { en: 'Large', zh: '大杯' } }] },
    ],
  })
  expect(await row('select name from categories')).toEqual({ name: { en: 'Drinks', zh: '饮品' } })
})

test('a product that was saved in the back office takes what the next file changes, except what the owner changed', async () => {
  await importText(`${header}\n${tea}`)
  const owner = await openOwner(shop)
  const { version } = await owner.staff.product({ product: 'tea' })
  await owner.staff.writeProduct({ product: 'tea', version, variants: [{ sku: 'T1', price: 149 }] })
  const { kept } = await importText(`${header}\n${tea.replace('Green', 'Fine').replace('1.29,1', '1.39,2')}`)
  expect(kept.map(({ field }) => field)).toEqual(['price'])
  expect(
    await row(
      "select name->>'en' as name, quantity_step as step, price from products join variants on product_id = id",
    ),
  ).toEqual({ name: 'Fine tea', step: 2, price: 149 })
})

test('a category that the owner renamed keeps its name, and a product that the owner moved stays there', async () => {
  await importText(`${header}\n${tea}`)
  await writeCategory(shop.ctx(), { category: 'tea', name: { en: 'All teas', zh: '茶' } })
  const { kept } = await importText(`${header}\n${tea.replace('Green', 'Red')}`)
  expect(kept).toEqual([])
  expect(await shop.query('select id, name from categories')).toEqual([
    { id: 'tea', name: { en: 'All teas', zh: '茶' } },
  ])
})

test('a file with the version of the product as it is now changes what it says', async () => {
  await importText(`${header}\n${tea}`)
  await setPrice(shop.ctx(), { sku: 'T1', price: 149 })
  const now = await row<{ at: Date }>('select updated_at as at from products')
  const file = (version: string) => `${header},Version\n${tea.replace('1.29', '1.59')},${version}`
  expect((await importText(file('2020-01-01T00:00:00.000Z'))).kept).toHaveLength(1)
  expect((await importText(file(new Date(now?.at ?? 0).toISOString()))).kept).toEqual([])
  expect(await row('select price from variants')).toEqual({ price: 159 })
})

const sizeHeader = 'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price'
const mug = `${sizeHeader}\nmug,Mug,Size,Small,A,5\nmug,,,Medium,B,6\nmug,,,Large,C,7`
const mugVariants = async () =>
  (
    await shop.query<{ sku: string; pair: string; price: number; active: boolean }>(
      'select sku, option_pair as pair, price, active from variants order by position',
    )
  ).map(({ sku, pair, price, active }) => `${sku} ${pair} ${price}${active ? '' : ' off sale'}`)

test('a file can give the SKU of one variant to another, and a new SKU to a variant', async () => {
  await importText(mug)
  await importText(mug.replace('Small,A', 'Small,B').replace('Medium,B', 'Medium,D').replace('Large,C', 'Large,A'))
  expect(await mugVariants()).toEqual([
    'B size:small 500',
    'D size:medium 600',
    'A size:large 700',
    'C size:large 700 off sale',
  ])
})

test('a refused row leaves its variant on sale, and the corrected row changes it', async () => {
  await importText(mug)
  const { refused } = await importText(mug.replace('A,5', 'A,5.5').replace('Medium,B,6', ',B,free'))
  expect(refused).toMatchObject([{ line: 3 }])
  expect(await mugVariants()).toEqual(['A size:small 550', 'B size:medium 600', 'C size:large 700'])
  expect(await row('select jsonb_array_length(options->0->$$values$$) as values from products')).toEqual({ values: 3 })
  const { kept } = await importText(mug.replace('A,5', 'A,5.5').replace('B,6', 'B,6.5'))
  expect(kept).toEqual([])
  expect(await mugVariants()).toEqual(['A size:small 550', 'B size:medium 650', 'C size:large 700'])
})

test('a row that cannot be read takes no variants off sale', async () => {
  await importText(mug)
  const { refused } = await importText(mug.replace('A,5', 'A,5.5').replace(',,,Medium', ',,,"Medium'))
  expect(refused).toMatchObject([{ line: 3 }])
  expect(await mugVariants()).toEqual(['A size:small 550', 'B size:medium 600', 'C size:large 700'])
})

test('a row without a handle, and rows of a product apart from its others, take no variants off sale', async () => {
  await importText(mug)
  const withoutHandle = await importText(mug.replace('A,5', 'A,5.5').replace('mug,,,Medium', ',,,Medium'))
  expect(withoutHandle.refused).toMatchObject([{ line: 3 }])
  expect(await mugVariants()).toEqual(['A size:small 550', 'B size:medium 600', 'C size:large 700'])
  const { refused } = await importText(
    mug.replace('A,5', 'A,5.2').replace('mug,,,Medium', 'cup,Cup,,,E,1\nmug,Mug,Size,Medium'),
  )
  expect(refused).toMatchObject([{ line: 4 }])
  expect(await shop.query('select sku from variants where active order by sku')).toEqual(
    ['A', 'B', 'C', 'E'].map((sku) => ({ sku })),
  )
})

test('a file that lacks a row which the last file had unreadable takes its variant off sale', async () => {
  await importText(mug)
  const withoutHandle = mug.replace('A,5', 'A,5.5').replace('mug,,,Medium', ',,,Medium')
  await importText(withoutHandle)
  await importText(withoutHandle.replace(',,,Medium,B,6\n', ''))
  expect(await mugVariants()).toEqual(['A size:small 550', 'C size:large 700', 'B size:medium 600 off sale'])
})

test('a file without columns of options can put only one variant with the same options on sale', async () => {
  await importText(mug)
  await importText(mug.replace('Medium,B', 'Medium,D'))
  const columns = 'Handle,Title,Variant SKU,Variant Price,Variant Active'
  const { refused } = await importText(`${columns}\nmug,Mug,D,6.5,TRUE\nmug,,B,6.5,TRUE`)
  expect(refused).toMatchObject([{ line: 3, reason: 'a row above has the same options' }])
  expect(await mugVariants()).toEqual([
    'A size:small 500',
    'D size:medium 650',
    'C size:large 700',
    'B size:medium 600 off sale',
  ])
})

test('a variant that a list of prices names while off sale comes back at the price of the next file', async () => {
  await importText(mug)
  await importText(mug.replace('mug,,,Medium,B,6\n', ''))
  await importText('Handle,Title,Variant SKU,Variant Price\nmug,Mug,B,6.5')
  const { kept } = await importText(mug.replace('B,6', 'B,7'))
  expect(kept).toEqual([])
  expect(await mugVariants()).toEqual(['A size:small 500', 'B size:medium 700', 'C size:large 700'])
})

test('a variant whose row is refused keeps its place after a variant that is off sale', async () => {
  const columns = `${sizeHeader},Variant Active`
  const small = 'mug,Mug,Size,Small,A,5,TRUE'
  await importText(`${columns}\n${small}\nmug,,,Medium,B,6,FALSE\nmug,,,Large,C,7,TRUE`)
  await importText(`${columns}\n${small}\nmug,,,Large,C,free,TRUE\nmug,,,Huge,D,8,TRUE`)
  expect(await mugVariants()).toEqual([
    'A size:small 500',
    'C size:large 700',
    'D size:huge 800',
    'B size:medium 600 off sale',
  ])
})

test('a list of prices without columns of options keeps the options and the variants that it lacks', async () => {
  await importText(mug)
  const before = await row('select options from products')
  const prices = 'Handle,Title,Variant SKU,Variant Price\nmug,Mug,A,5.5\nmug,,B,6.5\nmug,,D,9'
  const { kept, refused } = await importText(prices)
  expect([kept, refused]).toMatchObject([[], [{ line: 4, reason: 'an option has no value' }]])
  expect(await mugVariants()).toEqual(['A size:small 550', 'B size:medium 650', 'C size:large 700'])
  expect(await row('select options from products')).toEqual(before)
  const withoutSkus = await importText('Handle,Title,Variant Price\nmug,Mug,9')
  expect(withoutSkus.refused).toMatchObject([{ line: 2, reason: 'an option has no value' }])
  expect(await mugVariants()).toEqual(['A size:small 550', 'B size:medium 650', 'C size:large 700'])
  expect((await importText(mug.replace('C,7', 'C,7.5'))).kept).toEqual([])
  expect(await mugVariants()).toEqual(['A size:small 500', 'B size:medium 600', 'C size:large 750'])
})

test('a list of prices without columns of options has one row for a product without options', async () => {
  const prices = 'Handle,Title,Variant SKU,Variant Price'
  const { refused } = await importText(`${prices}\ncup,Cup,A,5\ncup,,B,6`)
  expect(refused).toMatchObject([{ line: 3, reason: 'an option has no value' }])
  for (const sku of ['D', 'E']) await importText(`${prices}\ncup,Cup,${sku},7`)
  expect(await mugVariants()).toEqual(['E  700', 'D  700 off sale', 'A  500 off sale'])
})

test('a file with some columns keeps what earlier files said in the others', async () => {
  const columns = 'Handle,Title,Body (HTML),Tags,Minimum Quantity,Maximum Quantity,Option1 Name,Option1 Value'
  const ofVariants =
    'Variant SKU,Variant Price,Variant Compare At Price,Variant Barcode,Variant Inventory Tracker,Variant Inventory Qty'
  const small = 'cup,Cup,Fine.,clay,2,20,Size,Small,A,5,6,111,shopify,4'
  const large = 'cup,,,,,,,Large,B,7,8,222,shopify,4'
  await importText(`${columns},${ofVariants}\n${small}\n${large}`)
  await importText(
    'Handle,Title,Maximum Quantity,Option1 Name,Option1 Value,Variant SKU,Variant Price\ncup,Cup,20,Size,Small,A,5.5',
  )
  const changedSmall = 'cup,Cup,Finer.,glass,3,20,Size,Small,A,5,6.5,112,shopify,9'
  const changedLarge = 'cup,,,,,,,Large,B,7.5,8,223,shopify,9'
  const { kept } = await importText(`${columns},${ofVariants}\n${changedSmall}\n${changedLarge}`)
  expect(kept).toEqual([])
  expect(
    await shop.query(
      `select description->>'en' as text, min_quantity as minimum, sku, price, compare_at_price as before, barcode,
        on_hand as pieces, active, (select string_agg(tag_id, ' ') from product_tags) as tags
      from products p join variants v on product_id = p.id join stock using (sku) order by v.position`,
    ),
  ).toEqual([
    {
      ...{ text: 'Finer.', minimum: 3, tags: 'glass', active: true, pieces: 9 },
      ...{ sku: 'A', price: 500, before: 650, barcode: '112' },
    },
    {
      ...{ text: 'Finer.', minimum: 3, tags: 'glass', active: true, pieces: 9 },
      ...{ sku: 'B', price: 750, before: 800, barcode: '223' },
    },
  ])
})

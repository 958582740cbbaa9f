import { beforeEach, expect, test } from 'vitest'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import { setUpShop } from '#tests/harness.ts'
import { chineseFile, shopifyFile } from '#tests/import-files.ts'
import { importSteps } from '#tests/office-imports.ts'

// An owner imports 300 products of another shop and a file with a Chinese header, and then undoes both imports.

const shop = setUpShop()
const { upload, check, fix, run, undo } = importSteps(shop)
beforeEach(async () => {
  await shop.reset()
  await openStore(shop.ctx())
})

/** All rows of the catalogue's tables. Omits tables that only record what happened. */
async function catalogue() {
  const tables = await shop.query<{ name: string }>(
    `select table_name as name from information_schema.columns where table_schema = 'public' and table_name in (
      'products', 'variants', 'stock', 'categories', 'brands', 'tags', 'modifier_groups', 'modifiers',
      'product_categories', 'product_tags', 'product_modifier_groups', 'related_products')
      group by table_name order by 1`,
  )
  const contents = tables.map(async ({ name }) => {
    // Sorts the rows by content, because the order in which they were stored does not matter.
    const rows = await shop.query<{ row: string }>(`select row_to_json(t)::text as row from ${name} t order by 1`)
    return [name, rows.map(({ row }) => row)] as const
  })
  return Object.fromEntries(await Promise.all(contents))
}

test('after the undo of both files, the catalogue is as before, byte for byte', async () => {
  await addProducts(
    shop.ctx(),
    { id: 'item-1', price: 990, stock: 4 },
    { id: 'item-2', price: 450, stock: 9 },
    { id: 'own-cup', price: 700, stock: 2 },
  )
  const before = await catalogue()
  expect(before.products).toHaveLength(3)

  const { content, bad } = shopifyFile()
  const checked = await check(await upload(content, 'shopify.csv'))
  const refused = checked.lines.filter(({ kind }) => kind === 'refused')
  expect(refused.map(({ line, code }) => ({ line, code }))).toEqual(bad)
  expect(checked.counts.refused).toBe(12)
  expect(await catalogue()).toEqual(before)

  const cells: Record<string, Record<string, string>> = {
    'import.no_title': { Title: 'Cup with a name' },
    'import.stock': { 'Variant Inventory Qty': '2' },
    'import.compare_at': { 'Variant Compare At Price': '' },
  }
  let fixed = checked
  for (const { line, code } of bad) {
    const change = cells[code]
    if (change) fixed = await fix(fixed, line, change)
  }
  // Two of the three corrected rows belong to products with another, valid variant. The first dry run had already
  // counted these products as added, so the corrections add only one product.
  const { added = 0, variants = 0 } = checked.counts
  expect(fixed.counts).toMatchObject({ refused: 9, added: added + 1, variants: variants + 4 })
  const first = await run(fixed)
  expect(first).toMatchObject({ status: 'done', counts: fixed.counts })
  const between = await catalogue()
  expect(between.products?.length).toBeGreaterThan(290)

  const second = await run(await check(await upload(chineseFile, '商品.csv')))
  expect(second).toMatchObject({ status: 'done', counts: { refused: 0, added: 2 } })
  expect(await catalogue()).not.toEqual(between)
  expect(await undo(second)).toMatchObject({ status: 'undone', left: [], archived: [] })
  expect(await catalogue()).toEqual(between)
  expect(await undo(first)).toMatchObject({ status: 'undone', left: [], archived: [] })
  expect(await catalogue()).toEqual(before)
}, 120_000)

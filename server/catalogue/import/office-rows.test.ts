import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OfficeImport } from '#contract/office/imports.ts'
import { exportRefused, exportReport, serveExport } from '#server/catalogue/office-export.ts'
import * as locations from '#server/locations/locations.ts'
import { setUpShop } from '#tests/harness.ts'
import { importSteps } from '#tests/office-imports.ts'
import { photo } from '#tests/pictures.ts'
import { makeZip } from '#tests/zips.ts'
import { runImport } from './office-imports.ts'
import { fixImportRow } from './office-rows.ts'
import { addImportZipPart, readImportZip } from './office-zip.ts'
import { importFolder } from './records.ts'

const shop = setUpShop()
const { state, ended, upload, check, fix, run, bring } = importSteps(shop)
beforeEach(async () => {
  await shop.reset()
  await locations.openFirst(shop.ctx())
})
afterEach(() => shop.query('delete from imports'))

const refusedOf = ({ lines }: OfficeImport) =>
  lines.filter(({ kind }) => kind === 'refused').map(({ line, code, cells }) => [line, code, cells])
const prices = () => shop.query('select sku, price from variants order by sku')
const download = async (one: OfficeImport) => {
  const { address } = await exportRefused(shop.ctx(), { import: one.import })
  return serveExport(shop.app, new URL(address, 'https://shop.test').pathname)
}

const menu = '货号,品名,价格,库存\na,绿茶,3.00,5\nb,"红茶,热",五块八,1.5\nc,乌龙,4.50,7'

test('a corrected row is checked again, is kept with the import, and is what the import writes', async () => {
  const checked = await check(await upload(menu))
  expect(checked.counts).toMatchObject({ added: 2, refused: 1, rows: 3 })
  expect(checked.lines.filter(({ kind }) => kind === 'refused')).toMatchObject([
    {
      line: 3,
      product: 'b',
      name: '红茶,热',
      code: 'import.price',
      cells: [{ column: 'Variant Price', value: '五块八' }],
    },
  ])
  const second = await fix(checked, 3, { 'Variant Price': '5.80' })
  expect(refusedOf(second)).toEqual([[3, 'import.stock', [{ column: 'Variant Inventory Qty', value: '1.5' }]]])
  const fine = await fix(checked, 3, { 'Variant Inventory Qty': '2' })
  expect(fine.counts).toMatchObject({ added: 3, refused: 0, variants: 3, rows: 3 })
  expect(fine.lines).toContainEqual(expect.objectContaining({ kind: 'new', line: 3, product: 'b' }))
  const fixed = {
    ...{ line: 3, product: 'b', name: '红茶,热' },
    cells: [
      { column: 'Variant Price', was: '五块八', is: '5.80' },
      { column: 'Variant Inventory Qty', was: '1.5', is: '2' },
    ],
  }
  expect((await state(checked)).fixed).toEqual([fixed])
  expect(await check(fine)).toMatchObject({ counts: { added: 3, refused: 0 }, fixed: [fixed] })
  expect(await run(fine)).toMatchObject({ status: 'done', counts: { added: 3, refused: 0 } })
  expect(await prices()).toEqual([
    { sku: 'a', price: 300 },
    { sku: 'b', price: 580 },
    { sku: 'c', price: 450 },
  ])
})

test('a correction is taken back with the cells of the file', async () => {
  const checked = await check(await upload(menu))
  await fix(checked, 3, { 'Variant Price': '5.80', 'Variant Inventory Qty': '2' })
  const back = await fix(checked, 3, { 'Variant Price': '五块八', 'Variant Inventory Qty': '1.5' })
  expect(back).toMatchObject({ counts: checked.counts, fixed: [] })
  expect(refusedOf(back)).toEqual(refusedOf(checked))
})

test('a corrected row of a product with several variants joins the others', async () => {
  const file = [
    'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price',
    'tea,Tea,Size,Small,S,3',
    'tea,,,Large,L,four',
    'tea,,,Huge,H,5',
  ].join('\n')
  const checked = await check(await upload(file))
  expect(checked.counts).toMatchObject({ added: 1, variants: 2, refused: 1 })
  const fine = await fix(checked, 3, { 'Variant Price': '4' })
  expect(fine.counts).toMatchObject({ added: 1, variants: 3, refused: 0 })
  expect(fine.lines.map(({ kind, line }) => [kind, line])).toEqual([['new', 2]])
  await run(fine)
  expect(await prices()).toMatchObject([{ sku: 'H' }, { sku: 'L', price: 400 }, { sku: 'S' }])
})

test('an SKU that another row has is found, and the whole file is checked again', async () => {
  const checked = await check(await upload('sku,name,price,handle\nx,X,3,x\nx,Y,4,y\nz,Z,five,z'))
  expect(refusedOf(checked)).toMatchObject([
    [3, 'import.sku_taken', [{ column: 'Variant SKU', value: 'x' }]],
    [4, 'import.price', {}],
  ])
  const clash = await fix(checked, 3, { 'Variant SKU': 'z' })
  expect(refusedOf(clash)).toMatchObject([[4, 'import.price', {}]])
  const whole = await fix(clash, 4, { 'Variant Price': '5' })
  expect(refusedOf(whole)).toMatchObject([[4, 'import.sku_taken', [{ column: 'Variant SKU', value: 'z' }]]])
  const fine = await fix(whole, 4, { 'Variant SKU': 'z2' })
  expect(fine.counts).toMatchObject({ added: 3, refused: 0 })
  expect((await run(fine)).counts).toMatchObject({ added: 3, refused: 0 })
})

test('two corrections at once are both kept', async () => {
  const rows = Array.from({ length: 8 }, (_, at) => `s${at},Name ${at},bad`)
  const checked = await check(await upload(`sku,name,price\n${rows.join('\n')}`))
  await Promise.all([2, 3, 4, 5].map((line) => fix(checked, line, { 'Variant Price': String(line) })))
  const after = await state(checked)
  expect(after.counts).toMatchObject({ added: 4, refused: 4 })
  expect(after.fixed.map(({ line }) => line)).toEqual([2, 3, 4, 5])
})

test('only rows that the last dry run refused can be corrected, and only columns that the import reads', async () => {
  const read = await upload(menu)
  const correct = (line: number, cells: Record<string, string>) =>
    fixImportRow(shop.ctx(), { import: read.import, line, cells })
  await expect(correct(3, { 'Variant Price': '5' })).rejects.toThrow('import.state')
  const checked = await check(read)
  await expect(correct(2, { 'Variant Price': '5' })).rejects.toThrow('not_found')
  expect(await correct(3, { 'Category Ids': 'x', Nonsense: 'y' })).toMatchObject({ counts: checked.counts, fixed: [] })
  await run(checked)
  await expect(correct(3, { 'Variant Price': '5' })).rejects.toThrow('import.state')
})

test('the products with refused rows can be downloaded with the reasons, and imported again from that file', async () => {
  const file = ['id,name,price,note', 'a,A,3,fine', 'b,=B,-4,"two\nlines"', 'c,C,five,', 'd,D,six,'].join('\n')
  const checked = await fix(await check(await upload(file)), 6, { 'Variant Price': '6' })
  const response = await download(checked)
  expect(response.headers.get('content-disposition')).toContain('refused-products.csv')
  const text = await response.text()
  expect(text.replaceAll('\r\n', '\n')).toBe(
    [
      'id,name,price,Why it was refused',
      "b,'=B,'-4,its price “-4” is no amount such as 1299.00",
      'c,C,five,its price “five” is no amount such as 1299.00',
      '',
    ].join('\n'),
  )
  await run(checked)
  expect(await (await download(checked)).text()).toBe(text)
  await bring(text.replace("'-4", '4').replace(',five,', ',5,'))
  expect(await shop.query("select id, name->>'en' as name from products order by id")).toEqual([
    { id: 'a', name: 'A' },
    { id: 'b', name: '=B' },
    { id: 'c', name: 'C' },
    { id: 'd', name: 'D' },
  ])
})

test('a row that has a bad price alone counts once', async () => {
  const checked = await check(await upload('sku,name,price\na,A,free'))
  expect(checked.counts).toMatchObject({ rows: 1, refused: 1 })
  expect(refusedOf(checked)).toHaveLength(1)
})

test('a dry run finds the same SKU in two products however far apart they are', async () => {
  const rows = Array.from({ length: 450 }, (_, at) => `p${at},P,3,${at === 440 ? 's1' : `s${at}`}`)
  const checked = await check(await upload(`handle,name,price,sku\n${rows.join('\n')}`))
  expect(refusedOf(checked)).toMatchObject([[442, 'import.sku_taken', [{ column: 'Variant SKU', value: 's1' }]]])
  expect((await run(checked)).counts).toEqual(checked.counts)
})

test('a corrected row of a product keeps what the owner changed since the last import', async () => {
  const file = (price: string, stock: string) => `sku,name,price,stock\na,A,${price},${stock}`
  await bring(file('3.00', '5'))
  await shop.query("update variants set price = 350 where sku = 'a'")
  const checked = await check(await upload(file('4.00', 'some')))
  const fine = await fix(checked, 2, { 'Variant Inventory Qty': '6' })
  expect(fine.lines).toMatchObject([
    { kind: 'kept', line: 2, fields: [{ field: 'price', present: '3.50', file: '4.00' }] },
    { kind: 'changed', line: 2 },
  ])
})

test('pictures of a zip count as named once their row is corrected', async () => {
  const jpeg = await photo().resize(300, 200).jpeg().toBuffer()
  const file = 'handle,title,price,image src\nbun,Bun,free,bun.jpg\nbun,,,other.jpg\ntea,Tea,4,tea.jpg'
  const read = await upload(file)
  const zip = makeZip(['bun.jpg', 'tea.jpg', 'spare.jpg'].map((name) => ({ name, data: jpeg })))
  await addImportZipPart(shop.ctx(), { import: read.import, at: 0, file: new File([new Uint8Array(zip)], 'a.zip') })
  const checked = await check(
    await readImportZip(shop.ctx(), { import: read.import, fileName: 'a.zip', size: zip.length }),
  )
  const picturesOf = ({ lines }: OfficeImport) =>
    lines
      .filter(({ kind }) => kind === 'picture' || kind === 'unused')
      .map(({ line, product, code }) => [line, code ?? product])
  const unnamed = [
    [0, 'bun.jpg'],
    [0, 'spare.jpg'],
  ]
  expect(picturesOf(checked)).toEqual(unnamed)
  const fine = await fix(checked, 2, { 'Variant Price': '3' })
  expect(picturesOf(fine)).toEqual([
    [0, 'spare.jpg'],
    [3, 'import.zip_missing'],
  ])
  const back = await fix(fine, 2, { 'Variant Price': 'free' })
  expect(refusedOf(back)).toEqual(refusedOf(checked))
  expect(picturesOf(back)).toEqual(unnamed)
  await fix(back, 2, { 'Variant Price': '3' })
  expect((await run(back)).counts).toMatchObject({ added: 2, refused: 0, placeholders: 1 })
  expect(await shop.query("select images->0->'width' as width from products order by id")).toEqual([
    { width: 160 },
    { width: 160 },
  ])
})

test('the whole report is a file, also the lines that the page does not list, with corrections', async () => {
  const many = Array.from({ length: 320 }, (_, at) => `p${at},茶${at},3.00,5`)
  const checked = await check(await upload(['货号,品名,价格,库存', ...many, 'bad,"红茶,热",五块八,1'].join('\n')))
  expect(checked.lines.filter(({ kind }) => kind === 'new')).toHaveLength(300)
  const report = async () => {
    const { address } = await exportReport(shop.ctx(), { import: checked.import })
    const file = await serveExport(shop.app, new URL(address, 'https://shop.test').pathname)
    return (await file.text()).trim().split('\r\n')
  }
  const [header, ...rows] = await report()
  expect(header).toBe('Line,Result,Product,Name,Price,Highest price,Details')
  expect(rows).toHaveLength(321)
  expect(rows).toContain('321,New products,p319,茶319,3.00,,')
  expect(rows.filter((row) => row.startsWith('322,'))).toEqual([
    expect.stringMatching(/^322,Refused rows,bad,"红茶,热",,,./),
  ])
  await fix(checked, 322, { 'Variant Price': '5.80' })
  const [, ...after] = await report()
  expect(after).toHaveLength(321)
  expect(after.filter((row) => row.startsWith('322,'))).toEqual(['322,New products,bad,"红茶,热",5.80,,'])
})

test('the report of a failed import lists only what it wrote, and there is none while a step runs', async () => {
  const rows = Array.from({ length: 150 }, (_, at) => `p${at},Tea ${at},3.00`)
  const checked = await check(await upload(['id,name,price', ...rows].join('\n')))
  const report = async () => {
    const { address } = await exportReport(shop.ctx(), checked)
    const file = await serveExport(shop.app, new URL(address, 'https://shop.test').pathname)
    return (await file.text()).trim().split('\r\n').slice(1)
  }
  expect(await report()).toHaveLength(150)
  const { address } = await exportReport(shop.ctx(), checked)
  await shop.query("alter table products add constraint refused check (id <> 'p120')")
  try {
    const failed = await run(checked)
    expect(failed).toMatchObject({ status: 'failed', hasReport: true })
    const written = await shop.query<{ id: string }>('select id from products')
    expect(written).toHaveLength(100)
    expect((await report()).map((line) => line.split(',').slice(1, 3))).toEqual(
      expect.arrayContaining(written.map(({ id }) => ['New products', id])),
    )
    expect(await report()).toHaveLength(100)
  } finally {
    await shop.query('alter table products drop constraint refused')
  }
  const running = await runImport(shop.ctx(), { import: checked.import })
  expect(running).toMatchObject({ status: 'running', hasReport: false })
  await ended(running)
  expect(await report()).toHaveLength(50)
  await shop.query('update imports set state = state || \'{"isReported":false}\'')
  await expect(serveExport(shop.app, new URL(address, 'https://shop.test').pathname)).rejects.toThrow('not_found')
})

test('a dry run that fails has no lines of the earlier one, and an import of an earlier release has no report', async () => {
  const checked = await check(await upload(menu))
  const [row] = await shop.query<{ stored: string }>('select stored from imports')
  await rm(join(importFolder(shop.app), row?.stored ?? ''))
  const failed = await check(checked)
  expect(failed).toMatchObject({ status: 'failed', hasReport: true, lines: [] })
  const { address } = await exportReport(shop.ctx(), failed)
  const file = await serveExport(shop.app, new URL(address, 'https://shop.test').pathname)
  expect((await file.text()).trim().split('\r\n')).toHaveLength(1)
  await shop.query("update imports set state = state - 'isReported'")
  expect(await state(failed)).toMatchObject({ hasReport: false })
  await expect(exportReport(shop.ctx(), failed)).rejects.toThrow('not_found')
  expect(await exportRefused(shop.ctx(), failed)).toBeTruthy()
})

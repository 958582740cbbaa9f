import { deflateRawSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { importStaffCalls } from '#contract/office/imports.ts'
import { setPrice } from '#server/catalogue/staff.ts'
import * as locations from '#server/locations/locations.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { normalizeValue } from '#server/platform/normalize-text.ts'
import { setUpShop } from '#tests/harness.ts'
import { importSteps } from '#tests/office-imports.ts'
import { addImportPart, importState, imports, readImport, startImport } from './office-imports.ts'

const shop = setUpShop()
const { upload, check, run, undo } = importSteps(shop)
beforeEach(async () => {
  await shop.reset()
  await locations.openFirst(shop.ctx())
})
afterEach(() => shop.query('delete from imports'))

const count = async (table: string) => Number((await shop.query(`select count(*) as n from ${table}`))[0]?.n)

const chinese =
  '商品名称,英文名,分类,货号,售价,库存\n珍珠奶茶,Pearl milk tea,奶茶,M1,6.50,20\n绿豆沙,Mung bean smoothie,冰沙,M2,5.80,8'

test('columns with Chinese names are matched, and both languages come from one file', async () => {
  const read = await upload(chinese)
  expect(read.columns).toEqual({
    商品名称: 'Title (中文)',
    英文名: 'Title',
    分类: 'Type (中文)',
    货号: 'Variant SKU',
    售价: 'Variant Price',
    库存: 'Variant Inventory Qty',
  })
  expect(read).toMatchObject({ language: 'en', track: true, status: 'uploaded', failure: null })
  const checked = await check(read)
  expect(checked).toMatchObject({ status: 'checked', counts: { added: 2, refused: 0 } })
  const price = (amount: number) => ({ price: { amount, currency: 'CAD' }, priceTo: null })
  expect(checked.lines).toMatchObject([
    { kind: 'new', line: 2, product: 'm1', name: 'Pearl milk tea', ...price(650) },
    { kind: 'new', line: 3, product: 'm2', name: 'Mung bean smoothie', ...price(580) },
  ])
  expect(await count('products')).toBe(0)
  expect(await run(checked)).toMatchObject({ status: 'done', counts: { added: 2 } })
  expect(await shop.query('select name from products order by id')).toEqual([
    { name: { en: 'Pearl milk tea', zh: '珍珠奶茶' } },
    { name: { en: 'Mung bean smoothie', zh: '绿豆沙' } },
  ])
  expect(await shop.query('select name from categories order by id')).toMatchObject([
    { name: { zh: '冰沙' } },
    { name: { zh: '奶茶' } },
  ])
  expect(await shop.query('select sku, on_hand as pieces from stock order by sku')).toEqual([
    { sku: 'M1', pieces: 20 },
    { sku: 'M2', pieces: 8 },
  ])
})

test('a file in Chinese alone is read in Chinese, and a changed choice of columns counts', async () => {
  const read = await upload('品名,价格,别的\n红豆包,3.00,Red bean bun')
  expect(read).toMatchObject({ language: 'zh', columns: { 品名: 'Title', 价格: 'Variant Price', 别的: null } })
  await run(await check(read, { columns: { ...read.columns, 别的: 'Title (English)' } }))
  expect(await shop.query('select name from products')).toEqual([{ name: { en: 'Red bean bun', zh: '红豆包' } }])
})

test.each([
  ['a line break', '商品\n名称'],
  ['a line break of Windows', '商品 \r\n 名称'],
  ['a zero-width space', '商品名称\u200b'],
  ['a vertical tab', '商品\u000b名称'],
  ['a letter in two code points', '商品名称 e\u0301'],
])('a column whose header has %s is imported', async (_, name) => {
  const read = await upload(`"${name}",价格\n绿茶,3`)
  const [title = ''] = read.header
  const columns = { [title]: 'Title', 价格: 'Variant Price' }
  // The back office sends the choice over HTTP, and the server normalizes its keys.
  const sent = importStaffCalls.checkImport.input.shape.columns.parse(normalizeValue(columns, 'everywhere'))
  expect((await run(await check(read, { columns: sent }))).counts).toMatchObject({ added: 1, refused: 0 })
})

test('an undo puts the shop back, except products that changed since, which it names', async () => {
  const first = await run(await check(await upload('handle,name,price,type\ntea,Tea,3.00,Drinks\ncup,Cup,9.00,Things')))
  const columns = 'id, name, price_from, brand_id, options, record_status'
  const before = await shop.query(`select ${columns} from products order by id`)
  const second = await run(
    await check(
      await upload('handle,name,price,type\ntea,Fine tea,4.00,Drinks\ncup,Big cup,9.50,Things\nbun,Bun,2.00,Baked'),
    ),
  )
  expect(second.counts).toMatchObject({ added: 1, changed: 2 })
  await setPrice(shop.ctx(), { sku: 'cup', price: 990 })
  const undone = await undo(second)
  expect(undone).toMatchObject({ status: 'undone', left: ['cup'] })
  expect(await shop.query("select id, name->>'en' as name, price_from as price from products order by id")).toEqual([
    { id: 'cup', name: 'Big cup', price: 990 },
    { id: 'tea', name: 'Tea', price: 300 },
  ])
  expect(await shop.query('select id from categories order by id')).toEqual([{ id: 'drinks' }, { id: 'things' }])
  expect((await undo(second, true)).left).toEqual([])
  expect(await shop.query(`select ${columns} from products order by id`)).toEqual(before)
  await undo(first)
  expect([await count('products'), await count('categories'), await count('brands')]).toEqual([0, 0, 0])
})

test('an import cannot be undone after seven days', async () => {
  const done = await run(await check(await upload('name,price\nTea,3')))
  await shop.query("update imports set ended_at = ended_at - interval '8 days'")
  await expect(undo(done)).rejects.toThrow('import.state')
  expect((await importState(shop.ctx(), done)).undoUntil).toBeNull()
})

test('a dry run lists what the owner changed, and the chosen fields are overwritten', async () => {
  const file = (price: string) => `handle,name,price\ntea,Tea,${price}`
  await run(await check(await upload(file('1.29'))))
  await setPrice(shop.ctx(), { sku: 'tea', price: 149 })
  const read = await upload(file('1.39'))
  const checked = await check(read)
  expect(checked.lines).toMatchObject([
    { kind: 'kept', line: 2, product: 'tea', fields: [{ field: 'price', present: '1.49', file: '1.39' }] },
  ])
  await run(await check(checked, { overwrite: ['price'] }))
  expect(await shop.query('select price from variants')).toEqual([{ price: 139 }])
})

test('a step whose process ended counts as failed, and can start again', async () => {
  const checked = await check(await upload('name,price\nTea,3'))
  await shop.query("update imports set status = 'running', alive_at = now() - interval '5 minutes'")
  expect(await importState(shop.ctx(), checked)).toMatchObject({
    status: 'failed',
    failure: { code: 'import.interrupted' },
  })
  expect(await run(checked)).toMatchObject({ status: 'done', counts: { added: 1 } })
  expect((await imports(shop.ctx())).imports).toMatchObject([{ status: 'done', fileName: 'products.csv' }])
})

test('the parts of a file may be sent again, and not out of order', async () => {
  const { import: id } = await startImport(shop.ctx(), { fileName: 'a.csv', size: 16 })
  const part = (at: number, text: string) =>
    addImportPart(shop.ctx(), { import: id, at, file: new File([text], 'a.csv') })
  await expect(part(5, 'x')).rejects.toThrow('import.state')
  await part(0, 'name,price\n')
  await part(0, 'name,price\n')
  await expect(readImport(shop.ctx(), { import: id })).rejects.toThrow('import.state')
  expect(await part(11, 'Tea,3')).toEqual({ size: 16 })
  expect((await readImport(shop.ctx(), { import: id })).samples).toEqual([['Tea', '3']])
})

test('a reading that began before a dry run changes nothing under it', async () => {
  const read = await upload('name,price\nTea,3')
  const { promise: end, resolve: endBlock } = Promise.withResolvers<void>()
  const blocker = transact(shop.ctx(), async ({ db }) => {
    await db.execute(sql`update imports set status = 'checking'`)
    await end
  })
  const late = readImport(shop.ctx(), { import: read.import })
  const refused = expect(late).rejects.toThrow('import.state')
  await expect
    .poll(() => shop.query("select 1 from pg_locks where not granted and locktype = 'transactionid'"))
    .toHaveLength(1)
  endBlock()
  await blocker
  await refused
  expect((await importState(shop.ctx(), read)).status).toBe('checking')
})

test('a text that is cut within an emoji is stored', async () => {
  const long = `${'x'.repeat(79)}🍵${'y'.repeat(200)}`
  const name = `${'x'.repeat(199)}🍵`
  const file = (title: string) => `handle,name,price,note\ntea,${title},3,${long}`
  const read = await upload(file('Tea'))
  expect(read.samples[0]?.[3]).toBe(`${'x'.repeat(79)}\ufffd`)
  await run(await check(read))
  await shop.query('update products set name = name || \'{"en": "Own tea"}\'')
  const checked = await check(await upload(file(name)))
  expect(checked.lines).toMatchObject([{ kind: 'kept', fields: [{ field: 'name', file: `${'x'.repeat(199)}\ufffd` }] }])
})

// Invalid files. The error names the faulty row or says that the whole file is invalid, and the shop stays unchanged.

const withHeader = (rows: string) => `sku,name,price\n${rows}`
const gbTea = Buffer.from([0xc2, 0xcc, 0xb2, 0xe8])

test.each([
  ['an empty file', '', 'import.empty'],
  ['a file with NUL characters', Buffer.from([0x48, 0, 0x0a, 0xff]), 'import.encoding'],
  [
    'a picture that is called .csv',
    Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01', 'latin1'),
    'import.encoding',
  ],
  ['a file with only blank lines', '\n\r\n\n', 'import.empty'],
  ['bytes in no encoding that the import reads', Buffer.from([0x61, 0x0a, 0xff, 0xff, 0x0a]), 'import.encoding'],
])('%s is refused as a whole', async (_, content, code) => {
  expect(await upload(content)).toMatchObject({ status: 'failed', failure: { code } })
  expect(await count('products')).toBe(0)
})

test.each([
  ['without a price column', 'name,color\nTea,green', 'import.column_missing'],
  ['without a known column', 'a,b\n1,2', 'import.columns_missing'],
])('a file %s is refused, with the names of the missing columns', async (_, content, code) => {
  expect(await check(await upload(content))).toMatchObject({ status: 'failed', failure: { code } })
  expect(await count('products')).toBe(0)
})

test.each([
  ['a negative price', withHeader('a,A,-3'), [2, 'import.price']],
  ['a formula as a price', withHeader('a,A,=1+1'), [2, 'import.price']],
  ['no price', withHeader('a,A,'), [2, 'import.no_price']],
  ['no name', withHeader('a,,3'), [2, 'import.no_title']],
  ['the SKU of another row', withHeader('a,A,3\na,A again,4'), [3, 'import.same_sku']],
  ['a quotation mark that is never closed', withHeader('a,A,3\nb,"B,4\nc,C,5'), [3, 'import.csv_open']],
  ['half a piece in stock', 'sku,name,price,stock\na,A,3,1.5', [2, 'import.stock']],
])('a row with %s is refused with its line', async (_, content, expected) => {
  const { lines } = await check(await upload(content))
  expect(lines.filter(({ kind }) => kind === 'refused').map(({ line, code }) => [line, code])).toContainEqual(expected)
  expect(await count('products')).toBe(0)
})

test('a formula as a name is a text, and a file with only a header changes nothing', async () => {
  const name = '=HYPERLINK(""http://bad.example"")'
  expect((await run(await check(await upload(withHeader(`a,"${name}",3`))))).counts).toMatchObject({ added: 1 })
  expect(await shop.query("select name->>'en' as name from products")).toEqual([{ name: name.replaceAll('""', '"') }])
  expect((await check(await upload(withHeader('')))).counts).toMatchObject({ rows: 0, refused: 0 })
})

test('a file with more than 100,000 rows is refused', async () => {
  const rows = Array.from({ length: 100_001 }, (_, index) => `s${index},N,3`)
  const { failure } = await upload(withHeader(rows.join('\n')))
  expect(failure).toEqual({ code: 'import.rows_many', values: { most: 100_000 } })
  expect(await count('products')).toBe(0)
})

test.each([
  ['a file of 200 MB', { fileName: 'a.csv', size: 200 * 1024 * 1024 }, 'import.too_large'],
  ['a file of another kind', { fileName: 'menu.pdf', size: 10 }, 'import.kind'],
])('%s is refused before it is sent', async (_, file, code) => {
  await expect(startImport(shop.ctx(), file)).rejects.toThrow(code)
})

test.each([
  ['UTF-8 with a byte order mark', Buffer.from('\ufeff品名,价格\n绿茶,3')],
  ['UTF-16LE', Buffer.from('\ufeff品名,价格\n绿茶,3', 'utf16le')],
  ['UTF-16BE', Buffer.from('\ufeff品名,价格\n绿茶,3', 'utf16le').swap16()],
  [
    'GB18030',
    Buffer.concat([Buffer.from([0xc6, 0xb7, 0xc3, 0xfb]), Buffer.from(',price\n'), gbTea, Buffer.from(',3')]),
  ],
])('a file in %s is read', async (_, content) => {
  expect(await run(await check(await upload(content)))).toMatchObject({ status: 'done' })
  expect(await shop.query("select name->>'zh' as name from products")).toEqual([{ name: '绿茶' }])
})

const sheetFile = 'xl/worksheets/sheet1.xml'

test('a workbook that unpacks to far more than its size is refused, and so is one that is none', async () => {
  const bomb = zip({ [sheetFile]: Buffer.alloc(160 * 1024 * 1024, ' ') })
  expect(bomb.length).toBeLessThan(200 * 1024)
  expect((await upload(bomb, 'menu.xlsx')).failure).toMatchObject({ code: 'import.sheet_large' })
  const liar = zip({ [sheetFile]: Buffer.alloc(160 * 1024 * 1024, ' ') }, 1000)
  expect((await upload(liar, 'menu.xlsx')).failure).toMatchObject({ code: 'import.sheet' })
  expect((await upload('name,price', 'menu.xlsx')).failure).toMatchObject({ code: 'import.sheet' })
  expect(await count('products')).toBe(0)
})

/** A workbook with one sheet. */
const workbook = (sheet: string, styles = '<styleSheet/>') =>
  zip(
    Object.fromEntries(
      [...workbookFiles(sheet), ['xl/styles.xml', styles]].map(([name = '', xml = '']) => [name, Buffer.from(xml)]),
    ),
  )

/** A row of a sheet as XML. `number` is the text of a number in the XML, and `style` is the index of its cell style. */
function sheetRow(row: number, ...cells: (string | { number: string; style?: number })[]): string {
  const xml = cells.map((cell, at) => {
    const place = `r="${'ABCDE'[at]}${row}"`
    if (typeof cell === 'string') return `<c ${place} t="inlineStr"><is><t>${cell}</t></is></c>`
    return `<c ${place}${cell.style === undefined ? '' : ` s="${cell.style}"`}><v>${cell.number}</v></c>`
  })
  return `<row r="${row}">${xml.join('')}</row>`
}

test('a workbook whose sheet has only pictures counts as empty, and one with cells is read', async () => {
  const picture = '<sheetData/><drawing r:id="rId1"/>'
  expect((await upload(workbook(picture), 'menu.xlsx')).failure).toMatchObject({ code: 'import.empty' })
  const filled = `<sheetData>${sheetRow(1, 'sku', 'name', 'price')}${sheetRow(2, 'a', 'Tea', '3')}</sheetData>`
  expect(await check(await upload(workbook(filled), 'menu.xlsx'))).toMatchObject({ counts: { added: 1, refused: 0 } })
  expect(await count('products')).toBe(0)
})

test('a workbook’s long codes keep their digits, and sums are rounded', async () => {
  const tea = [{ number: '1234567890123456' }, 'Tea', { number: '0.30000000000000004' }]
  const head = sheetRow(1, 'sku', 'name', 'price', 'barcode')
  const sheet = `<sheetData>${head}${sheetRow(2, ...tea, { number: '9.78020137962123E+14' })}</sheetData>`
  await run(await check(await upload(workbook(sheet), 'menu.xlsx')))
  expect(await shop.query('select sku, barcode, price from variants')).toEqual([
    { sku: '1234567890123456', barcode: '978020137962123', price: 30 },
  ])
})

test('a percentage in a workbook is read as a percentage', async () => {
  const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0.0%"/></numFmts>
    <cellXfs><xf numFmtId="0"/><xf numFmtId="9"/><xf numFmtId="164"/></cellXfs></styleSheet>`
  const row = (number: number, share: { number: string; style?: number }) =>
    sheetRow(number, `cake-${number}`, 'Cake', '30', share)
  const shares = [
    row(2, { number: '0.3', style: 1 }),
    row(3, { number: '0.28999999999999998', style: 2 }),
    row(4, { number: '5', style: 0 }),
  ]
  const sheet = `<sheetData>${sheetRow(1, 'sku', 'name', 'price', 'Prepayment')}${shares.join('')}</sheetData>`
  await run(await check(await upload(workbook(sheet, styles), 'menu.xlsx')))
  expect(await shop.query('select prepayment from products order by id')).toEqual([
    { prepayment: { percent: 30 } },
    { prepayment: { percent: 29 } },
    { prepayment: { amount: 500 } },
  ])
})

/** The files of a workbook with one sheet, as its archive contains them. Leaves out the styles and the pictures. */
function workbookFiles(sheet: string): [string, string][] {
  const schemas = 'http://schemas.openxmlformats.org'
  const main = `${schemas}/spreadsheetml/2006/main`
  const links = `${schemas}/officeDocument/2006/relationships`
  const relation = (kind: string, target: string) =>
    `<Relationships xmlns="${schemas}/package/2006/relationships"><Relationship Id="rId1" Type="${links}/${kind}" Target="${target}"/></Relationships>`
  return [
    ['[Content_Types].xml', `<Types xmlns="${schemas}/package/2006/content-types"/>`],
    ['_rels/.rels', relation('officeDocument', 'xl/workbook.xml')],
    [
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${links}"><sheets><sheet name="Menu" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
    ['xl/_rels/workbook.xml.rels', relation('worksheet', 'worksheets/sheet1.xml')],
    [sheetFile, `<worksheet xmlns="${main}" xmlns:r="${links}">${sheet}</worksheet>`],
  ]
}

/** A zip archive with these files. `declared` replaces the true unpacked size in the archive's directory. */
function zip(files: Record<string, Buffer>, declared?: number): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, content] of Object.entries(files)) {
    const packed = deflateRawSync(content)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(declared ?? content.length, 18)
    common.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed])
    const more = Buffer.alloc(14)
    more.writeUInt32LE(at, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), common, more, Buffer.from(name)]))
    parts.push(local)
    at += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(directory.length, 4)
  end.writeUInt16LE(directory.length, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...parts, central, Buffer.from('PK\x05\x06'), end])
}

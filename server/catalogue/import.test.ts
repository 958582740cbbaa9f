import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as locations from '#server/locations/locations.ts'
import { fetchPicture, isPublicAddress } from '#server/platform/fetch-picture.ts'
import type { TestShop } from '#tests/harness.ts'
import { openTestShop } from '#tests/harness.ts'
import type { ImportEvent } from './import-door.ts'
import { runImport } from './import-door.ts'
import { plainText, toId } from './import-rows.ts'

let shop: TestShop
let folder: string
beforeAll(async () => {
  shop = await openTestShop()
  folder = await mkdtemp(join(tmpdir(), 'import-'))
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  await shop.reset()
  await locations.put(shop.ctx(), {
    id: 'main-street',
    name: { en: 'Main Street', zh: '主街店' },
    street: '1 Main Street',
    city: 'Markham',
    province: 'ON',
    postCode: 'L3P 1A1',
    timeZone: 'America/Toronto',
    hours: [{ weekday: 1, from: '09:00', to: '18:00' }],
    methods: ['PICKUP'],
  })
})

const header =
  'Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Variant Compare At Price,Image Src'
const tea =
  'tea,Green Tea,<p>Fresh &amp; green.</p>,Hill,Tea,"green, new",true,Title,Default Title,T1,shopify,5,4.50,5.00,'

async function importText(content: string | Buffer, options: Parameters<typeof runImport>[2] = {}) {
  const file = join(folder, 'file.csv')
  await writeFile(file, content)
  return importFile(file, options)
}

async function importFile(file: string, options: Parameters<typeof runImport>[2] = {}) {
  const events: ImportEvent[] = []
  await runImport(shop.app, file, { pictures: 'skip', ...options }, (event) => events.push(event))
  const of = <Kind extends ImportEvent['kind']>(kind: Kind) =>
    events.filter((event): event is Extract<ImportEvent, { kind: Kind }> => event.kind === kind)
  return {
    summary: of('done')[0]?.summary,
    failed: of('failed')[0]?.message,
    refused: of('refused'),
    pictures: of('picture'),
    assumed: of('start')[0]?.assumed,
  }
}

const countRows = async (table: string) => Number((await shop.query(`select count(*) as n from ${table}`))[0]?.n)

test.each([
  ['shopify-apparel.csv', { rows: 22, added: 20, variants: 22 }],
  ['shopify-jewelery.csv', { rows: 41, added: 20 }],
])('%s of a public source becomes products that can be found and bought', async (name, expected) => {
  const { summary, refused, failed } = await importFile(join('tests/files', name))
  expect(failed).toBeUndefined()
  expect(refused).toEqual([])
  expect(summary).toMatchObject(expected)
  const visitor = shop.visitor()
  const { products } = await visitor.api.catalogue.list({ numberToLoad: 60 })
  expect(products).toHaveLength(summary?.added ?? 0)
  expect(await visitor.api.catalogue.count({})).toEqual({ count: summary?.added })
  const simple = products.find(({ sku }) => sku !== null)
  if (!simple?.sku) throw new Error('nothing can be bought at one tap')
  const cart = await visitor.api.cart.add({ sku: simple.sku, quantity: 2 })
  expect(cart.itemCount).toBe(1)
  expect(cart.subtotal.amount).toBe(simple.price.amount * 2)
})

test('the same file again changes nothing; a changed price changes that product alone', async () => {
  const other = tea.replaceAll('tea', 'oolong').replace('T1', 'T2')
  expect((await importText([header, tea, other].join('\n'))).summary).toMatchObject({ added: 2 })
  const before = await shop.query('select * from products order by id')
  expect((await importText([header, tea, other].join('\n'))).summary).toMatchObject({
    added: 0,
    changed: 0,
    unchanged: 2,
  })
  expect(await shop.query('select * from products order by id')).toEqual(before)
  const again = await importText([header, tea.replace('4.50', '4.75'), other].join('\n'))
  expect(again.summary).toMatchObject({ changed: 1, unchanged: 1 })
  expect(await shop.query("select price from variants where sku = 'T1'")).toEqual([{ price: 475 }])
})

test('a dry run says what would happen and writes nothing', async () => {
  expect((await importText([header, tea].join('\n'), { dryRun: true })).summary).toMatchObject({ added: 1 })
  expect(await countRows('products')).toBe(0)
})

test('it says what it assumes, and takes what is set instead', async () => {
  expect((await importText([header, tea].join('\n'))).assumed).toEqual({
    location: 'main-street',
    currency: 'CAD',
    taxClass: 'standard',
    language: 'en',
    encoding: 'utf-8',
  })
  await shop.reset()
  const { failed } = await importText([header, tea].join('\n'), { location: 'nowhere' })
  expect(failed).toBe('There is no store nowhere.')
})

test('rows that cannot be taken are named with line and reason, and the others are imported', async () => {
  const rows = [
    header,
    tea,
    'free,Free,,,,,true,Title,Default Title,F1,,1,,,',
    'minus,Minus,,,,,true,Title,Default Title,M1,,1,-3,,',
    ',No handle,,,,,true,Title,Default Title,N1,,1,3,,',
    'twin,Twin,,,,,true,Size,S,W1,,1,3,,',
    'twin,,,,,,,,S,W2,,1,3,,',
    'thief,Thief,,,,,true,Title,Default Title,T1,,1,3,,',
    'tea,Tea again,,,,,true,Title,Default Title,T9,,1,3,,',
    'half,Half,,,,,true,Title,Default Title,H1,shopify,1.5,3,,',
  ]
  const { summary, refused } = await importText(rows.join('\n'))
  expect(refused.map(({ line }) => line).sort((a, b) => a - b)).toEqual([3, 3, 4, 4, 5, 7, 8, 9, 10, 10])
  expect(refused.find(({ line }) => line === 8)?.reason).toContain('T1 belongs to the product tea')
  expect(summary).toMatchObject({ added: 2 })
})

test('a byte order mark is no part of the first column', async () => {
  expect((await importText(`\ufeff${header}\n${tea}`)).summary).toMatchObject({ added: 1 })
})

test('a file in UTF-16 is read by its mark', async () => {
  const content = Buffer.from(`\ufeff${header}\n${tea.replace('Green Tea', '绿茶')}`, 'utf16le')
  expect((await importText(content)).summary).toMatchObject({ added: 1 })
  expect(await shop.query("select name->>'en' as name from products")).toEqual([{ name: '绿茶' }])
})

test('a wrong encoding is said before anything is written, and the right one helps', async () => {
  const gb = Buffer.concat([
    Buffer.from(`${header}\n`),
    Buffer.from(tea.slice(0, 4)),
    Buffer.from([0xc2, 0xcc, 0xb2, 0xe8]),
    Buffer.from(tea.slice(13)),
  ])
  const { failed } = await importText(gb)
  expect(failed).toContain('not utf-8')
  expect(await countRows('products')).toBe(0)
  await importText(gb, { encoding: 'gb18030', language: 'zh' })
  expect(await shop.query("select name->>'zh' as name from products")).toEqual([{ name: '绿茶' }])
})

test.each([
  ['no price column', 'Handle,Title\na,A', 'Variant Price'],
  ['an empty file', '', 'empty'],
  ['a spreadsheet', 'PK\u0003\u0004', 'spreadsheet'],
])('%s is refused with a sentence that helps', async (_, content, words) => {
  const { failed } = await importText(content)
  expect(failed).toContain(words)
  expect(await countRows('products')).toBe(0)
})

test('a quotation mark that never closes is said with its line, what stood before is imported', async () => {
  const rows = [header, tea, 'bad,"Never closed,,,,,true,,,B1,,1,3,,', 'late,Late,,,,,true,,,L1,,1,3,,']
  const { refused } = await importText(rows.join('\n'))
  expect(refused).toMatchObject([
    { reason: 'a quotation mark is opened here and never closed: nothing after it can be read' },
  ])
  expect(await shop.query('select id from products')).toEqual([{ id: 'tea' }])
})

test('a quotation mark within a text is part of it', async () => {
  await importText([header, 'pipe,Pipe 5" wide,,,,,true,,,P1,,1,3,,', tea].join('\n'))
  expect(await shop.query("select name->>'en' as name from products order by id")).toEqual([
    { name: 'Pipe 5" wide' },
    { name: 'Green Tea' },
  ])
})

test('optional columns may be missing', async () => {
  expect((await importText('Handle,Title,Variant Price\nplain,Plain,3\n')).summary).toMatchObject({
    added: 1,
    uncounted: 1,
  })
})

test('quantities are counted where a tracker is named, or where it is asked for', async () => {
  await importText([header, tea].join('\n'))
  expect(await shop.query('select on_hand, location_id from stock')).toEqual([
    { on_hand: 5, location_id: 'main-street' },
  ])
  await importText([header, tea.replace('shopify', '')].join('\n'))
  expect(await shop.query('select counted from variants')).toEqual([{ counted: false }])
})

test('pictures that cannot be had are drawn and reported', async () => {
  const row = `${tea}http://127.0.0.1:9/tea.jpg`
  const { summary, pictures } = await importText([header, row].join('\n'), { pictures: 'fetch' })
  expect(pictures).toMatchObject([{ line: 2, reason: 'an address inside a private network' }])
  expect(summary).toMatchObject({ added: 1, placeholders: 1 })
  expect((await importText([header, row].join('\n'), { pictures: 'fetch' })).summary).toMatchObject({ unchanged: 1 })
  expect((await importText([header, row].join('\n'), { pictures: 'retry' })).summary).toMatchObject({ changed: 1 })
})

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.20.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '::1',
  '::ffff:10.0.0.1',
  'fe80::1',
  'fd00::1',
  'localhost',
  '',
])('%s is not the public internet', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each([
  'ftp://example.org/a.jpg',
  'file:///etc/passwd',
  'http://user:secret@example.org/',
  'http://[::1]/',
  'http://2130706433/',
  'http://0x7f000001/',
  'not an address',
])('a picture is not fetched from %s', async (address) => {
  await expect(fetchPicture(address)).rejects.toThrow(/private network|not a web address/)
})

test('a redirect cannot lead inside, and a large picture is not read to its end', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/away') response.writeHead(302, { Location: 'http://10.0.0.1/' }).end()
    else if (request.url === '/large') response.writeHead(200).end(Buffer.alloc(16 * 1024 * 1024))
    else response.writeHead(200).end('picture')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const here = (address: string) => address === '127.0.0.1'
  await expect(fetchPicture(`http://127.0.0.1:${port}/`, here)).resolves.toEqual(Buffer.from('picture'))
  await expect(fetchPicture(`http://127.0.0.1:${port}/away`, here)).rejects.toThrow('private network')
  await expect(fetchPicture(`http://127.0.0.1:${port}/large`, here)).rejects.toThrow('15 MB')
  server.close()
})

test('HTML becomes its words', () => {
  expect(plainText('<p>One &amp; two</p><script>bad()</script><ul><li>a</li><li>b&nbsp;c</li></ul>')).toBe(
    'One & two\na\nb c',
  )
})

test.each([
  ['Ocean Blue Shirt', 'ocean-blue-shirt'],
  ['  Crème brûlée! ', 'crème-brûlée'],
  ['绿茶 500g', '绿茶-500g'],
  ['///', ''],
])('“%s” can stand in an address as “%s”', (name, id) => {
  expect(toId(name)).toBe(id)
})

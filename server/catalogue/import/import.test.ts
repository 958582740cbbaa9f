import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { setTaxClass, setTerms } from '#server/catalogue/staff.ts'
import * as locations from '#server/locations/locations.ts'
import { fetchPicture, isPublicAddress, PictureError } from '#server/platform/pictures/fetch-picture.ts'
import type { Change } from '#server/platform/topics.ts'
import { setUpShop } from '#tests/harness.ts'
import type { ImportEvent } from './command.ts'
import { runImport } from './command.ts'
import { toId } from './ids.ts'
import { plainText } from './text.ts'

const shop = setUpShop()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-'))
})
afterAll(() => rm(folder, { recursive: true }))
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

/** Rows for this many products with one variant each. */
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => `p${index},Product ${index},,,,,true,,,P${index},,1,3,,`)

let files = 0
async function importText(content: string | Buffer, ...more: MoreOfImport) {
  const file = join(folder, `file-${++files}.csv`)
  await writeFile(file, content)
  return importFile(file, ...more)
}

type MoreOfImport = [
  options?: Parameters<typeof runImport>[2]['options'],
  meanwhile?: () => unknown,
  stop?: AbortController,
]

/** Imports a file. `meanwhile` is called at the start and at each report of progress. */
async function importFile(file: string, ...[options = {}, meanwhile, stop]: MoreOfImport) {
  const events: ImportEvent[] = []
  const say = (event: ImportEvent) => {
    events.push(event)
    if (event.kind === 'start' || event.kind === 'progress') beside.push(meanwhile?.())
  }
  const beside: unknown[] = []
  await runImport(shop.app, file, { options: { pictures: 'skip', ...options }, say, signal: stop?.signal })
  await Promise.all(beside)
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
])('the products of %s from a public source are listed and can be added to the cart', async (name, expected) => {
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

test('an import tells the caches which products change, and the lists once at its end', async () => {
  const told: Change[] = []
  const follow = shop.app.onCatalogueChange
  shop.app.onCatalogueChange = (change, options) => {
    told.push(change)
    follow(change, options)
  }
  await importText([header, ...many(150)].join('\n'))
  shop.app.onCatalogueChange = follow
  const topics = told.slice(0, -1).flat()
  expect(topics).not.toContain('content')
  expect(topics).not.toContain('lists')
  expect(topics).toEqual(expect.arrayContaining(['product p0', 'product p149']))
  expect(told.at(-1)).toBe('content')
})

test('importing a file again changes nothing; a changed price changes only that product', async () => {
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

test('a dry run reports what would change and writes nothing', async () => {
  expect((await importText([header, tea].join('\n'), { dryRun: true })).summary).toMatchObject({ added: 1 })
  expect(await countRows('products')).toBe(0)
})

test('the import reports the settings that it assumes, and refuses an unknown store', async () => {
  expect((await importText([header, tea].join('\n'))).assumed).toEqual({
    location: 'main-street',
    currency: 'CAD',
    taxClass: 'standard',
    language: 'en',
    encoding: 'utf-8',
    separator: ',',
  })
  await shop.reset()
  const { failed } = await importText([header, tea].join('\n'), { location: 'nowhere' })
  expect(failed).toBe('There is no store nowhere.')
})

test('refused rows are reported with line and reason, and the others are imported', async () => {
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
  expect(refused.map(({ line }) => line).sort((a, b) => a - b)).toEqual([3, 4, 5, 7, 8, 9, 10])
  expect(refused.find(({ line }) => line === 8)?.reason).toContain('T1 belongs to the product tea')
  expect(summary).toMatchObject({ added: 2 })
})

test('a byte order mark is not part of the first column name', async () => {
  expect((await importText(`\ufeff${header}\n${tea}`)).summary).toMatchObject({ added: 1 })
})

test('a file in UTF-16 is recognised by its byte order mark', async () => {
  const content = Buffer.from(`\ufeff${header}\n${tea.replace('Green Tea', '绿茶')}`, 'utf16le')
  expect((await importText(content)).summary).toMatchObject({ added: 1 })
  expect(await shop.query("select name->>'en' as name from products")).toEqual([{ name: '绿茶' }])
})

test('a wrong encoding is reported before anything is written, and the right one is read', async () => {
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
  ['no price column', 'Handle,Title\na,A', 'the column “Variant Price” is missing'],
  ['no known column', 'a,b\n1,2', 'the columns “Handle” and “Title” and “Variant Price” are missing'],
  ['a column that stands twice', `${header},title\n${tea},Tea`, 'the column “Title” appears twice'],
  ['an empty file', '', 'empty'],
  ['a spreadsheet', 'PK\u0003\u0004', 'spreadsheet'],
  ['text in another encoding', Buffer.from([0x48, 0xff, 0x0a]), 'not utf-8'],
])('%s is refused with a helpful message', async (_, content, words) => {
  const { failed } = await importText(content)
  expect(failed).toContain(words)
  expect(await countRows('products')).toBe(0)
})

test('a missing file, a folder and a device are refused by name', async () => {
  expect((await importFile(join(folder, 'gone.csv'))).failed).toBe(`There is no file ${join(folder, 'gone.csv')}.`)
  expect((await importFile(folder)).failed).toBe(`${folder} is a folder.`)
  expect((await importFile('/dev/null')).failed).toBe('/dev/null is no file.')
})

test('a file that is deleted during the import is read to its end', async () => {
  const file = join(folder, 'vanishing.csv')
  await writeFile(file, [header, ...many(500)].join('\n'))
  const { summary } = await importFile(file, {}, async () => rm(file, { force: true }))
  expect(summary).toMatchObject({ added: 500 })
})

test('a file with only a header imports nothing', async () => {
  const { summary, failed } = await importText(header)
  expect(failed).toBeUndefined()
  expect(summary).toMatchObject({ rows: 0, added: 0 })
})

test('lines may end in CRLF, LF or CR, and a refused row is reported with its first line', async () => {
  const body = tea.replace('<p>Fresh &amp; green.</p>', '"<p>Fresh</p>\r\n<p>and\ngreen</p>"')
  const { summary, refused } = await importText(
    `${header}\r\n${body}\r\n\r\nfree,Free,,,,,true,,,F1,,1,,,\nold,Old,,,,,true,,,O1,,1,3,,\r`,
  )
  expect(summary).toMatchObject({ added: 2 })
  expect(refused.map(({ line }) => line)).toEqual([6])
  expect(await shop.query("select description->>'en' as text from products where id = 'tea'")).toEqual([
    { text: 'Fresh\nand\ngreen' },
  ])
})

test.each([
  [';', 'Excel in much of Europe'],
  ['\t', 'a copied table'],
])('the separator “%s”, as in %s, is recognised and reported', async (separator) => {
  const { summary, assumed } = await importText(
    `Handle;Title;Body (HTML);Variant Price\ntea;"Tea; green";Fresh, hot;4.50`.replaceAll(/;(?! )/g, separator),
  )
  expect(summary).toMatchObject({ added: 1 })
  expect(assumed?.separator).toBe(separator)
  expect(await shop.query("select name->>'en' as name, description->>'en' as text from products")).toEqual([
    { name: 'Tea; green', text: 'Fresh, hot' },
  ])
})

test('column names ignore case, and columns without a name may occur twice', async () => {
  const { summary } = await importText('HANDLE,title,variant PRICE,,\ntea,Tea,4.50,,\n')
  expect(summary).toMatchObject({ added: 1 })
})

test.each([
  ['1,299.00', 129_900],
  ['1299', 129_900],
  ['0', 0],
  ['$12', 1200],
  ['CA$12.50', 1250],
  ['¥ 7.50', 750],
  ['￥7.50', 750],
  ['10.99元', 1099],
  ['11 块', 1100],
  ['8.25 $', 825],
  ['$1,299.00', 129_900],
])('the price “%s” is read', async (price, amount) => {
  await importText(`Handle,Title,Variant Price\ntea,Tea,"${price}"`)
  expect(await shop.query('select price from variants')).toEqual([{ price: amount }])
})

test.each(['12.345', '-1', '1e3', '١٢', '999999999', 'free', '€12', '$-1', '$', '$5元', '$$5', '5$-', '元'])(
  'the price “%s” is refused with an example of a valid price',
  async (price) => {
    const { refused } = await importText(`Handle,Title,Variant Price\ntea,Tea,"${price}"`)
    expect(refused[0]).toMatchObject({ line: 2, reason: `its price “${price}” is no amount such as 1299.00` })
    expect(await countRows('products')).toBe(0)
  },
)

test.each(['12,50', '$12,50', '1.299,00', '1,299', '1,299元', '12，50'])(
  'the price “%s” is refused because its comma is unclear',
  async (price) => {
    const { refused } = await importText(`Handle,Title,Variant Price\ntea,Tea,"${price}"`)
    const reason = `its price “${price}” has a comma that may mean thousands or cents: write it like 1299.00`
    expect(refused[0]).toMatchObject({ line: 2, reason })
    expect(await countRows('products')).toBe(0)
  },
)

test('a row without a price is refused because its price is missing', async () => {
  const { refused } = await importText('Handle,Title,Variant Price\ntea,Tea,')
  expect(refused).toMatchObject([{ line: 2, reason: 'its price is missing' }])
})

test.each([
  ['a name', ['a,"Tea', ...many(30), 'z,"Last",,,,,true,,,Z,,1,3,,'], ['Title', 2, 33], 2],
  ['a price', ['a,A,,,,,true,,,A,,1,"3,,', 'b,B,,,,,true,,,B,,1,3,,', 'c,"C",'], ['Variant Price', 2, 4], 2],
  [
    'a price below a long text',
    ['x,X,"<p>', '</p>",,,,true,,,X,,1,3,,', 'a,A,"<p>', '</p>",,,,true,,,A,,1,"3,,', 'b,"B",'],
    ['Variant Price', 5, 6],
    4,
  ],
] as const)('an open quotation mark in %s is named with its line', async (_, rows, [column, from, to], line) => {
  const { refused } = await importText([header, ...rows].join('\n'))
  const reason = expect.stringContaining(`its “${column}” goes on from line ${from} to line ${to}: the quotation mark`)
  expect(refused).toMatchObject([{ line, reason }])
})

test('a product may have 150 variants', async () => {
  const rows = Array.from(
    { length: 150 },
    (_, index) => `shirt,${index === 0 ? 'Shirt' : ''},,,,,true,${index === 0 ? 'Size' : ''},S${index},,,2,30,,`,
  )
  expect((await importText([header, ...rows].join('\n'))).summary).toMatchObject({ added: 1, variants: 150 })
})

test('cells of 100,000 characters are cut in descriptions and refused in names, within five seconds', async () => {
  const long = 'long '.repeat(20_000)
  const rows = [
    `a,A,${long},,,,true,,,A1,,1,3,,`,
    `b,${long},,,,,true,,,B1,,1,3,,`,
    `c,C,${'<'.repeat(100_000)},${long},${'-'.repeat(100_000)}c,,true,,,C1,,1,3,,`,
    `d,D,${'<script>'.repeat(12_000)},,,,true,,,D1,,1,3,,`,
    `e,E,,,,,true,Size,${long},E1,,1,3,,`,
    `${long},F,,,,,true,,,F1,,1,3,,`,
    `g,G,,,,,true,,,${long},,1,3,,`,
    `h,H,,,,"${Array.from({ length: 20_000 }, (_, index) => `t${index}`).join(', ')}",true,,,H1,,1,3,,`,
  ]
  const began = performance.now()
  const { refused, summary } = await importText([header, ...rows].join('\n'))
  expect(performance.now() - began).toBeLessThan(5000)
  expect(summary).toMatchObject({ added: 4 })
  expect(refused.map(({ line, reason }) => [line, reason])).toEqual([
    [3, 'its title is longer than 500 characters'],
    [6, 'an option is longer than 80 characters'],
    [8, 'its SKU is longer than 200 characters'],
    [9, 'it has more than 250 tags'],
  ])
  const [described] = await shop.query<{ length: number }>(
    "select length(description->>'en') as length from products where id = 'a'",
  )
  expect(described?.length).toBeLessThanOrEqual(20_000)
})

test('an SKU stays with the product that had it first, in the file and in the shop', async () => {
  const rows = [header, tea, 'cup,Cup,,,,,true,,,T1,,1,3,,', 'jar,Jar,,,,,true,,,J1,,1,3,,']
  const { refused } = await importText(rows.join('\n'))
  expect(refused).toMatchObject([{ line: 3, handle: 'cup', reason: 'its SKU T1 belongs to the product tea' }])
  const again = await importText([header, 'cup,Cup,,,,,true,,,J1,,1,3,,'].join('\n'))
  expect(again.refused).toMatchObject([{ reason: 'its SKU J1 belongs to the product jar' }])
  expect(await shop.query('select id from products order by id')).toEqual([{ id: 'jar' }, { id: 'tea' }])
})

test('rows of one handle that are not together are refused except the first ones', async () => {
  const late = 'tea,Tea again,,,,,true,Title,Default Title,T9,,1,3,,'
  const text = [header, tea, ...many(450), late].join('\n')
  for (const counts of [{ added: 451 }, { added: 0, changed: 0, unchanged: 451 }]) {
    const { refused, summary } = await importText(text)
    expect(summary).toMatchObject({ ...counts, refused: 1 })
    expect(refused).toMatchObject([{ line: 453, reason: expect.stringContaining('rows of one product must stand') }])
  }
  expect(await shop.query("select name->>'en' as name from products where id = 'tea'")).toEqual([{ name: 'Green Tea' }])
})

test('handles ignore case and need a letter or a digit', async () => {
  const rows = [
    header,
    'Tea,Tea,,,,,true,Size,S,T1,,1,3,,',
    'TEA,,,,,,,,L,T2,,1,4,,',
    '🍵,Emoji,,,,,true,,,E1,,1,3,,',
    '..,Dots,,,,,true,,,D1,,1,3,,',
    '🍵-cup,Cup,,,,,true,,,C1,,1,3,,',
    ',Nameless,,,,,true,,,N1,,1,3,,',
    ',Another,,,,,true,,,N2,,1,3,,',
  ]
  const { refused, summary } = await importText(rows.join('\n'))
  expect(summary).toMatchObject({ added: 2, variants: 3, refused: 4 })
  expect(refused.map(({ line, reason }) => [line, reason])).toEqual([
    [4, 'its handle has neither a letter nor a digit'],
    [5, 'its handle has neither a letter nor a digit'],
    [7, 'it has no handle'],
    [8, 'it has no handle'],
  ])
  expect(await shop.query('select id from products order by id')).toEqual([{ id: 'cup' }, { id: 'tea' }])
})

test('rows of one product beyond 2500 are refused', async () => {
  const rows = Array.from({ length: 3000 }, (_, index) => `one,One,,,,,true,Size,${index},,,1,3,,`)
  const { summary, refused } = await importText([header, ...rows].join('\n'))
  expect(summary).toMatchObject({ added: 1, variants: 2500, refused: 500 })
  expect(refused[0]?.reason).toBe('a product has at most 2500 rows and 16 MB')
})

test('a stored variant whose row is beyond 2500 stays for sale', async () => {
  const row = (sku: string) => `one,One,,,,,true,Size,${sku},${sku},,1,3,,`
  await importText([header, row('last')].join('\n'))
  const rows = Array.from({ length: 2500 }, (_, index) => row(`s${index}`))
  const { summary } = await importText([header, ...rows, row('last')].join('\n'))
  expect(summary).toMatchObject({ refused: 1 })
  expect(await shop.query("select active from variants where sku = 'last'")).toEqual([{ active: true }])
})

test('a list that is not valid JSON refuses its row and keeps the stored list', async () => {
  const file = (allergens: string) => `Handle,Title,Variant Price,Allergens\ncake,Cake,30,"${allergens}"`
  const stored = () => shop.query("select allergens from products where id = 'cake'")
  await importText(file('[""milk"", ""soy""]'))
  expect(await stored()).toEqual([{ allergens: ['milk', 'soy'] }])
  const { refused } = await importText(file('[milk, soy'))
  expect(refused.map(({ handle }) => handle)).toEqual(['cake'])
  expect(await stored()).toEqual([{ allergens: ['milk', 'soy'] }])
})

test('a row longer than 2 MB is reported with its line, and the rows before it are imported', async () => {
  const good = many(300)
  const broken = ['bad,"Never closed,,,,,true,,,B1,,1,3,,', ...many(70_000)]
  const { refused, summary } = await importText([header, ...good, ...broken].join('\n'))
  expect(refused).toEqual([
    {
      kind: 'refused',
      line: 302,
      handle: '',
      reason:
        'it is longer than 2 MB, most likely because a quotation mark is never closed: nothing after it can be read',
      isLast: true,
    },
  ])
  expect(summary).toMatchObject({ added: 300 })
})

test('an import that is stopped keeps the products written so far, and the next import goes on from there', async () => {
  const text = [header, ...many(3000)].join('\n')
  const stop = new AbortController()
  const { failed } = await importText(text, {}, () => countRows('products').then((n) => n > 0 && stop.abort()), stop)
  const stored = await countRows('products')
  expect(failed).toBe(`Stopped after ${stored} products. They are in the shop; the same file again goes on from there.`)
  expect(stored).toBeGreaterThan(0)
  expect(stored).toBeLessThan(3000)
  expect((await importText(text)).summary).toMatchObject({ added: 3000 - stored, unchanged: stored })
})

test('only one import runs at a time, and the lock of a dead process expires', async () => {
  let second: Awaited<ReturnType<typeof importText>> | undefined
  await importText([header, ...many(1000)].join('\n'), {}, async () => {
    second ??= await importFile(join('tests/files', 'shopify-apparel.csv'))
  })
  expect(second?.failed).toMatch(/^Another import is under way\./)
  expect(await countRows('products')).toBe(1000)
  await shop.query(
    "insert into settings (key, value, updated_at) values ('catalogue.import', '\"gone\"', now() - interval '1 minute')",
  )
  expect((await importText([header, tea].join('\n'))).summary).toMatchObject({ added: 1 })
  expect(await shop.query("select 1 from settings where key = 'catalogue.import'")).toEqual([])
})

test('a quotation mark that is never closed is reported, and the rows before it are imported', async () => {
  const rows = [header, tea, 'bad,"Never closed,,,,,true,,,B1,,1,3,,', 'late,Late,,,,,true,,,L1,,1,3,,']
  const { refused } = await importText(rows.join('\n'))
  expect(refused).toMatchObject([
    { reason: 'a quotation mark is opened here and never closed: nothing after it can be read', isLast: true },
  ])
  expect(await shop.query('select id from products')).toEqual([{ id: 'tea' }])
})

test('a quotation mark inside a text is kept', async () => {
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

test('stock is counted only for variants with an inventory tracker', async () => {
  await importText([header, tea].join('\n'))
  expect(await shop.query('select on_hand, location_id from stock')).toEqual([
    { on_hand: 5, location_id: 'main-street' },
  ])
  await importText([header, tea.replace('shopify', '')].join('\n'))
  expect(await shop.query('select counted from variants')).toEqual([{ counted: false }])
})

test('pictures that cannot be fetched are replaced by placeholders and reported', async () => {
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
  'fec0::1',
  'feff::1',
  'fd00::1',
  'localhost',
  '',
])('%s is not a public address', (address) => {
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

test('a redirect into a private network and a picture over 15 MB are refused', async () => {
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

test.each(['http://', 'https://x:99999/', 'http://[::1'])(
  'an import goes on after a redirect to “%s”',
  async (location) => {
    const server = createServer((_, response) => response.writeHead(302, { Location: location }).end())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    const fetched = fetchPicture(`http://127.0.0.1:${port}/`, (address) => address === '127.0.0.1')
    await expect(fetched.catch((error) => [error instanceof PictureError, error.message])).resolves.toEqual([
      true,
      'a redirect to no web address',
    ])
    server.close()
  },
)

test('HTML is converted to plain text', () => {
  expect(plainText('<p>One &amp; two</p><script>bad()</script><ul><li>a</li><li>b&nbsp;c</li></ul>')).toBe(
    'One & two\na\nb c',
  )
})

test.each([
  ['Ocean Blue Shirt', 'ocean-blue-shirt'],
  ['  Crème brûlée! ', 'crème-brûlée'],
  ['绿茶 500g', '绿茶-500g'],
  ['///', ''],
])('the name “%s” becomes the id “%s”', (name, id) => {
  expect(toId(name)).toBe(id)
})

test('the file sets the minimum, step and maximum of the quantity of a product', async () => {
  const portions = 'Handle,Title,Variant Price,Minimum Quantity,Quantity Step,Maximum Quantity'
  const { refused } = await importText(
    `${portions}\nsix,Six,3,12,6,24\none,One,3,,,\nodd,Odd,3,0,,\nnone,None,3,7,6,11`,
  )
  const { api } = shop.visitor()
  expect(await api.catalogue.detail({ id: 'six' })).toMatchObject({
    minQuantity: 12,
    quantityStep: 6,
    maxPerOrder: 24,
    sku: null,
  })
  expect(await api.catalogue.detail({ id: 'one' })).toMatchObject({
    minQuantity: 1,
    quantityStep: 1,
    maxPerOrder: null,
    sku: 'one',
  })
  expect(refused.map(({ handle, reason }) => [handle, reason])).toEqual([
    ['odd', 'its minimum quantity “0” is no whole number from 1 to 999'],
    ['none', 'its maximum quantity is less than the least that can be bought'],
  ])
})

test('the file sets the lead time of a product, and an empty cell keeps the owner’s lead time', async () => {
  const file = (rows: string) => `Handle,Title,Variant Price,Lead Time\n${rows}`
  const { refused } = await importText(file('cake,Cake,30,2 days\nduck,Duck,30,36 hours\ntea,Tea,3,\nodd,Odd,3,soon'))
  const leadOf = async (id: string) => (await shop.visitor().api.catalogue.detail({ id })).leadMinutes
  expect([await leadOf('cake'), await leadOf('duck'), await leadOf('tea')]).toEqual([2880, 2160, 0])
  expect(refused.map(({ handle, reason }) => [handle, reason])).toEqual([
    ['odd', 'its lead time “soon” is no number of hours or days, such as “36 hours” or “2 days”'],
  ])
  await setTerms(shop.ctx(), { product: 'tea', leadMinutes: 60 })
  await importText(file('tea,Green tea,3,\ncake,Cake,30,0 hours'))
  expect([await leadOf('tea'), await leadOf('cake')]).toEqual([60, 0])
})

test('the file sets the tax class of a variant, and an empty cell keeps the owner’s tax class', async () => {
  const file = (rows: string) =>
    `Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Tax Class\n${rows}`
  const rows = 'bun,Bun,Pack,One,bun-1,3,baked_single\nbun,,,Six,bun-6,15,zero_rated\nbun,,,Ten,bun-10,25,'
  const { refused } = await importText(file(`${rows}\nodd,Odd,,,odd,3,luxury`))
  const classes = async () =>
    (await shop.query<{ class: string | null }>('select tax_class as class from variants order by position')).map(
      (row) => row.class,
    )
  expect(await classes()).toEqual(['baked_single', 'zero_rated', null])
  expect(refused[0]?.reason).toContain('its tax class “luxury” is none of zero_rated, prepared')
  await setTaxClass(shop.ctx(), { sku: 'bun-10', taxClass: 'zero_rated' })
  await importText(file(rows.replace('Bun', 'Buns')))
  expect(await classes()).toEqual(['baked_single', 'zero_rated', 'zero_rated'])
})

test('the status of a product is read in English and Chinese, and an unknown text is refused', async () => {
  const texts = {
    ACTIVE: ['active', 'Active', '上架', '已上架', '在售', '是', 'TRUE', ''],
    DRAFT: ['draft', 'hidden', 'unlisted', 'Inactive', '下架', '已下架', '未上架', '草稿', '仓库中', '否', 'FALSE'],
    ARCHIVED: ['archived', '归档', '已归档'],
  }
  for (const [status, values] of Object.entries(texts)) {
    const rows = values.map((value, at) => `${status}-${at},Tea,3,${value}`)
    await importText(['Handle,Title,Variant Price,Status', ...rows].join('\n'))
    const stored = await shop.query(
      `select record_status as status from products where id like '${status.toLowerCase()}%'`,
    )
    expect(stored).toEqual(values.map(() => ({ status })))
  }
  const { refused } = await importText('Handle,Title,Variant Price,Status\nodd,Odd,3,预售')
  expect(refused).toMatchObject([
    { line: 2, reason: 'its “Status” says “预售”, which is not written like “active / draft / archived”' },
  ])
})

test('the tax class of a product is read by its code or its name, and an unknown one is refused', async () => {
  const file = (taxClass: string) => `Handle,Title,Variant Price,Tax Class\ntea,Tea,3,"${taxClass}"`
  for (const [text, taxClass] of [
    ['zero_rated', 'zero_rated'],
    ['Zero-rated', 'zero_rated'],
    ['zero rated', 'zero_rated'],
    ['基本食品（零税率）', 'zero_rated'],
    ['零税率', 'zero_rated'],
    ['熟食', 'prepared'],
    ['酒类', 'alcohol'],
    ['Snacks and candy', 'snack'],
    ['', 'standard'],
  ]) {
    await shop.query('delete from products')
    await importText(file(text ?? ''))
    expect([text, await shop.query('select tax_class as class from products')]).toEqual([text, [{ class: taxClass }]])
  }
  const { refused } = await importText(file('food'))
  expect(refused).toMatchObject([{ line: 2, reason: expect.stringContaining('its tax class “food” is none of') }])
})

test('a weight is read in grams or kilograms, and an unclear one is refused', async () => {
  const file = (weight: string) => `Handle,Title,Variant Price,Variant Grams\ntea,Tea,3,"${weight}"`
  for (const [text, grams] of [
    ['500', 500],
    ['453.6', 454],
    ['500g', 500],
    ['500 克', 500],
    ['1,200', 1200],
    ['1.5kg', 1500],
    ['2 公斤', 2000],
    ['0', null],
    ['', null],
  ] as const) {
    await shop.query('delete from products')
    await importText(file(text))
    expect([text, await shop.query('select grams from variants')]).toEqual([text, [{ grams }]])
  }
  for (const text of ['0.5', '1,5', '-3', '1 lb', 'heavy']) {
    const reason = `its “Variant Grams” says “${text}”, which is not written like “500”`
    expect((await importText(file(text))).refused).toMatchObject([{ line: 2, reason }])
  }
})

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { taxClasses } from '#contract/shapes.ts'
import { openStore } from '#tests/catalogue-factory.ts'
import { setUpShop } from '#tests/harness.ts'

const shop = setUpShop()
let folder: string
beforeAll(async () => {
  await openStore(shop.ctx())
  folder = mkdtempSync(join(tmpdir(), 'import-command-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
})

/** Runs the import. Returns its exit code and its output on both streams. */
function run(...args: string[]) {
  const env = { PATH: process.env.PATH, DATABASE_URL: shop.url, DATA_DIR: folder }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/import.ts', ...args], {
    env,
    encoding: 'utf8',
  })
  return { status, said: (stdout + stderr).trim() }
}

function write(name: string, content: string): string {
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}

test.each([
  [[], 'Say which FILE to import.'],
  [['--speed', 'high', 'a.csv'], "Unknown option '--speed'."],
  [['a.csv', 'b.csv'], 'One file at a time: a.csv and b.csv are 2.'],
  [['a.csv', '--currency', 'dollars'], '--currency: a currency has three letters, such as CAD.'],
  [
    ['a.csv', '--tax-class', 'none'],
    `--tax-class: Invalid option: expected one of ${taxClasses.map((name) => `"${name}"`).join('|')}.`,
  ],
])('the command refuses %j with one line that names the problem', (args, words) => {
  expect(run(...args)).toEqual({ status: 2, said: `${words} All options: npm run import -- --help` })
})

test('the help names each tax class', () => {
  const { status, said } = run('--help')
  expect(status).toBe(0)
  expect(/--tax-class CLASS([^(]*)/.exec(said)?.[1]?.trim().split(/,\s+/)).toEqual([...taxClasses])
})

test.each([
  ['a file that is not there', () => join(folder, 'gone.csv'), /^There is no file .*gone\.csv\.$/],
  ['a folder', () => folder, / is a folder\.$/],
  ['an empty file', () => write('empty.csv', ''), /^The file is empty\.$/],
])('%s is refused in one line', (_, file, words) => {
  const { status, said } = run(file())
  expect(said).toMatch(words)
  expect(said.split('\n')).toHaveLength(1)
  expect(status).toBe(1)
})

test('the command prints its settings, each refused row and a summary of the others', async () => {
  const file = write('tea.csv', 'Handle;Title;Variant Price\ntea;Tea;4.50\nfree;Free;€3\n')
  expect(run(file)).toEqual({
    status: 0,
    said: [
      'Taken as: stock of markham, prices in CAD, tax class standard, texts in en, file in utf-8 with semicolons.',
      'Refused, line 3 (free): its price “€3” is no amount such as 1299.00.',
      '2 rows read: 1 product added, 0 changed (1 variant), 0 unchanged; 1 row refused.',
      '1 variant without an inventory tracker can always be bought. To count them: --track.',
    ].join('\n'),
  })
  expect(await shop.query('select id from products')).toEqual([{ id: 'tea' }])
})

test('the command exits with 1 if it cannot read the whole file', async () => {
  const { status, said } = run(
    write('broken.csv', 'Handle,Title,Variant Price\ntea,Tea,4.50\nbad,"Bad,1\nlate,Late,2\n'),
  )
  expect(said).toMatch(/Refused, line 3: a quotation mark is opened here.*\n1 row read: .*; 1 row refused\./)
  expect(status).toBe(1)
  const endless = run(write('endless.csv', `Handle,Title,Variant Price\n${'x'.repeat(3_000_000)}\n`))
  expect(endless.said).toMatch(/Refused, line 2: it is longer than 2 MB.*\n0 rows read: .*; 1 row refused\.$/)
  expect(endless.status).toBe(1)
})

test('an import into an empty database creates the first store, except in a dry run', async () => {
  await shop.reset()
  const file = write(
    'first.csv',
    'Handle,Title,Variant Price,Variant Inventory Tracker,Variant Inventory Qty\ntea,Tea,4.50,shopify,7\n',
  )
  expect(run(file, '--dry-run')).toMatchObject({
    status: 0,
    said: expect.stringMatching(/stock of main,.*\n.*1 product added/),
  })
  expect(await shop.query('select id from locations')).toEqual([])
  expect(run(file)).toMatchObject({ status: 0, said: expect.stringMatching(/stock of main,.*\n.*1 product added/) })
  expect(await shop.query('select id from locations')).toEqual([{ id: 'main' }])
  expect(await shop.query('select location_id, on_hand from stock')).toEqual([{ location_id: 'main', on_hand: 7 }])
})

test('the command reports a file that has only a header', () => {
  expect(run(write('header.csv', 'Handle,Title,Variant Price\n')).said).toMatch(/The file has a header and no rows\.$/)
})

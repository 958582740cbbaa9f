import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { DatabaseError } from '#server/platform/database/errors.ts'
import { createLog } from '#server/platform/log.ts'
import { digestTables, emptyDatabase, queryDatabase } from '#tests/copied-shop.ts'
import type { FaultShop } from './fault-shop.ts'
import { keepBuying, openFaultShop } from './fault-shop.ts'
import { expectConsistent } from './invariants.ts'
import type { Step } from './wires.ts'
import { openDatabaseWire } from './wires.ts'

// Tests backup and restore of a shop that takes orders. Kills the commands at each stage, and makes a backup on a full
// disk.

let shop: FaultShop
let folder: string
/** The path of a complete backup. */
let whole: string
let digests: Record<string, string>
beforeAll(async () => {
  const postgres = inject('postgresUrl')
  shop = await openFaultShop((database) => postgres.replace(/postgres$/, database))
  folder = await mkdtemp(join(tmpdir(), 'shop-backups-'))
  await buySome()
  whole = newFile()
  expect(await run(['backup', whole], shop.env)).toMatchObject({ code: 0 })
  digests = await digestTables(shop.env.DATABASE_URL)
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

let files = 0
const newFile = () => join(folder, `${++files}.tar.zst`)

/** Places paid orders, then stops the server. */
async function buySome() {
  const server = await shop.start()
  const api = await shop.member(() => server.url)
  const placed: string[] = []
  await keepBuying(shop, api, { placed, surprises: [], credit: 100, isOver: () => placed.length >= 5 })
  await server.stop()
}

/** Runs a command of `npm run shop`, optionally through another program. Returns its exit code and output. */
async function run(args: string[], env: Record<string, string>, through: string[] = []) {
  const child = type(args, env, through)
  const said = { text: '' }
  child.stdout?.on('data', (chunk) => {
    said.text += chunk
  })
  child.stderr?.on('data', (chunk) => {
    said.text += chunk
  })
  const [code] = await once(child, 'close')
  return { code: code as number | null, said: said.text.trim() }
}

function type(args: string[], env: Record<string, string>, through: string[] = []) {
  const node = [process.execPath, '--disable-warning=ExperimentalWarning', 'scripts/shop.ts']
  const [command = '', ...words] = [...through, ...node, ...args]
  return spawn(command, words, { env: { PATH: process.env.PATH, ...env } })
}

/** Runs a command. Kills it and its database connection at the first step that `kills` accepts. */
async function killAt(kills: (step: Step) => boolean, args: string[], env: Record<string, string>) {
  let isDead = false
  const { DATABASE_URL = '' } = env
  const { port } = new URL(DATABASE_URL)
  const wire = await openDatabaseWire(Number(port), (step) => {
    if (!isDead && kills(step)) {
      isDead = true
      child.kill('SIGKILL')
    }
    return isDead
  })
  const child = type(args, { ...env, DATABASE_URL: DATABASE_URL.replace(`:${port}/`, `:${wire.port}/`) })
  await once(child, 'close')
  await wire.close()
  expect(isDead).toBe(true)
}

const before = (pattern: RegExp) => (step: Step) => step.moment === 'before' && pattern.test(step.text)
const after = (pattern: RegExp) => (step: Step) => step.moment === 'after' && pattern.test(step.text)
const newPlace = async () => ({ DATABASE_URL: await emptyDatabase(), DATA_DIR: join(folder, `data-${++files}`) })

test.each<[string, (step: Step) => boolean]>([
  ['before the first table', before(/^copy /)],
  ['in the middle of the tables', after(/^copy public."orders"/)],
  ['after the last table', after(/^commit/)],
])('a backup that is killed %s leaves no file, and the next backup is complete', async (_, kills) => {
  const file = newFile()
  await killAt(kills, ['backup', file], shop.env)
  expect(existsSync(file)).toBe(false)
  expect(await run(['backup', file], shop.env)).toMatchObject({ code: 0 })
  expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([])
  const place = await newPlace()
  expect(await run(['restore', file], place)).toMatchObject({ code: 0 })
  expect(await digestTables(place.DATABASE_URL)).toEqual(digests)
})

const open = (place: { DATABASE_URL: string; DATA_DIR: string }) =>
  openDatabase(readConfig({ NODE_ENV: 'test', ...place }), createLog('silent'))

test.each<[string, (step: Step) => boolean]>([
  ['once it has marked the database', after(/^commit/)],
  ['in the middle of the migrations', after(/create table "orders"/i)],
  ['after the migrations', before(/^truncate/)],
  ['in the middle of the rows', before(/^copy public."orders"/)],
  ['after the last row', before(/add constraint/)],
  ['before it commits', after(/^drop schema restoring/)],
])('after a restore that is killed %s the shop starts only when another restore has finished', async (_, kills) => {
  const place = await newPlace()
  await killAt(kills, ['restore', whole], place)
  await expect(open(place)).rejects.toThrow(DatabaseError)
  expect(await run(['restore', whole], place)).toMatchObject({ code: 0 })
  expect(await digestTables(place.DATABASE_URL)).toEqual(digests)
  await (await open(place)).close()
})

test('a restore that is killed after its commit has restored everything', async () => {
  const place = await newPlace()
  await killAt(before(/^analyze/), ['restore', whole], place)
  expect(await digestTables(place.DATABASE_URL)).toEqual(digests)
  expect(await run(['restore', whole], place)).toMatchObject({ code: 1, said: expect.stringContaining('not empty') })
  await (await open(place)).close()
})

test('a backup of a selling shop is a consistent snapshot', async () => {
  const server = await shop.start()
  const placed: string[] = []
  const surprises: string[] = []
  let isOver = false
  const buyers = await Promise.all([1, 2, 3].map(() => shop.member(() => server.url)))
  const bought = buyers.map((api) => keepBuying(shop, api, { placed, surprises, credit: 100, isOver: () => isOver }))
  const backups: { file: string; placedBefore: string[] }[] = []
  for (let n = 0; n < 4; n++) {
    const [known] = [placed.length]
    await expect.poll(() => placed.length).toBeGreaterThan(known + 2)
    const placedBefore = [...placed]
    const file = newFile()
    expect(await run(['backup', file], shop.env)).toMatchObject({ code: 0 })
    backups.push({ file, placedBefore })
  }
  isOver = true
  await Promise.all(bought)
  await server.stop()
  expect(surprises).toEqual([])
  for (const { file, placedBefore } of backups) {
    const place = await newPlace()
    expect(await run(['restore', file], place)).toMatchObject({ code: 0 })
    const db = new pg.Pool({ connectionString: place.DATABASE_URL, max: 2 })
    const { rows } = await db.query('select id from orders where id = any($1)', [placedBefore])
    expect(rows.length).toBe(placedBefore.length)
    await expectConsistent(db)
    await db.end()
  }
}, 300_000)

const privileged = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']
/** The start of a command line that runs a program with a disk of one megabyte, then lists the disk's files. */
const onSmallDisk = (disk: string) => [
  ...['unshare', ...privileged, '--mount', 'sh', '-c'],
  `mkdir -p '${disk}' && mount -t tmpfs -o size=1m tmpfs '${disk}' && "$@"; code=$?; ls -A '${disk}'; exit $code`,
  'sh',
]

test('a backup to a full disk fails with one line in both languages and leaves no file', async () => {
  await queryDatabase(
    shop.env.DATABASE_URL,
    `insert into settings (key, value) select 'large ' || n, to_jsonb(string_agg(md5(random()::text), ''))
     from generate_series(1, 20) n, generate_series(1, 6000) group by n`,
  )
  const disk = join(folder, 'small-disk')
  const file = join(disk, 'shop.tar.zst')
  const en = await run(['backup', file], shop.env, onSmallDisk(disk))
  expect(en).toEqual({
    code: 1,
    said: expect.stringMatching(/^The disk is full: .*small-disk.* could not be written\. .*$/),
  })
  const zh = await run(['backup', file, '--lang', 'zh'], shop.env, onSmallDisk(disk))
  expect(zh).toEqual({ code: 1, said: expect.stringMatching(/^磁盘满了.*$/) })
})

test('a backup is readable by its owner only', async () => {
  expect((await stat(whole)).mode & 0o077).toBe(0)
})

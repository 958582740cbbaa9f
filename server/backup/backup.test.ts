import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { DatabaseError } from '#server/platform/database/errors.ts'
import { migrate, migrationTags } from '#server/platform/database/migrations.ts'
import { restoreMarker } from '#server/platform/database/unfinished-restore.ts'
import { createLog } from '#server/platform/log.ts'
import { describeSchema, digestTables, emptyDatabase, queryDatabase } from '#tests/copied-shop.ts'
import { fillTables } from '#tests/filled-tables.ts'
import { setUpShop } from '#tests/harness.ts'
import { createArchive, readHeader } from './archive.ts'
import { backup } from './backup.ts'
import { listTables } from './catalog.ts'
import { BackupError } from './problem.ts'
import { restore } from './restore.ts'

const shop = setUpShop()
const secret = 'the secret of the shop that is copied'
let folder: string
/** A backup of a shop with rows in every table. */
let whole: string
let digests: Awaited<ReturnType<typeof digestTables>>
const picture = randomBytes(300_000)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-backup-'))
  const db = new pg.Pool({ connectionString: shop.url, max: 2 })
  expect(await fillTables(db)).toEqual({})
  await db.query("insert into settings (key, value) values ('app.secret', $1)", [JSON.stringify(secret)])
  await db.end()
  const media = join(shop.app.config.DATA_DIR, 'media')
  await mkdir(join(media, 'a'.repeat(32)), { recursive: true })
  await writeFile(join(media, 'a'.repeat(32), '640.avif'), picture)
  await writeFile(join(media, 'recipes.json'), '')
  await mkdir(join(media, `${'b'.repeat(32)}.unfinished`))
  await writeFile(join(media, `${'b'.repeat(32)}.unfinished`, '640.avif'), picture)
  whole = newFile()
  await backup(shop.app.config, whole, { env: {} })
  digests = await digestTables(shop.url)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

let files = 0
const newFile = () => join(folder, `${++files}.tar.zst`)

/** Creates an empty database and a data folder for a shop. */
async function newPlace(env: Record<string, string> = {}) {
  const DATA_DIR = join(folder, `data-${++files}`)
  return readConfig({ NODE_ENV: 'test', DATABASE_URL: await emptyDatabase(), DATA_DIR, ...env })
}
type Place = Awaited<ReturnType<typeof newPlace>>
const urlOf = ({ DATABASE_URL = '' }: Place) => DATABASE_URL

const isEmpty = async (place: Place) => {
  const [row] = await queryDatabase<{ n: number }>(
    urlOf(place),
    "select count(*)::int as n from pg_class where relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace, 'pg_toast'::regnamespace)",
  )
  return row?.n === 0
}

/** Returns the text key of the `BackupError` that `work` throws. */
async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(error instanceof BackupError)) throw error ?? new Error('it was not refused')
  return error.text
}

test('a restored shop has the same rows, schema, sequences and pictures', async () => {
  const place = await newPlace()
  const report = await restore(place, whole)
  expect(Object.values(digests).filter((digest) => digest.startsWith('0 '))).toEqual([])
  expect(await digestTables(urlOf(place))).toEqual(digests)
  expect(await describeSchema(urlOf(place))).toEqual(await describeSchema(shop.url))
  const next = 'select sequencename, last_value from pg_sequences where schemaname = $1 order by 1'
  expect(await queryDatabase(urlOf(place), next, ['public'])).toEqual(await queryDatabase(shop.url, next, ['public']))
  expect(report).toMatchObject({ tables: Object.keys(digests).length, pictures: 2, unknown: [], newAppSecret: true })
  const media = join(place.DATA_DIR, 'media')
  expect((await readdir(media)).sort()).toEqual(['a'.repeat(32), 'recipes.json'])
  expect(await readFile(join(media, 'a'.repeat(32), '640.avif'))).toEqual(picture)
  const opened = await openDatabase(place, createLog('silent'))
  expect(await opened.checkHealth()).toMatchObject({ writes: true })
  await opened.close()
})

test('only its owner can read an archive, and its header has format and migration', async () => {
  expect((await stat(whole)).mode & 0o777).toBe(0o600)
  const header = await readHeader(whole)
  expect(header).toMatchObject({ format: 1, migration: migrationTags().at(-1) })
})

test('a backup leaves out keys and secrets and lists them; it can keep the app secret', async () => {
  const env = { CONTACT_KEYS: 'x', SMTP_URL: 'smtp://x', SNAPPAY_KEY: 'x', PORT: '1', HOME: 'x', MAIL_FROM: 'x' }
  const file = newFile()
  const { leftOut } = await backup(shop.app.config, file, { env })
  await writeFile(join(shop.app.config.DATA_DIR, 'staff-secret'), 'a staff secret')
  expect(leftOut).toEqual(['CONTACT_KEYS', 'SMTP_URL', 'SNAPPAY_KEY', 'DATA_DIR/staff-secret', 'app.secret (database)'])
  const secrets = "select value from settings where key = 'app.secret'"
  const place = await newPlace()
  expect((await restore(place, file)).leftOut).toEqual(leftOut)
  expect(await queryDatabase(urlOf(place), secrets)).toEqual([])
  const moved = await newPlace()
  const kept = newFile()
  await backup(shop.app.config, kept, { env, keepAppSecret: true })
  expect(await restore(moved, kept)).toMatchObject({
    newAppSecret: false,
    leftOut: expect.not.arrayContaining([secret]),
  })
  expect(await queryDatabase(urlOf(moved), secrets)).toEqual([{ value: secret }])
})

test('a restore lists the records that no configured key decrypts', async () => {
  await shop.query(
    "update verified_contacts set key_id = (array['new', 'old', 'demo'])[1 + abs(hashtext(id)) % 3]; update contact_photos set key_id = 'old'",
  )
  const count = async (table: string, keyId: string) => {
    const [row] = await shop.query<{ n: number }>(`select count(*)::int as n from ${table} where key_id = $1`, [keyId])
    return { table, keyId, rows: row?.n }
  }
  const file = newFile()
  await backup(shop.app.config, file, { env: {} })
  const key = `new:${randomBytes(32).toString('base64')}`
  const { unreadable } = await restore(await newPlace({ CONTACT_KEYS: key }), file)
  expect(unreadable).toEqual([
    await count('contact_photos', 'old'),
    await count('verified_contacts', 'demo'),
    await count('verified_contacts', 'old'),
  ])
  const demo = await restore(await newPlace({ APP_SECRET: 'x'.repeat(32) }), file)
  expect(demo.unreadable.map(({ keyId }) => keyId)).not.toContain('demo')
  expect(demo.newAppSecret).toBe(false)
})

test('a restore migrates an archive of an older release', async () => {
  const [older] = migrationTags().slice(-4)
  const source = await newPlace()
  const client = new pg.Client({ connectionString: urlOf(source) })
  await client.connect()
  await migrate(client, { upTo: older })
  await client.query(`insert into settings (key, value) values ('kept', '"since long"')`)
  await client.end()
  const file = newFile()
  await backup(source, file, { env: {} })
  expect(await readHeader(file)).toMatchObject({ migration: older })
  const place = await newPlace()
  await restore(place, file)
  expect(await describeSchema(urlOf(place))).toEqual(await describeSchema(shop.url))
  expect(await queryDatabase(urlOf(place), "select value from settings where key = 'kept'")).toEqual([
    { value: 'since long' },
  ])
})

test('a backup refuses an existing file, a missing folder and a database without a shop', async () => {
  expect(await refusal(backup(shop.app.config, whole, { env: {} }))).toBe('backup_file_exists')
  const file = newFile()
  expect(await refusal(backup(await newPlace(), file, { env: {} }))).toBe('backup_no_shop')
  expect(await refusal(backup(shop.app.config, join(folder, 'nowhere', 'x'), { env: {} }))).toBe('backup_file_missing')
  expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('of two concurrent backups into one file one is complete and the other is refused', async () => {
  const file = newFile()
  const both = await Promise.allSettled([1, 2].map(() => backup(shop.app.config, file, { env: {} })))
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const { reason } = both.find(({ status }) => status === 'rejected') as PromiseRejectedResult
  expect(reason).toBeInstanceOf(BackupError)
  const place = await newPlace()
  await restore(place, file)
  expect(await digestTables(urlOf(place))).toEqual(await digestTables(shop.url))
  expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('a restore refuses a database that is not empty and changes nothing', async () => {
  const before = await digestTables(shop.url)
  expect(await refusal(restore(shop.app.config, whole))).toBe('restore_not_empty')
  expect(await digestTables(shop.url)).toEqual(before)
  const other = await newPlace()
  await queryDatabase(urlOf(other), 'create schema other; create table other.notes (text text)')
  expect(await refusal(restore(other, whole))).toBe('restore_not_empty')
  expect(await queryDatabase(urlOf(other), 'select from other.notes')).toEqual([])
})

test('a database owner who is not a superuser can restore and back up', async () => {
  const owner = `owner_${randomBytes(4).toString('hex')}`
  const place = await newPlace()
  const url = new URL(urlOf(place))
  await queryDatabase(shop.url, `create role ${owner} login password 'of the tests'`)
  await queryDatabase(shop.url, `alter database ${url.pathname.slice(1)} owner to ${owner}`)
  Object.assign(url, { username: owner, password: 'of the tests' })
  const owned = { ...place, DATABASE_URL: url.href }
  await restore(owned, whole)
  expect(await digestTables(url.href)).toEqual(digests)
  expect(await backup(owned, newFile(), { env: {} })).toMatchObject({ tables: Object.keys(digests).length })
})

test('a second restore into the same database waits for the first and is then refused', async () => {
  const place = await newPlace()
  const first = restore(place, whole)
  const isLoading = async () => {
    const work = "select from pg_stat_activity where datname = current_database() and query ~ '^(truncate|copy)'"
    return (await queryDatabase(urlOf(place), work)).length > 0
  }
  await expect.poll(isLoading, { interval: 10 }).toBe(true)
  expect(await refusal(restore(place, whole))).toBe('restore_not_empty')
  await first
  expect(await digestTables(urlOf(place))).toEqual(digests)
})

test('a shop does not start on a database with an unfinished restore', async () => {
  const place = await newPlace()
  await queryDatabase(urlOf(place), `create schema ${restoreMarker}`)
  await expect(openDatabase(place, createLog('silent'))).rejects.toThrow(DatabaseError)
  await restore(place, whole)
  await (await openDatabase(place, createLog('silent'))).close()
})

test('an archive that is truncated or damaged at any byte is refused and changes nothing', async () => {
  const bytes = await readFile(whole)
  const place = await newPlace()
  const file = newFile()
  const damage = fc.oneof(
    fc.record({ kind: fc.constant('cut' as const), at: fc.nat(bytes.length - 1) }),
    fc.record({ kind: fc.constant('flip' as const), at: fc.nat(bytes.length - 1), bit: fc.nat(7) }),
  )
  await fc.assert(
    fc.asyncProperty(damage, async (damage) => {
      const bad = damage.kind === 'cut' ? bytes.subarray(0, damage.at) : Buffer.from(bytes)
      if (damage.kind === 'flip') bad[damage.at] = (bad[damage.at] ?? 0) ^ (1 << damage.bit)
      await writeFile(file, bad)
      expect(['backup_damaged', 'backup_not_an_archive']).toContain(await refusal(restore(place, file)))
      expect(await isEmpty(place)).toBe(true)
    }),
    {
      numRuns: 60,
      examples: [
        [{ kind: 'cut', at: 0 }],
        [{ kind: 'cut', at: bytes.length - 1 }],
        [{ kind: 'flip', at: 0, bit: 0 }],
        [{ kind: 'flip', at: bytes.length - 1, bit: 7 }],
      ],
    },
  )
})

test('a file that is not an archive is refused', async () => {
  const file = newFile()
  await writeFile(file, 'PGDMP')
  const place = await newPlace()
  expect(await refusal(restore(place, file))).toBe('backup_not_an_archive')
  expect(await refusal(restore(place, join(folder, 'nowhere')))).toBe('backup_file_missing')
  expect(await refusal(restore(place, folder))).toBe('backup_file_unreadable')
  expect(await isEmpty(place)).toBe(true)
})

interface Forged {
  migration?: string
  rows?: Record<string, number>
  picture?: string
}

/** Writes a complete archive with empty tables. `migration`, `rows` and `picture` can be values that no backup has. */
async function forge({ migration = migrationTags().at(-1) ?? '', rows = {}, picture }: Forged): Promise<string> {
  const client = new pg.Client({ connectionString: shop.url })
  await client.connect()
  const tables = await listTables(client)
  await client.end()
  const file = newFile()
  const archive = await createArchive(file)
  await archive.header({ release: '9.9.9', migration, postgres: '18', createdAt: new Date().toISOString(), tables })
  for (const { name } of tables) await archive.table(name, Readable.from([]))
  if (picture) await archive.file(picture, Readable.from([Buffer.from('x')]), 1)
  await archive.finish({ sequences: [], leftOut: [] }, new Map(Object.entries(rows)))
  return file
}

test('an archive of a newer release is refused', async () => {
  const place = await newPlace()
  expect(await refusal(restore(place, await forge({ migration: '9999_of_tomorrow' })))).toBe('backup_newer')
  expect(await isEmpty(place)).toBe(true)
})

test('an archive with a wrong number of rows is refused, and the database is empty afterwards', async () => {
  const place = await newPlace()
  expect(await refusal(restore(place, await forge({ rows: { orders: 1 } })))).toBe('backup_damaged')
  expect(await isEmpty(place)).toBe(true)
  await restore(place, await forge({ picture: 'right.avif' }))
})

test.each(['../outside.avif', '/tmp/outside.avif', 'a/../../outside.avif', '..\\outside.avif', `${'a'.repeat(32)}/..`])(
  'a picture named %s is refused',
  async (picture) => {
    const place = await newPlace()
    expect(await refusal(restore(place, await forge({ picture })))).toBe('backup_damaged')
    expect(await isEmpty(place)).toBe(true)
    expect(await readdir(folder)).not.toContain('outside.avif')
  },
)

test('a backup that loses its connection fails with one message and leaves no file', async () => {
  const file = newFile()
  const holder = new pg.Client({ connectionString: shop.url })
  await holder.connect()
  await holder.query('begin; lock table members in access exclusive mode')
  const waiting = `select pid from pg_stat_activity
    where application_name = 'backup' and wait_event_type = 'Lock' and datname = current_database()`
  const done = refusal(backup(shop.app.config, file, { env: {} }))
  await expect.poll(async () => (await queryDatabase(shop.url, waiting)).length).toBe(1)
  await queryDatabase(shop.url, `select pg_terminate_backend(pid) from (${waiting}) w`)
  expect(await done).toBe('backup_database_lost')
  await holder.end()
  expect((await readdir(folder)).filter((name) => join(folder, name).startsWith(file))).toEqual([])
})

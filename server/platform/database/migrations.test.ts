import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { hourMs } from '#contract/durations.ts'
import { awaitMigrations, migrate, migrationTags, release } from './migrations.ts'

const urlOf = (database: string) => inject('postgresUrl').replace(/postgres$/, database)
let database: string
let db: pg.Client
beforeEach(async () => {
  database = `migrations_${randomBytes(4).toString('hex')}`
  const admin = new pg.Client({ connectionString: urlOf('postgres') })
  await admin.connect()
  await admin.query(`create database ${database}`)
  await admin.end()
  db = new pg.Client({ connectionString: urlOf(database), statement_timeout: 10_000, lock_timeout: 3000 })
  await db.connect()
})
afterEach(() => db.end())

const migrated = async () =>
  (await db.query('select count(*)::int as n from drizzle.__drizzle_migrations')).rows[0]?.n as number
const connect = async () => {
  const client = new pg.Client({ connectionString: urlOf(database) })
  await client.connect()
  return client
}
const waitingForTables = async (session: pg.Client) =>
  (await session.query("select from pg_locks where locktype = 'relation' and not granted")).rows
const show = async (setting: string) => (await db.query(`show ${setting}`)).rows[0]?.[setting]

test('migrates to a given migration, then to the newest, and never backwards', async () => {
  const upTo = '0007_stock_holds_without_end'
  await migrate(db, { upTo })
  expect(await migrated()).toBe(migrationTags().indexOf(upTo) + 1)
  await migrate(db)
  expect(await migrated()).toBe(migrationTags().length)
  await migrate(db, { upTo })
  expect(await migrated()).toBe(migrationTags().length)
})

test('refuses an unknown migration and creates no table', async () => {
  await expect(migrate(db, { upTo: '0007_nothing' })).rejects.toThrow('There is no migration 0007_nothing.')
  expect((await db.query("select from pg_tables where schemaname = 'public'")).rowCount).toBe(0)
})

test('releases the advisory lock and restores the timeouts of the session', async () => {
  await migrate(db)
  expect(await show('statement_timeout')).toBe('10s')
  expect(await show('lock_timeout')).toBe('3s')
  expect((await db.query("select from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()")).rowCount).toBe(
    0,
  )
})

test('the release is the version in package.json', async () => {
  expect(release).toBe(JSON.parse(await readFile('package.json', 'utf8')).version)
})

const demand = (version: string) =>
  db.query('insert into compatible_releases (migration, oldest_release) values ($1, $1)', [version])

test('refuses a database that needs a newer release, and says which', async () => {
  await migrate(db)
  await demand('0.0.9')
  await demand(release)
  await expect(migrate(db)).resolves.toBeUndefined()
  const [major, minor] = release.split('.').map(Number)
  // These versions sort differently as texts and as numbers. So the test fails if `migrate` compares texts.
  await demand(`${major}.1${minor}.0`)
  await demand(`${major}.${(minor ?? 0) + 1}.10`)
  const refusal = `This database needs release ${major}.1${minor}.0 or later; this is ${release}.`
  await expect(migrate(db)).rejects.toThrow(refusal)
  await expect(awaitMigrations(db)).rejects.toThrow(refusal)
})

test('the database refuses an invalid version in compatible_releases', async () => {
  await migrate(db)
  await expect(demand('next')).rejects.toThrow('compatible_releases_version')
})

test('waits for another session to run the newest migration, up to a time limit', async () => {
  const newest = migrationTags().at(-1)
  await migrate(db, { upTo: migrationTags().at(-2) })
  await expect(awaitMigrations(db, { limitMs: 300 })).rejects.toThrow(
    `The database still lacks ${newest} after 0.3 s. Start release ${release} with ROLE=worker or ROLE=all: it migrates.`,
  )
  const other = await connect()
  const waiting = awaitMigrations(db)
  await migrate(other)
  await waiting
  await other.end()
})

test('three sessions that migrate at the same time run each migration once', async () => {
  const sessions = await Promise.all([1, 2, 3].map(connect))
  await Promise.all(sessions.map((session) => migrate(session)))
  expect(await migrated()).toBe(migrationTags().length)
  await Promise.all(sessions.map((session) => session.end()))
})

test('does not deadlock with a session of the previous release that writes to several tables', async () => {
  await migrate(db, { upTo: '0007_stock_holds_without_end' })
  const seller = await connect()
  await seller.query('begin')
  await seller.query('update carts set version = version')
  // The migrations change orders before carts, but `seller` changes carts before orders. The two would deadlock if a
  // migration kept its lock on orders while it waits for carts.
  const migrating = migrate(db)
  await expect.poll(async () => (await waitingForTables(seller)).length).toBeGreaterThan(0)
  await seller.query('update orders set locale = locale')
  await seller.query('commit')
  await migrating
  expect(await migrated()).toBe(migrationTags().length)
  await seller.end()
})

test('gives cashiers who joined before they needed a second step seven days to set one up', async () => {
  await migrate(db, { upTo: '0044_books' })
  const person = `insert into staff_people (id, email, name, password_hash, second_step_due, totp_secret, passkeys)
    values ($1, $1 || '@shop.test', $1, '', $2, $3, $4)`
  const joined = async (
    id: string,
    roles: string[],
    { due = old, totp = null as string | null, passkeys = '[]' } = {},
  ) => {
    await db.query(person, [id, due, totp, passkeys])
    for (const role of roles) await db.query('insert into staff_roles (person_id, role) values ($1, $2)', [id, role])
  }
  const old = '2026-01-01T00:00:00Z'
  await joined('cashier', ['kitchen', 'cashier'])
  await joined('new-cashier', ['cashier'], { due: new Date(Date.now() + hourMs).toISOString() })
  await joined('with-app', ['cashier'], { totp: '\\x01' })
  await joined('with-passkey', ['cashier'], { passkeys: '[{"id":"key"}]' })
  await joined('manager', ['cashier', 'manager'])
  await joined('kitchen', ['kitchen'])
  await migrate(db)
  const { rows } = await db.query(
    `select id from staff_people
      where second_step_due between now() + interval '6 days 23 hours' and now() + interval '7 days' order by id`,
  )
  expect(rows.map(({ id }) => id)).toEqual(['cashier', 'new-cashier'])
})

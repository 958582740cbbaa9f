import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { migrate, migrationTags, release } from './migrations.ts'

const urlOf = (database: string) => inject('postgresUrl').replace(/postgres$/, database)
let db: pg.Client
beforeEach(async () => {
  const database = `migrations_${randomBytes(4).toString('hex')}`
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
const show = async (setting: string) => (await db.query(`show ${setting}`)).rows[0]?.[setting]

test('migrates to an older state, then to the newest', async () => {
  const upTo = '0007_stock_holds_without_end'
  await migrate(db, { upTo })
  expect(await migrated()).toBe(migrationTags().indexOf(upTo) + 1)
  await migrate(db)
  expect(await migrated()).toBe(migrationTags().length)
  await migrate(db, { upTo })
  expect(await migrated()).toBe(migrationTags().length)
})

test('refuses an unknown migration, and leaves the database as it was', async () => {
  await expect(migrate(db, { upTo: '0007_nothing' })).rejects.toThrow('There is no migration 0007_nothing.')
  expect((await db.query("select from pg_tables where schemaname = 'public'")).rowCount).toBe(0)
})

test('leaves the session without the lock, and with its own timeouts', async () => {
  await migrate(db)
  expect(await show('statement_timeout')).toBe('10s')
  expect(await show('lock_timeout')).toBe('3s')
  expect((await db.query("select from pg_locks where locktype = 'advisory'")).rowCount).toBe(0)
})

test('the release is the version of the package', async () => {
  expect(release).toBe(JSON.parse(await readFile('package.json', 'utf8')).version)
})

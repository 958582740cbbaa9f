import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startServer } from '#tests/server.ts'
import type { Step } from './wires.ts'
import { openDatabaseWire } from './wires.ts'

// Kills a process during a migration. The next process finds the database unchanged and completes the migration.

const postgres = inject('postgresUrl')
const urlOf = (database: string) => postgres.replace(/postgres$/, database)
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-migrations-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The moments at which the process dies. */
const moments: [name: string, kills: (step: Step) => boolean][] = [
  ['before its first table', ({ text, moment }) => moment === 'before' && /create table "\w/i.test(text)],
  ['after a table of the middle', ({ text, moment }) => moment === 'after' && /create table "orders"/i.test(text)],
  ['before it records a migration', ({ text, moment }) => moment === 'before' && /insert into .*__drizzle/i.test(text)],
  ['before it commits', ({ text, moment }) => moment === 'before' && /^commit/i.test(text)],
]

test.each(moments)(
  'after a process is killed %s of an upgrade the next process completes the upgrade',
  async (_, kills) => {
    const database = `migrated_${randomBytes(4).toString('hex')}`
    const admin = new pg.Client({ connectionString: postgres })
    await admin.connect()
    await admin.query(`create database ${database}`)
    await admin.end()
    let isDead = false
    const { port } = new URL(postgres)
    const wire = await openDatabaseWire(Number(port), (step) => {
      isDead ||= kills(step)
      return isDead
    })
    const env = { DATA_DIR: folder, DEMO: 'false', LOG: 'silent' }
    // Once `kills` returns true, the proxy passes no bytes, as if the machine had died. The start of the server must
    // then fail.
    const started = startServer({ ...env, DATABASE_URL: urlOf(database).replace(`:${port}/`, `:${wire.port}/`) }).then(
      () => 'ready',
      () => 'ended',
    )
    await expect.poll(() => isDead, { timeout: 30_000 }).toBe(true)
    await wire.close()
    expect(await started).toBe('ended')
    const db = new pg.Client({ connectionString: urlOf(database) })
    await db.connect()
    const { rows } = await db.query(`select tablename from pg_tables where schemaname = 'public'`)
    expect(rows).toEqual([])
    const heir = await startServer({ ...env, DATABASE_URL: urlOf(database) })
    expect((await fetch(`${heir.url}/readyz`)).status).toBe(200)
    const { rows: made } = await db.query(`select count(*)::int as n from drizzle.__drizzle_migrations`)
    expect(made[0]?.n).toBeGreaterThan(10)
    await db.end()
    await heir.kill()
  },
  120_000,
)

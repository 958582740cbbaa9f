import { readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { DatabaseError, databaseCode } from './errors.ts'
import { hasUnfinishedRestore } from './unfinished-restore.ts'

/** A single connection and not a pool, because the advisory lock and the settings apply to one session only. */
type Connection = pg.Client | pg.PoolClient

/**
 * Number of the advisory lock that a migration holds. A restore also holds it while checking that the database is
 * empty.
 */
export const migrationLock = 7_272_301
const timeouts = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
/** How long a process with `ROLE=web` waits for another process to migrate. */
const migrationTimeoutMs = 60_000
const migrationPollIntervalMs = 200
/** How long a migration tries to lock its tables, and how long it lets other sessions continue between two tries. */
const tableLockTimeoutMs = 60_000
const tableRetryDelayMs = 500
const canceledCode = '57014'

/** The version of this release. */
export const release: string = JSON.parse(readFileSync(join(process.cwd(), 'package.json'), 'utf8')).version

/** The tags of all migrations of this release, oldest first. */
export function migrationTags(): string[] {
  return readJournal().entries.map(({ tag }) => tag)
}

interface Options {
  upTo?: string
  /** Whether the caller is restoring this database. Until the restore has finished, all other callers are refused. */
  duringRestore?: boolean
}

/**
 * Migrates up to `upTo`, by default to the newest migration, and never reverts a migration. Concurrent processes take
 * turns. The client must not have a `query_timeout`, which would end a long migration. Throws `DatabaseError`, for
 * example if the database needs a newer release.
 */
export async function migrate(client: Connection, { upTo, duringRestore = false }: Options = {}): Promise<void> {
  const { folder, journal, remove } = await openMigrationsFolder(upTo)
  try {
    await withMigrationLock(client, async () => {
      if (!duringRestore) await refuseUnfinishedRestore(client)
      await refuseNewerSchema(client)
      const pending = await findPending(client, journal)
      if (pending.length === 0) return
      await beginWithTables(client, pending)
      await runMigrations(drizzle(client), { migrationsFolder: folder })
    })
  } finally {
    await remove()
  }
}

/**
 * Waits until another process has run all migrations of this release. Throws `DatabaseError` for the same reasons as
 * `migrate`, and after a timeout.
 */
export async function awaitMigrations(client: Connection, { limitMs = migrationTimeoutMs } = {}): Promise<void> {
  const end = Date.now() + limitMs
  for (;;) {
    await refuseUnfinishedRestore(client)
    await refuseNewerSchema(client)
    const pending = await findPending(client, readJournal())
    if (pending.length === 0) return
    if (Date.now() > end) {
      throw new DatabaseError(
        `The database still lacks ${pending.join(', ')} after ${limitMs / 1000} s. Start release ${release} with ROLE=worker or ROLE=all: it migrates.`,
      )
    }
    await setTimeout(migrationPollIntervalMs)
  }
}

async function refuseUnfinishedRestore(client: Connection) {
  if (!(await hasUnfinishedRestore(client))) return
  throw new DatabaseError('A restore into this database has not finished. Run it again: npm run shop -- restore FILE')
}

/**
 * Runs `work` while no other process migrates. `work` has no timeouts, because a migration may take longer than a
 * query.
 */
async function withMigrationLock(client: Connection, work: () => Promise<void>): Promise<void> {
  for (const timeout of timeouts) await client.query(`set ${timeout} = 0`)
  await client.query('select pg_advisory_lock($1)', [migrationLock])
  try {
    await work()
  } finally {
    const cleanUp = [`select pg_advisory_unlock(${migrationLock})`, ...timeouts.map((timeout) => `reset ${timeout}`)]
    // Errors are ignored: a lost connection releases the lock anyway, and `work` reports the error.
    for (const query of cleanUp) await client.query(query).catch(() => {})
  }
}

/** Throws `DatabaseError` if a newer release has made the database unusable for this release. */
async function refuseNewerSchema(client: Connection): Promise<void> {
  if (!(await hasTable(client, 'public.compatible_releases'))) return
  const { rows } = await client.query<{ oldest_release: string }>('select oldest_release from compatible_releases')
  const requiredRelease = rows
    .map(({ oldest_release }) => oldest_release)
    .sort(compareVersions)
    .at(-1)
  if (!requiredRelease || compareVersions(release, requiredRelease) >= 0) return
  throw new DatabaseError(
    `This database needs release ${requiredRelease} or later; this is ${release}. Start the newer release, or restore a backup from before the upgrade.`,
  )
}

/** Compares versions of three numbers, such as 0.9.0 and 0.10.0. */
function compareVersions(first: string, second: string): number {
  return first.localeCompare(second, 'en', { numeric: true })
}

async function findPending(client: Connection, { entries }: Journal): Promise<string[]> {
  // Drizzle runs migrations in order and records the time of each. So a migration is pending if it is newer than the
  // last recorded migration.
  const { rows } = (await hasTable(client, 'drizzle.__drizzle_migrations'))
    ? await client.query<{ last: string | null }>('select max(created_at) as last from drizzle.__drizzle_migrations')
    : { rows: [] }
  const last = Number(rows[0]?.last ?? 0)
  return entries.filter(({ when }) => when > last).map(({ tag }) => tag)
}

async function hasTable(client: Connection, name: string): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [name])
  return rows[0]?.exists ?? false
}

/**
 * Begins the migrations' transaction and locks all tables that the migrations use. Sessions of the previous release use
 * several of these tables in one transaction. If a migration waited for the tables one by one, PostgreSQL would find a
 * deadlock and fail an order. So each attempt to lock the tables ends before PostgreSQL checks a waiting session for
 * deadlocks. A failed attempt releases its locks. Within this transaction, Drizzle's own `begin` does nothing. Its
 * `commit` or `rollback` ends the transaction that this function began.
 */
async function beginWithTables(client: Connection, pending: string[]): Promise<void> {
  const sql = pending.map((tag) => readFileSync(join(migrationsFolder, `${tag}.sql`), 'utf8')).join('\n')
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and position(tablename in $1) > 0`,
    [sql],
  )
  const lock = `lock table ${rows.map(({ name }) => name).join(', ')} in access exclusive mode`
  const end = Date.now() + tableLockTimeoutMs
  for (;;) {
    await client.query('begin')
    if (rows.length === 0) return
    try {
      await client.query(
        `select set_config('statement_timeout', (setting::int / 2)::text, true) from pg_settings where name = 'deadlock_timeout'`,
      )
      await client.query(lock)
      await client.query('set local statement_timeout = 0')
      return
    } catch (error) {
      await client.query('rollback')
      if (databaseCode(error) !== canceledCode) throw error
      if (Date.now() > end) {
        throw new DatabaseError(
          `The tables could not be locked for the migration within ${tableLockTimeoutMs / 1000} s: other sessions use them without a pause. End them (pg_stat_activity shows them), and start again.`,
        )
      }
      await setTimeout(tableRetryDelayMs)
    }
  }
}

interface Journal {
  entries: { tag: string; when: number }[]
}

const migrationsFolder = join(process.cwd(), 'migrations')
const journalFile = join('meta', '_journal.json')

function readJournal(): Journal {
  return JSON.parse(readFileSync(join(migrationsFolder, journalFile), 'utf8'))
}

/**
 * Returns a folder with the migrations up to `upTo`, their journal, and a function that removes the folder if it is a
 * copy. A copy is necessary because Drizzle always runs all migrations in a folder.
 */
async function openMigrationsFolder(upTo: string | undefined) {
  const fullJournal = readJournal()
  if (upTo === undefined) return { folder: migrationsFolder, journal: fullJournal, remove: async () => {} }
  const last = fullJournal.entries.findIndex(({ tag }) => tag === upTo)
  if (last === -1) throw new Error(`There is no migration ${upTo}.`)
  const journal = { ...fullJournal, entries: fullJournal.entries.slice(0, last + 1) }
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  await mkdir(join(folder, 'meta'))
  await writeFile(join(folder, journalFile), JSON.stringify(journal))
  for (const { tag } of journal.entries) await cp(join(migrationsFolder, `${tag}.sql`), join(folder, `${tag}.sql`))
  return { folder, journal, remove: () => rm(folder, { recursive: true }) }
}

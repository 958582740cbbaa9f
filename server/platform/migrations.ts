import { readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'

/** One connection, not a pool: the lock and the settings belong to its session. */
type Connection = pg.Client | pg.PoolClient

const migrationLock = 7_272_301
const timeouts = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']

/** The version of this release. */
export const release: string = JSON.parse(readFileSync(join(process.cwd(), 'package.json'), 'utf8')).version

/** The tags of all migrations of this release, oldest first. */
export function migrationTags(): string[] {
  return readJournal().entries.map(({ tag }) => tag)
}

/**
 * Brings the tables up to the migration `upTo`, by default to the newest. Never goes back. Processes that start at the
 * same time take turns. The client must not have a `query_timeout`: it would end a long migration.
 */
export async function migrate(client: Connection, { upTo }: { upTo?: string } = {}): Promise<void> {
  const { folder, remove } = await openMigrationsFolder(upTo)
  try {
    await withMigrationLock(client, () => runMigrations(drizzle(client), { migrationsFolder: folder }))
  } finally {
    await remove()
  }
}

/** Runs `work` while no other process migrates. A migration may take longer than a query, so it has no timeouts. */
async function withMigrationLock(client: Connection, work: () => Promise<void>): Promise<void> {
  for (const timeout of timeouts) await client.query(`set ${timeout} = 0`)
  await client.query('select pg_advisory_lock($1)', [migrationLock])
  try {
    await work()
  } finally {
    const cleanUp = ['select pg_advisory_unlock_all()', ...timeouts.map((timeout) => `reset ${timeout}`)]
    // Where the connection is lost, the lock is gone with it, and the error of `work` says so.
    for (const query of cleanUp) await client.query(query).catch(() => {})
  }
}

interface Journal {
  entries: { tag: string; when: number }[]
}

const ownFolder = join(process.cwd(), 'migrations')
const journalFile = join('meta', '_journal.json')

function readJournal(): Journal {
  return JSON.parse(readFileSync(join(ownFolder, journalFile), 'utf8'))
}

/** Drizzle runs all migrations of a folder, so an older state needs a copy that ends there. */
async function openMigrationsFolder(upTo: string | undefined) {
  if (upTo === undefined) return { folder: ownFolder, remove: async () => {} }
  const journal = readJournal()
  const last = journal.entries.findIndex(({ tag }) => tag === upTo)
  if (last === -1) throw new Error(`There is no migration ${upTo}.`)
  const entries = journal.entries.slice(0, last + 1)
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  await mkdir(join(folder, 'meta'))
  await writeFile(join(folder, journalFile), JSON.stringify({ ...journal, entries }))
  for (const { tag } of entries) await cp(join(ownFolder, `${tag}.sql`), join(folder, `${tag}.sql`))
  return { folder, remove: () => rm(folder, { recursive: true }) }
}

import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { sum } from '#contract/sum.ts'
import type { Config } from '#server/platform/config.ts'
import { migrate, migrationLock, migrationTags } from '#server/platform/database/migrations.ts'
import { hasUnfinishedRestore, restoreMarker } from '#server/platform/database/unfinished-restore.ts'
import { mediaFolder } from '#server/platform/pictures/media-folder.ts'
import type { Header, Manifest, Table } from './archive.ts'
import { drain, readArchive, readHeader } from './archive.ts'
import {
  countSealed,
  findContent,
  hasAppSecretRow,
  identifier,
  listForeignKeys,
  listTables,
  quotedTable,
} from './catalog.ts'
import { withDatabase } from './connection.ts'
import { writeMedia } from './media.ts'
import { BackupError, explain } from './problem.ts'
import { canDecrypt } from './secrets.ts'

export interface RestoreReport {
  release: string
  createdAt: string
  tables: number
  rows: number
  pictures: number
  /** Tables of the archive that this release does not have. */
  unknown: string[]
  /** Names of the backed-up shop's keys and secrets, which the archive does not contain. */
  leftOut: string[]
  /** Whether the shop creates a new secret at its next start. */
  newAppSecret: boolean
  /** Records that cannot be read without the key `keyId`. */
  unreadable: { table: string; keyId: string; rows: number }[]
}

/**
 * Advisory lock that allows one restore at a time. After a restore was killed, PostgreSQL holds the lock until the
 * restore's current statement has ended. So the next restore waits up to `lockWaitMs` for the lock.
 */
const restoreLock = 7_272_307
const lockWaitMs = 30_000
const lockNotAvailable = '55P03'

/**
 * Restores an archive into an empty database: its tables, migrated to this release, and its pictures. Checks the
 * archive before any change. Refuses a database with content, unless a killed restore left this content. If it fails
 * before the archive's rows are committed, the database is empty again.
 */
export async function restore(config: Config, file: string): Promise<RestoreReport> {
  const header = await readHeader(file).catch((error: unknown) => {
    throw explain(error, file)
  })
  if (!migrationTags().includes(header.migration)) {
    throw new BackupError('backup_newer', { file, release: header.release })
  }
  return withDatabase(config, file, async (client) => {
    await claimDatabase(client)
    try {
      await migrate(client, { upTo: header.migration, duringRestore: true })
      const loaded = await load(client, { config, file, header })
      await migrate(client)
      return await report(client, { config, header, ...loaded })
    } catch (error) {
      await clearDatabase(client).catch(() => {})
      throw error
    }
  })
}

/** Marks the database as being restored, so that no shop starts on it. Removes what a killed restore left. */
async function claimDatabase(client: pg.Client) {
  await client.query(`set lock_timeout = ${lockWaitMs}`)
  await client.query('select pg_advisory_lock($1)', [restoreLock]).catch((error: Error & { code?: string }) => {
    throw error.code === lockNotAvailable ? new BackupError('restore_busy') : error
  })
  await client.query('reset lock_timeout')
  if (await hasUnfinishedRestore(client)) await clearDatabase(client)
  await client.query('begin')
  // A starting shop runs its migrations under this lock. So no shop can create tables between the check below and the
  // creation of the marker.
  await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
  const content = await findContent(client)
  if (content) throw new BackupError('restore_not_empty', { table: content })
  await client.query(`create schema ${restoreMarker}`)
  await client.query('commit')
}

/** The functions that migrations create in `public`. A repeated restore must remove them as well as the tables. */
const functions = ['raise_conflict(text)']

/** Removes everything that an unfinished restore created in the database. Keeps the pictures that the restore wrote. */
async function clearDatabase(client: pg.Client) {
  await client.query('rollback')
  if (!(await hasUnfinishedRestore(client))) return
  await client.query('begin')
  for (const { name } of await listTables(client)) await client.query(`drop table ${quotedTable(name)} cascade`)
  for (const name of functions) await client.query(`drop function if exists public.${name}`)
  await client.query('drop schema if exists drizzle cascade')
  await client.query(`drop schema ${restoreMarker}`)
  await client.query('commit')
}

interface Source {
  config: Config
  file: string
  header: Header
}

interface Loaded {
  manifest: Manifest
  unknown: string[]
}

/** Loads the archive's rows in one transaction, and writes its pictures. */
async function load(client: pg.Client, { config, file, header }: Source): Promise<Loaded> {
  const rowCounts = new Map<string, number>()
  let manifest: Manifest | undefined
  await client.query('begin')
  const existingTables = await listTables(client)
  const missing = existingTables.find(({ name }) => !header.tables.some((table) => table.name === name))
  if (missing) throw new BackupError('backup_damaged', { file })
  // Removes the rows that migrations wrote.
  await client.query(`truncate ${existingTables.map(({ name }) => quotedTable(name)).join(', ')}`)
  // Without foreign keys, the tables can be loaded in any order. PostgreSQL checks all rows when the keys are added
  // again.
  const foreignKeys = await listForeignKeys(client)
  for (const { drop } of foreignKeys) await client.query(drop)
  await readArchive(file, {
    async table(table, text) {
      if (!existingTables.some(({ name }) => name === table.name)) return drain(text)
      await pipeline(text, client.query(copyFrom(copyOf(table))))
      const { rows } = await client.query(`select count(*) as rows from ${quotedTable(table.name)}`)
      rowCounts.set(table.name, Number(rows[0]?.rows))
    },
    file: (path, content) => writeMedia(mediaFolder(config), path, content),
    async manifest(parsedManifest) {
      manifest = parsedManifest
    },
  })
  if (!manifest?.tables.every(({ name, rows }) => rows === (rowCounts.get(name) ?? rows)))
    throw new BackupError('backup_damaged', { file })
  for (const { add } of foreignKeys) await client.query(add)
  for (const { name, value } of manifest.sequences) {
    await client.query('select setval(to_regclass($1), $2) where to_regclass($1) is not null', [
      quotedTable(name),
      value,
    ])
  }
  await client.query(`drop schema ${restoreMarker}`)
  await client.query('commit')
  return { manifest, unknown: header.tables.map(({ name }) => name).filter((name) => !rowCounts.has(name)) }
}

const copyOf = ({ name, columns }: Table) =>
  `copy ${quotedTable(name)} (${columns.map(identifier).join(', ')}) from stdin`

interface Restored extends Loaded {
  config: Config
  header: Header
}

async function report(client: pg.Client, { config, header, manifest, unknown }: Restored): Promise<RestoreReport> {
  const tables = await listTables(client)
  for (const { name } of tables) await client.query(`analyze ${quotedTable(name)}`)
  const sealedCounts = await countSealed(client)
  const hasAppSecret = await hasAppSecretRow(client)
  return {
    release: header.release,
    createdAt: header.createdAt,
    tables: manifest.tables.length,
    rows: sum(manifest.tables.map(({ rows }) => rows)),
    pictures: manifest.media.files,
    unknown,
    leftOut: manifest.leftOut,
    newAppSecret: !hasAppSecret && config.APP_SECRET === undefined,
    unreadable: sealedCounts.filter(({ keyId }) => !canDecrypt(keyId, config, hasAppSecret)),
  }
}

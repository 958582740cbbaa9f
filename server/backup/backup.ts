import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { sum } from '#contract/sum.ts'
import type { Config } from '#server/platform/config.ts'
import { release } from '#server/platform/database/migrations.ts'
import { readStaffSecret } from '#server/platform/http/staff-secret.ts'
import { mediaFolder } from '#server/platform/pictures/media-folder.ts'
import { secretSetting } from '#server/platform/tables.ts'
import type { ArchiveWriter, Table } from './archive.ts'
import { createArchive } from './archive.ts'
import { hasAppSecretRow, identifier, lastMigration, listSequences, listTables, quotedTable } from './catalog.ts'
import { withDatabase } from './connection.ts'
import { openMedia } from './media.ts'
import { explain } from './problem.ts'
import { listSecrets } from './secrets.ts'

export interface BackupReport {
  file: string
  bytes: number
  tables: number
  rows: number
  pictures: number
  /** The names of the keys and secrets that the backup leaves out. */
  leftOut: string[]
}

interface BackupOptions {
  /** The environment variables. The backup lists the names of the variables that hold secrets, without their values. */
  env: Record<string, string | undefined>
  /**
   * Whether to include the shop's secret. Set only to move a database within one `DATA_DIR`, where the secret stays
   * with the shop.
   */
  keepAppSecret?: boolean
}

/**
 * Writes all tables, as they were at one moment, and the pictures into one archive. The shop can run meanwhile. Never
 * overwrites a file. Fails for a database without a shop. A failed or stopped backup leaves no archive.
 */
export async function backup(config: Config, file: string, options: BackupOptions): Promise<BackupReport> {
  const archive = await createArchive(file).catch((error: unknown) => {
    throw explain(error, file)
  })
  try {
    return await withDatabase(config, file, (client) => write(archive, { config, file, client, ...options }))
  } catch (error) {
    await archive.discard()
    throw explain(error, file)
  }
}

interface Source extends BackupOptions {
  config: Config
  file: string
  client: pg.Client
}

async function write(archive: ArchiveWriter, { config, file, client, env, keepAppSecret }: Source) {
  await client.query('begin transaction isolation level repeatable read read only')
  const tables = await listTables(client)
  const { rows: version } = await client.query('show server_version')
  await archive.header({
    release,
    migration: await lastMigration(client),
    postgres: version[0]?.server_version ?? '',
    createdAt: new Date().toISOString(),
    tables,
  })
  const rows = new Map<string, number>()
  const limitRate = createRateLimit()
  for (const table of tables) {
    const text = client.query(copyTo(selectOf(table, keepAppSecret)))
    await archive.table(table.name, limitRate(text))
    rows.set(table.name, text.rowCount)
  }
  const sequences = await listSequences(client)
  const appSecretRow = !keepAppSecret && (await hasAppSecretRow(client))
  // A row references only pictures that were stored before the row. So the pictures can be archived after the rows.
  await client.query('commit')
  let pictures = 0
  for await (const { path, content, size } of openMedia(mediaFolder(config))) {
    await archive.file(path, content, size)
    pictures++
  }
  const staffSecretFile = (await readStaffSecret(config.DATA_DIR)) !== null
  const leftOut = listSecrets(env, { staffSecretFile, appSecretRow })
  const bytes = await archive.finish({ sequences, leftOut }, rows)
  const total = sum(rows.values())
  return { file, bytes, tables: tables.length, rows: total, pictures, leftOut }
}

/**
 * Maximum number of bytes of rows per second. At this rate the backup and the database each use a third of a processor
 * core, which leaves a third to the shop.
 */
const bytesPerSecond = 16 * 1024 * 1024

/**
 * Returns a function that limits the rate of all tables together. If writing falls behind, the rate does not rise to
 * make up for the lost time.
 */
function createRateLimit() {
  let due = performance.now()
  return async function* (text: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of text) {
      yield chunk
      const now = performance.now()
      due = Math.max(due + (chunk.length * 1000) / bytesPerSecond, now)
      // Skips waits of less than two milliseconds, because timers have a resolution of one millisecond. A later chunk
      // also waits for the skipped time.
      if (due - now >= 2) await sleep(due - now)
    }
  }
}

function selectOf({ name, columns }: Table, keepAppSecret = false): string {
  const columnList = columns.map(identifier).join(', ')
  if (name !== 'settings' || keepAppSecret) return `copy ${quotedTable(name)} (${columnList}) to stdout`
  return `copy (select ${columnList} from ${quotedTable(name)} where key <> '${secretSetting}') to stdout`
}

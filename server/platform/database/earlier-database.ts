import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#server/platform/config.ts'
import { postgresMajor } from './postgres.ts'

type Folder = Pick<Config, 'DATA_DIR'>

/** The folder of the embedded database. */
export const databaseFolder = ({ DATA_DIR }: Folder) => join(DATA_DIR, 'postgres')

/** An embedded database that this release cannot open. */
export interface EarlierDatabase {
  folder: string
  /** `pglite` if release 0.1.0 made the database, otherwise the major version of PostgreSQL. */
  engine: 'pglite' | number
}

/** The path of the earlier database's folder after a move. The move renames the folder and does not delete it. */
export const movedFolderOf = ({ folder }: EarlierDatabase) => `${folder}.before-move`

/**
 * Finds the embedded database of an earlier release in this folder. Null if there is none, or if its data was already
 * moved to this release's database.
 */
export function findEarlier(config: Folder): EarlierDatabase | null {
  const postgres = databaseFolder(config)
  const movedPostgres = movedFolderOf({ folder: postgres, engine: 0 })
  // If a move was killed between its last two steps, `movedPostgres` exists and `postgres` does not.
  const folder = existsSync(postgres) || !existsSync(movedPostgres) ? postgres : movedPostgres
  const major = readMajor(folder)
  if (major !== null) return major === postgresMajor ? null : { folder, engine: major }
  const pglite = join(config.DATA_DIR, 'database')
  const movedPglite = movedFolderOf({ folder: pglite, engine: 'pglite' })
  // If a move was killed between its last two steps, `movedPglite` has the only copy of the data.
  const found = [pglite, movedPglite].find((each) => readMajor(each) !== null)
  return found === undefined ? null : { folder: found, engine: 'pglite' }
}

function readMajor(folder: string): number | null {
  const file = join(folder, 'PG_VERSION')
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : null
}

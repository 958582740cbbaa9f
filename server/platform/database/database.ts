import { limits } from '#contract/limits.ts'
import type { Config } from '#server/platform/config.ts'
import type { Log } from '#server/platform/log.ts'
import { nodeFields } from '#server/platform/node-errors.ts'
import type { Database } from './drizzle.ts'
import { bindDatabase } from './drizzle.ts'
import { databaseFolder } from './earlier-database.ts'
import { findDatabase, startEmbedded } from './embedded.ts'
import { DatabaseError, databaseCode } from './errors.ts'
import type { Listener } from './listener.ts'
import { createListener } from './listener.ts'
import { awaitMigrations, migrate } from './migrations.ts'
import { poolWithReader, reservePool, turnClient } from './pools.ts'

export type { Database } from './drizzle.ts'

export interface OpenDatabase {
  db: Database
  /**
   * The database for reads of the catalogue and pages. It has reserved connections, so these reads do not wait when
   * carts and orders use all other connections.
   */
  pagesDb: Database
  /** Attempts a write, with a time limit of one second. */
  checkHealth(): Promise<DatabaseHealth>
  listen: Listener['listen']
  close(): Promise<void>
}

/** The result of a trial write: whether the database responds, and whether it accepts writes. */
export interface DatabaseHealth {
  answers: boolean
  writes: boolean
  error?: Error
}

const minServerVersion = 150_000
const queryTimeoutMs = 10_000

/**
 * Opens and migrates the database: PostgreSQL at `DATABASE_URL`, or else the embedded PostgreSQL in `DATA_DIR`. A
 * `server` owns the embedded database. A `command` shares it with a running server, or starts it. With `ROLE=web` and
 * `DATABASE_URL`, does not migrate, but waits until another process has migrated. Throws `DatabaseError`.
 */
export async function openDatabase(
  config: Config,
  log: Log,
  as: 'server' | 'command' = 'server',
): Promise<OpenDatabase> {
  const { DATABASE_URL } = config
  const source = as === 'server' && !DATABASE_URL ? await startEmbedded(config, log) : await findDatabase(config, log)
  try {
    const opened = await openPools(config, source.url, log)
    return { ...opened, close: () => opened.close().finally(source.close) }
  } catch (error) {
    await source.close()
    throw error
  }
}

async function openPools(config: Config, url: string, log: Log): Promise<OpenDatabase> {
  const { default: pg } = await import('pg')
  const settings = {
    connectionString: url,
    // Also limits how long a query waits for a free connection. The limit is high, so that requests wait under load
    // instead of failing.
    connectionTimeoutMillis: 10_000,
    statement_timeout: queryTimeoutMs,
    query_timeout: queryTimeoutMs + 1000,
    idle_in_transaction_session_timeout: 30_000,
    lock_timeout: config.DATABASE_LOCK_WAIT_MS,
    // PostgreSQL makes one generic plan for each query and reuses it, because planning a query for a product list takes
    // longer than running it. JIT is off, because JIT compilation takes even longer than planning.
    options: '-c plan_cache_mode=force_generic_plan -c jit=off',
  }
  const Pool = poolWithReader(pg.Pool)
  const driver = { ...settings, pipeline: true, Client: turnClient(pg.Client) }
  const pool = new Pool({ ...driver, max: config.DATABASE_POOL })
  const Reserve = reservePool(Pool, pool)
  const reserve = new Reserve({ ...driver, max: limits.reservedConnections })
  for (const each of [pool, reserve]) {
    each.on('error', (error) => log.warn('an idle database connection was lost', { error }))
    // If a connection is lost inside a transaction, its client emits `error`. Without a listener, this event would end
    // the process. The listener does nothing, because the next statement fails anyway.
    each.on('connect', (client) => client.on('error', () => {}))
  }
  const where = config.DATABASE_URL ? `at ${new URL(url).host}` : `in ${databaseFolder(config)}`
  const advice = config.DATABASE_URL ? ' Check DATABASE_URL.' : ''
  // This connection is not from the pool. The pool's connections limit the duration of a query, and this limit would
  // end a long migration.
  const setupClient = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: settings.connectionTimeoutMillis,
  })
  // Ignores errors of the connection, because a lost connection also fails the current query.
  setupClient.on('error', () => {})
  await setupClient.connect().catch((error: Error) => {
    throw new DatabaseError(
      `The database ${where} cannot be reached (${error.message || nodeFields(error).code}).${advice}`,
    )
  })
  try {
    const version = Number((await setupClient.query('show server_version_num')).rows[0].server_version_num)
    if (version < minServerVersion) {
      throw new DatabaseError(
        `The database ${where} is PostgreSQL ${Math.floor(version / 10_000)}; 15 or later is needed.`,
      )
    }
    // Nobody else migrates an embedded database, so this process migrates it, even with `ROLE=web`.
    const mustWait = config.ROLE === 'web' && config.DATABASE_URL
    await (mustWait ? awaitMigrations(setupClient) : migrate(setupClient))
  } finally {
    await setupClient.end().catch(() => {})
  }

  const listener = createListener({
    Client: pg.Client,
    url: config.DATABASE_LISTEN_URL ?? url,
    send: (statement) => reserve.query(statement),
    log,
  })
  return {
    db: bindDatabase(pool),
    pagesDb: bindDatabase(reserve),
    checkHealth: () => checkWithTimeout(reserve.query(trialWrite)),
    listen: listener.listen,
    async close() {
      await listener.close()
      await Promise.all([pool.end(), reserve.end()])
    },
  }
}

/**
 * A trial write: a row and a temporary table. If the disk is full, only the table's new file reveals it, because a row
 * may fit into an existing file.
 */
const trialWrite = `
  insert into settings (key, value, updated_at) values ('readiness', '{}', now())
    on conflict (key) do update set updated_at = now();
  create temporary table readiness on commit drop as select 1 as written`
const healthTimeoutMs = 1000

/**
 * Returns the result of the trial write, or a failure after `healthTimeoutMs`. An error with a PostgreSQL code proves
 * that the database responds.
 */
async function checkWithTimeout(query: Promise<unknown>): Promise<DatabaseHealth> {
  const outcome = query.then(
    () => ({ answers: true, writes: true }),
    (error: Error) => ({ answers: databaseCode(error) !== undefined, writes: false, error }),
  )
  const timedOut = {
    answers: false,
    writes: false,
    error: new Error(`the database took longer than ${healthTimeoutMs} ms`),
  }
  const deadline = new Promise<DatabaseHealth>((resolve) => setTimeout(resolve, healthTimeoutMs, timedOut).unref())
  return Promise.race([outcome, deadline])
}

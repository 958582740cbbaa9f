import pg from 'pg'
import type { Config } from '#server/platform/config.ts'
import { findDatabase } from '#server/platform/database/embedded.ts'
import { createLog } from '#server/platform/log.ts'
import { explain } from './problem.ts'

/**
 * Settings for connections without time limits. As in pg_dump, the text output of these connections does not depend on
 * the server's settings.
 */
const settings = {
  statement_timeout: 0,
  lock_timeout: 0,
  idle_in_transaction_session_timeout: 0,
  datestyle: 'ISO',
  intervalstyle: 'postgres',
  extra_float_digits: 1,
  bytea_output: 'hex',
  timezone: 'UTC',
  search_path: 'public',
}

/** Opens the shop's database for `work` and closes it afterwards. */
export async function withDatabase<Result>(
  config: Config,
  file: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const database = await findDatabase(config, createLog(config.LOG))
  const client = new pg.Client({
    connectionString: database.url,
    application_name: 'backup',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  })
  // A lost connection fails the current statement. Without a listener, the process would end before the statement
  // reports it.
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } catch (error) {
    throw explain(error, file)
  } finally {
    await client.end().catch(() => {})
    await database.close()
  }
}

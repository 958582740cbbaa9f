import { drizzle } from 'drizzle-orm/node-postgres'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type pg from 'pg'

/** A connection, or a pool that uses any free connection. */
export interface Connection {
  query(statement: string | pg.QueryConfig, values?: unknown[]): Promise<{ rows: unknown[] }>
}
export interface ConnectionPool extends Connection {
  connect(): Promise<pg.PoolClient>
  /** Sends the small reads of one turn of the event loop over one connection. */
  reader: Connection
}

/** Drizzle bound to the pool or to the open transaction. */
export type Database = PgDatabase<PgQueryResultHKT, Record<string, never>> & { $client: Connection | ConnectionPool }

/** Binds Drizzle to a pool, or to the connection of a transaction. */
export function bindDatabase($client: Connection | ConnectionPool): Database {
  // The cast is safe, because Drizzle calls only the client's `query`.
  return drizzle({ client: $client as never }) as Database
}

import { drizzle } from 'drizzle-orm/node-postgres'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type pg from 'pg'

/** One connection, or whichever connection of a pool is free. */
export interface Connection {
  query(statement: string | pg.QueryConfig, values?: unknown[]): Promise<{ rows: unknown[] }>
}
export interface ConnectionPool extends Connection {
  connect(): Promise<pg.PoolClient>
  /** Sends the small reads of one turn over one connection. */
  reader: Connection
}

/** Drizzle over the pool, or over the open transaction. */
export type Database = PgDatabase<PgQueryResultHKT, Record<string, never>> & { $client: Connection | ConnectionPool }

/** Drizzle over a pool, or over the connection of one transaction. */
export function bindDatabase($client: Connection | ConnectionPool): Database {
  // Drizzle calls nothing of the client but `query`.
  return drizzle({ client: $client as never }) as unknown as Database
}

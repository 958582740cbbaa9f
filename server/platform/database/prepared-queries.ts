import { AsyncLocalStorage } from 'node:async_hooks'
import type { Placeholder, SQL } from 'drizzle-orm'
import { fillPlaceholders, getTableColumns, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg from 'pg'
import type { Connection, Database } from './drizzle.ts'

type Values = Record<string, unknown>
interface Preparable {
  getSQL(): SQL
  toSQL(): { sql: string }
  prepare(name: string): { execute(values?: Values): Promise<unknown> }
}

/** The connection for the current call of a prepared query. */
const current = new AsyncLocalStorage<Connection>()
/** All prepared queries are built with this database. It passes each statement to the current connection. */
const template = drizzle({
  client: {
    query: (...statement: Parameters<Connection['query']>) => currentConnection().query(...statement),
  } as never,
}) as Database

function currentConnection(): Connection {
  const connection = current.getStore()
  if (!connection) throw new Error('a prepared query runs only through the function that `prepared` returned')
  return connection
}

let statementCount = 0
/** Creates a unique statement name. PostgreSQL parses and plans a named statement only once per connection. */
const nextName = () => `shop_${statementCount++}`

/**
 * Returns a function that runs a query in the given transaction, or over the pool. Builds the query, with
 * `sql.placeholder`s for its values, only once for each value of `variant`. Use it for frequent queries, such as those
 * for placing an order, because building a query costs more than running it.
 */
export function prepared<Query extends Preparable, Variant extends string[]>(
  build: (db: Database, ...variant: Variant) => Query,
) {
  type Result = ReturnType<ReturnType<Query['prepare']>['execute']>
  const statements = new Map<string, { isRead: boolean; run: (values: Values) => Promise<unknown> }>()
  return (db: Database, values: Values, ...variant: Variant): Result => {
    const key = variant.join()
    let statement = statements.get(key)
    if (!statement) {
      const query = withConstants(build(template, ...variant))
      const built = query.prepare(nextName())
      statement = { isRead: isSmallRead(query.toSQL().sql), run: (values) => built.execute(requireAll(values)) }
      statements.set(key, statement)
    }
    // The cast is safe: the statement was built from a query with this result type.
    return current.run(connectionFor(db, statement.isRead), statement.run, values) as Result
  }
}

/** Writes constants into the query text, because a generic plan uses a partial index only for constants. */
function withConstants<Query extends Preparable>(query: Query): Query {
  const text = query.getSQL().inlineParams()
  return Object.assign(query, { getSQL: () => text })
}

const dialect = new PgDialect()
/** Leaves timestamps, dates and intervals as strings. Drizzle does the same for queries without a column list. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    textTypes.has(oid) ? (value: string) => value : pg.types.getTypeParser(oid, format),
}
const { TIMESTAMPTZ, TIMESTAMP, DATE, INTERVAL } = pg.types.builtins
const textTypes = new Set<number>([TIMESTAMPTZ, TIMESTAMP, DATE, INTERVAL])

/** Returns a function that runs this SQL statement and returns its rows. Builds the statement only once. */
export function preparedRows<Row>(build: () => SQL) {
  let statement: { config: { name: string; text: string; types: typeof types }; params: unknown[]; isRead: boolean }
  return async (db: Database, values: Values): Promise<Row[]> => {
    if (!statement) {
      const { sql: text, params } = dialect.sqlToQuery(build())
      statement = { config: { name: nextName(), text, types }, params, isRead: isSmallRead(text) }
    }
    const { config, params, isRead } = statement
    const { rows } = await connectionFor(db, isRead).query(config, fillPlaceholders(params, requireAll(values)))
    // The cast is safe: the caller specifies the row type of its SQL.
    return rows as Row[]
  }
}

/**
 * Returns a function that runs queries and returns their rows. PostgreSQL plans each of the first `maxPlans` query
 * texts once per connection. It plans any other text at every call, because each stored plan takes memory.
 */
export function plannedRows(maxPlans: number) {
  const statementNames = new Map<string, string>()
  return async <Row>(db: Database, query: SQL): Promise<Row[]> => {
    const { sql: text, params } = dialect.sqlToQuery(query)
    if (!statementNames.has(text) && statementNames.size < maxPlans) statementNames.set(text, nextName())
    const name = statementNames.get(text)
    const { rows } = await connectionFor(db, false).query({ text, types, ...(name && { name }) }, params)
    // The cast is safe: the caller specifies the row type of its SQL.
    return rows as Row[]
  }
}

/** Throws for an `undefined` value, which the driver would write as null. */
function requireAll(values: Values): Values {
  for (const name in values)
    if (values[name] === undefined) throw new Error(`a query was run without a value for ${name}`)
  return values
}

/** Whether a statement is a read without locks. Such reads may share a connection, because none waits for a lock. */
const isSmallRead = (text: string) => /^select\b/i.test(text) && !/\bfor (update|share)\b/i.test(text)

function connectionFor({ $client }: Database, isRead: boolean): Connection {
  return isRead && 'reader' in $client ? $client.reader : $client
}

/** Placeholders for all columns of a table, by name, for inserts of whole rows. */
export function placeholders<T extends PgTable>(table: T): { [Column in keyof T['$inferInsert']]-?: Placeholder } {
  const columns = Object.entries(getTableColumns(table))
  // The cast is safe: the object has the table's columns as keys, but `Object.fromEntries` loses this type.
  return Object.fromEntries(columns.map(([name, column]) => [name, typedPlaceholder(name, column)])) as never
}

/**
 * A placeholder that converts values as its column does, and accepts null. Use it in a `set`, whose types do not accept
 * ordinary placeholders.
 */
export function typedPlaceholder(name: string, column: PgColumn): SQL {
  const encoder = {
    mapToDriverValue: (value: unknown) => (value === null ? null : column.mapToDriverValue(value)),
  }
  return sql`${sql.param(sql.placeholder(name), encoder)}`
}

/** Returns a `typedPlaceholder` for each of these columns. The keys are the names of the columns. */
export function typedPlaceholders<T extends PgTable>(
  table: T,
  columnNames: string[],
): { [Column in keyof T['$inferInsert']]?: SQL } {
  const columns = getTableColumns(table)
  return Object.fromEntries(
    columnNames.flatMap((name) => (columns[name] ? [[name, typedPlaceholder(name, columns[name])]] : [])),
    // The cast is safe: the object's keys are columns of the table, but `Object.fromEntries` loses this type.
  ) as never
}

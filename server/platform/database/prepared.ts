import type { SQL } from 'drizzle-orm'
import {
  Column,
  DrizzleQueryError,
  getTableColumns,
  getTableName,
  is,
  Param,
  Placeholder,
  SQL as SqlClass,
  sql,
} from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Database } from './database.ts'

type Values = Record<string, unknown>
interface Preparable {
  getSQL(): SQL
  prepare(name: string): { execute(): Promise<unknown> }
}
/** What Drizzle keeps to itself: the connection of a pool or transaction, and its way of writing SQL. */
interface Insides {
  dialect: { sqlToQuery(text: SQL): { sql: string; params: unknown[] } }
  session: {
    client: Client & { reader?: Client }
    prepareQuery(query: object, fields: undefined, name: undefined, inArrays: false): Statement
  }
}
interface Statement {
  queryString: string
  params: unknown[]
  execute(): Promise<unknown>
  /** What the driver is given, for rows as lists and as objects. */
  queryConfig: { text: string }
  rawQueryConfig: { text: string }
  fields?: Field[]
  joinsNotNullableMap?: Record<string, boolean>
}
interface Field {
  path: string[]
  field: Column | SQL | { sql: SQL }
}
interface Client {
  query(config: object, values: unknown[]): Promise<{ rows: unknown[][] }>
}

interface Kept {
  /** Small, as all that is prepared, and waits for no lock. */
  isRead: boolean
  params: ((values: Values) => unknown)[]
  ask: (client: Client, params: unknown[]) => Promise<unknown>
}

/**
 * A query that is put together once, its values left open as `sql.placeholder`s, and then runs in whatever transaction
 * is open; once for each variant, if it has some. Putting a query together costs more than running it, so what every
 * order needs is written this way.
 */
export function prepared<Query extends Preparable, Variant extends string[]>(
  build: (db: Database, ...variant: Variant) => Query,
) {
  type Answer = ReturnType<ReturnType<Query['prepare']>['execute']>
  const run = runner<Variant>(
    (db, ...variant) => withConstants(build(db, ...variant)).prepare('') as unknown as Statement,
  )
  return (db: Database, values: Values, ...variant: Variant): Answer => run(db, values, ...variant) as Answer
}

/** Writes what is the same at each run into the text: a plan that is made once uses a partial index only for what it can read. */
function withConstants<Query extends Preparable>(query: Query): Query {
  const text = query.getSQL().inlineParams()
  return Object.assign(query, { getSQL: () => text })
}

/** The same for a statement in SQL; answers its rows. */
export function preparedRows<Row>(build: () => SQL) {
  const run = runner<[]>((db) => {
    const { dialect, session } = insides(db)
    return session.prepareQuery(dialect.sqlToQuery(build()), undefined, undefined, false)
  })
  return async (db: Database, values: Values): Promise<Row[]> => ((await run(db, values)) as { rows: Row[] }).rows
}

/** A placeholder for every column of a table, by its name, for an insert of whole rows. */
export function placeholders<T extends PgTable>(table: T): { [Column in keyof T['$inferInsert']]-?: Placeholder } {
  const names = Object.keys(getTableColumns(table))
  return Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as never
}

/** A value left open, written as its column is: for `set`, whose types know no placeholders. */
export function open(name: string, column: PgColumn): SQL {
  return sql`${sql.param(sql.placeholder(name), column)}`
}

/** The same for some columns of a table, by their names. */
export function openAll<T extends PgTable>(table: T, names: string[]): { [Column in keyof T['$inferInsert']]?: SQL } {
  const columns = getTableColumns(table)
  return Object.fromEntries(
    names.flatMap((name) => (columns[name] ? [[name, open(name, columns[name])]] : [])),
  ) as never
}

/** Makes the statement once for each database and variant, and runs it over the connection that is asked for. */
function runner<Variant extends string[]>(make: (db: Database, ...variant: Variant) => Statement) {
  const made = new WeakMap<object, Map<string, Kept>>()
  return (db: Database, values: Values, ...variant: Variant): Promise<unknown> => {
    const { dialect, session } = insides(db)
    const variants = made.get(dialect) ?? new Map<string, Kept>()
    made.set(dialect, variants)
    let kept = variants.get(variant.join())
    if (!kept) {
      const statement = make(db, ...variant)
      const text = statement.queryString
      const isRead = /^select\b/i.test(text) && !/\bfor (update|share)\b/i.test(text)
      kept = { isRead, params: statement.params.map(toFilled), ask: askerOf(statement) }
      variants.set(variant.join(), kept)
    }
    const params = kept.params.map((fill) => fill(values))
    const { client } = session
    return kept.ask((kept.isRead && client.reader) || client, params)
  }
}

/** Asks the driver without what the builder puts around it, which costs as much as the rest. */
function askerOf(statement: Statement): Kept['ask'] {
  const { queryString, fields, queryConfig, rawQueryConfig, joinsNotNullableMap } = statement
  const config = fields ? queryConfig : rawQueryConfig
  const toRow = fields && rowMapper(fields, joinsNotNullableMap)
  return async (client, params) => {
    try {
      const result = await client.query(config, params)
      return toRow ? result.rows.map(toRow) : result
    } catch (error) {
      throw new DrizzleQueryError(queryString, params, error as Error)
    }
  }
}

/** Makes an object of a list of values; of columns of several tables an object of objects, where one may be absent. How is looked up once. */
function rowMapper(fields: Field[], joined: Statement['joinsNotNullableMap']): (row: unknown[]) => unknown {
  const readers = fields.map(({ path: [name = '', inner, ...deeper], field }, at) => {
    if (deeper.length > 0) throw new Error('what a query answers is nested too deep')
    return { at, name, inner, decoder: decoderOf(field) }
  })
  const absent = joined ? outerJoined(fields, joined) : []
  return (row) => {
    const result: Record<string, unknown> = {}
    for (const { at, name, inner, decoder } of readers) {
      const raw = row[at]
      const value = raw === null ? null : decoder.mapFromDriverValue(raw)
      if (inner === undefined) result[name] = value
      else {
        result[name] ??= {}
        ;(result[name] as Values)[inner] = value
      }
    }
    for (const { name, at } of absent) if (row[at] === null) result[name] = null
    return result
  }
}

/** The objects that are of one table which need not be there, and where the column is that tells: its first. */
function outerJoined(fields: Field[], isThere: Record<string, boolean>) {
  const columns = fields.flatMap(({ path: [name = '', inner], field }, at) =>
    inner !== undefined && is(field, Column) ? [{ name, at, table: getTableName(field.table) }] : [],
  )
  return columns.filter(({ name, table }, index) => {
    const same = columns.filter((other) => other.name === name)
    return same[0] === columns[index] && same.every((other) => other.table === table) && !isThere[table]
  })
}

function decoderOf(field: Field['field']): Pick<Column, 'mapFromDriverValue'> {
  if (is(field, Column)) return field
  // The builder keeps it to itself.
  const text = (is(field, SqlClass) ? field : field.sql) as unknown as { decoder: Pick<Column, 'mapFromDriverValue'> }
  return text.decoder
}

function toFilled(param: unknown): (values: Values) => unknown {
  if (is(param, Placeholder)) return (values) => given(values, param.name)
  if (!is(param, Param) || !is(param.value, Placeholder)) return () => param
  const { encoder } = param
  const { name } = param.value
  return (values) => {
    const value = given(values, name)
    return value === null ? null : encoder.mapToDriverValue(value)
  }
}

function given(values: Values, name: string): unknown {
  const value = values[name]
  if (value === undefined) throw new Error(`a query was run without a value for ${name}`)
  return value
}

const insides = (db: Database) => db as unknown as Insides

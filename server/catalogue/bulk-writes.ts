import type { Column, SQL } from 'drizzle-orm'
import { getTableColumns, is, SQL as SqlClass, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Context } from '#server/platform/context.ts'
import { readRows } from './product-list.ts'

/** The maximum number of rows in one statement. It limits the statement's JSON text to a few megabytes. */
const batchSize = 1000

/** Inserts rows in as few statements as possible. */
export async function insertMany<Table extends PgTable>(ctx: Context, table: Table, rows: Table['$inferInsert'][]) {
  for (const batch of batches(rows)) await ctx.db.execute(insertStatement(table, batch))
}

/** Inserts the rows whose id does not exist yet, and returns their ids. Leaves existing rows unchanged. */
export async function insertMissing<Table extends PgTable>(
  ctx: Context,
  table: Table,
  rows: Table['$inferInsert'][],
): Promise<string[]> {
  const added: string[] = []
  for (const batch of batches(rows)) {
    const statement = sql`${insertStatement(table, batch)} on conflict do nothing returning id`
    const inserted = await readRows<{ id: string }>(ctx, statement)
    added.push(...inserted.map(({ id }) => id))
  }
  return added
}

/**
 * Inserts rows. Replaces an existing row with the same key, but keeps its `createdAt`. With `setWhere`, replaces only
 * the existing rows for which this condition holds.
 */
export async function putMany<Table extends PgTable>(
  ctx: Context,
  table: Table,
  { rows, setWhere }: { rows: Table['$inferInsert'][]; setWhere?: SQL | undefined },
): Promise<void> {
  const columns = Object.entries(getTableColumns(table))
  const keys = columns.flatMap(([, column]) => (column.primary ? [columnName(column)] : []))
  const replaced = columns.filter(([name, column]) => !column.primary && name !== 'createdAt')
  const set = replaced.map(([, column]) => sql`${columnName(column)} = excluded.${columnName(column)}`)
  const where = setWhere ? sql`where ${setWhere}` : sql``
  for (const batch of batches(rows)) {
    await ctx.db.execute(
      sql`${insertStatement(table, batch)} on conflict (${joinSql(keys)}) do update set ${joinSql(set)} ${where}`,
    )
  }
}

/**
 * Returns SQL that inserts rows from one JSON parameter. With one parameter per value, the process would spend more
 * time on a write than the database does.
 */
function insertStatement<Table extends PgTable>(table: Table, rows: Table['$inferInsert'][]): SQL {
  const columns = Object.entries(getTableColumns(table))
  const json = JSON.stringify(
    // Drizzle's insert type is generic, so the cast tells TypeScript that a row is an object with a value per column.
    (rows as Record<string, unknown>[]).map((row) =>
      Object.fromEntries(columns.map(([name, column]) => [column.name, row[name] ?? literalDefault(column)])),
    ),
  )
  const names = columns.map(([, column]) => columnName(column))
  const types = columns.map(([, column]) => sql`${columnName(column)} ${sql.raw(column.getSQLType())}`)
  const values = columns.map(([, column]) =>
    is(column.default, SqlClass)
      ? sql`coalesce(w.${columnName(column)}, ${column.default})`
      : sql`w.${columnName(column)}`,
  )
  return sql`insert into ${table} (${joinSql(names)})
    select ${joinSql(values)} from json_to_recordset(${json}::json) as w(${joinSql(types)})`
}

function literalDefault(column: Column): unknown {
  return is(column.default, SqlClass) ? undefined : column.default
}

const columnName = (column: Column) => sql.identifier(column.name)
const joinSql = (parts: (SQL | ReturnType<typeof sql.identifier>)[]) => sql.join(parts, sql`, `)

function* batches<Row>(rows: Row[]) {
  for (let offset = 0; offset < rows.length; offset += batchSize) yield rows.slice(offset, offset + batchSize)
}

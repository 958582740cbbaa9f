import type { Column, SQL } from 'drizzle-orm'
import { getTableColumns, is, SQL as SqlClass, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Context } from '#server/platform/context.ts'
import { readRows } from './product-list.ts'

/** The maximum number of rows in one statement. It limits the statement's JSON text to a few megabytes. */
const rowsAtOnce = 1000

/** Inserts rows in as few statements as possible. */
export async function insertMany<Table extends PgTable>(ctx: Context, table: Table, rows: Table['$inferInsert'][]) {
  for (const some of inParts(rows)) await ctx.db.execute(insertion(table, some))
}

/** Inserts the rows whose id does not exist yet, and returns their ids. Leaves existing rows unchanged. */
export async function insertMissing<Table extends PgTable>(
  ctx: Context,
  table: Table,
  rows: Table['$inferInsert'][],
): Promise<string[]> {
  const added: string[] = []
  for (const some of inParts(rows)) {
    const statement = sql`${insertion(table, some)} on conflict do nothing returning id`
    const inserted = await readRows<{ id: string }>(ctx, statement)
    added.push(...inserted.map(({ id }) => id))
  }
  return added
}

/** Inserts rows. Replaces existing rows with the same key if `setWhere` holds, except their `createdAt`. */
export async function putMany<Table extends PgTable>(
  ctx: Context,
  table: Table,
  { rows, setWhere }: { rows: Table['$inferInsert'][]; setWhere?: SQL | undefined },
): Promise<void> {
  const columns = Object.entries(getTableColumns(table))
  const keys = columns.flatMap(([, column]) => (column.primary ? [nameOf(column)] : []))
  const replaced = columns.filter(([name, column]) => !column.primary && name !== 'createdAt')
  const set = replaced.map(([, column]) => sql`${nameOf(column)} = excluded.${nameOf(column)}`)
  const where = setWhere ? sql`where ${setWhere}` : sql``
  for (const some of inParts(rows)) {
    await ctx.db.execute(sql`${insertion(table, some)} on conflict (${list(keys)}) do update set ${list(set)} ${where}`)
  }
}

/**
 * Inserts rows from one JSON parameter. With one parameter per value, the process would spend more time on a write than
 * the database does.
 */
function insertion<Table extends PgTable>(table: Table, rows: Table['$inferInsert'][]): SQL {
  const columns = Object.entries(getTableColumns(table))
  const all = JSON.stringify(
    // Drizzle's insert type is generic, so the cast tells TypeScript that a row is an object with a value per column.
    (rows as Record<string, unknown>[]).map((row) =>
      Object.fromEntries(columns.map(([name, column]) => [column.name, row[name] ?? literalDefault(column)])),
    ),
  )
  const names = columns.map(([, column]) => nameOf(column))
  const types = columns.map(([, column]) => sql`${nameOf(column)} ${sql.raw(column.getSQLType())}`)
  const values = columns.map(([, column]) =>
    is(column.default, SqlClass) ? sql`coalesce(w.${nameOf(column)}, ${column.default})` : sql`w.${nameOf(column)}`,
  )
  return sql`insert into ${table} (${list(names)})
    select ${list(values)} from json_to_recordset(${all}::json) as w(${list(types)})`
}

function literalDefault(column: Column): unknown {
  return is(column.default, SqlClass) ? undefined : column.default
}

const nameOf = (column: Column) => sql.identifier(column.name)
const list = (parts: (SQL | ReturnType<typeof sql.identifier>)[]) => sql.join(parts, sql`, `)

function* inParts<Row>(rows: Row[]) {
  for (let at = 0; at < rows.length; at += rowsAtOnce) yield rows.slice(at, at + rowsAtOnce)
}

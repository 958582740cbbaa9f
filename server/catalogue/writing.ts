import type { SQL } from 'drizzle-orm'
import { getTableColumns, sql } from 'drizzle-orm'
import type { PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Context } from '#server/platform/context.ts'

/** PostgreSQL takes 65 535 values in a statement. */
const rowsAtOnce = 1000

/** Inserts rows in as few statements as can be. */
export async function insertMany<Table extends PgTable>(ctx: Context, table: Table, rows: Table['$inferInsert'][]) {
  for (const some of inParts(rows)) await ctx.db.insert(table).values(some)
}

/** Inserts rows, or replaces those that have the same key, where `setWhere` holds. When they were created stays. */
export async function putMany<Table extends PgTable>(
  ctx: Context,
  table: Table,
  rows: Table['$inferInsert'][],
  setWhere?: SQL,
): Promise<void> {
  const columns = Object.entries(getTableColumns(table))
  const target = columns.flatMap(([, column]) => (column.primary ? [column] : []))
  const replaced = columns.filter(([name, column]) => !column.primary && name !== 'createdAt')
  // Each column gets what the insert had for it, so the types agree.
  const set = Object.fromEntries(
    replaced.map(([name, column]) => [name, sql`excluded.${sql.identifier(column.name)}`]),
  ) as PgUpdateSetSource<Table>
  for (const some of inParts(rows)) {
    await ctx.db.insert(table).values(some).onConflictDoUpdate({ target, set, setWhere })
  }
}

function* inParts<Row>(rows: Row[]) {
  for (let at = 0; at < rows.length; at += rowsAtOnce) yield rows.slice(at, at + rowsAtOnce)
}

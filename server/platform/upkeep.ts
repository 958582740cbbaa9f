import { eq, sql } from 'drizzle-orm'
import { pgView, text } from 'drizzle-orm/pg-core'
import type { Context } from './context.ts'
import { keep, recall } from './remembered.ts'

const lastKey = 'upkeep.vacuumed'
const dayMs = 24 * 3600_000
/** The database's own list of its tables. */
const tableNames = pgView('pg_tables', { schemaname: text(), tablename: text().notNull() }).existing()

/**
 * Once a day gives the space of deleted rows back and measures the tables of the embedded database, which nobody else
 * does, one table after the other so that shoppers get their turn. A server's autovacuum needs no help. Answers how
 * many tables there were.
 */
export async function vacuumEmbedded(ctx: Context): Promise<number> {
  const now = ctx.app.now().getTime()
  if (ctx.app.database.engine !== 'embedded' || now < Number(await recall(ctx, lastKey)) + dayMs) return 0
  const tables = await ctx.db
    .select({ name: tableNames.tablename })
    .from(tableNames)
    .where(eq(tableNames.schemaname, 'public'))
  for (const { name } of tables) await ctx.db.execute(sql`vacuum (analyze) ${sql.identifier(name)}`)
  await keep(ctx, lastKey, now)
  return tables.length
}

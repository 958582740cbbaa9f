import { sql } from 'drizzle-orm'
import type { Context } from './context.ts'
import { preparedRows } from './prepared.ts'

/**
 * Whoever else locks one of these names waits until this transaction ends, in whatever process. The names are locked in one
 * order, so that nobody waits in a circle.
 */
export async function lockNames(ctx: Context, names: string[]): Promise<void> {
  await lockAll(ctx.db, { names })
}

const lockAll = preparedRows(
  () => sql`select pg_advisory_xact_lock(key) from (
      select distinct hashtextextended(name, 0) as key from unnest(${sql.placeholder('names')}::text[]) as name order by 1
    ) keys`,
)

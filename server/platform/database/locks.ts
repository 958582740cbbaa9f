import { sql } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import { preparedRows } from './prepared-queries.ts'

/**
 * Takes advisory locks with these names until the transaction ends, across all processes. Takes them in a fixed order,
 * so that two transactions cannot deadlock.
 */
export async function lockNames(ctx: Context, names: string[]): Promise<void> {
  await lockAll(ctx.db, { names })
}

const lockAll = preparedRows(
  () => sql`select pg_advisory_xact_lock(key) from (
      select distinct hashtextextended(name, 0) as key from unnest(${sql.placeholder('names')}::text[]) as name
      order by 1
    ) keys`,
)

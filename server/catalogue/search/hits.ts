import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import { listedCondition } from '#server/catalogue/product-list.ts'
import { inTiers } from '#server/catalogue/tiers.ts'
import type { Context } from '#server/platform/context.ts'
import { plannedRows } from '#server/platform/database/prepared-queries.ts'
import type { Condition } from './word-queries.ts'

const readPlanned = plannedRows(100)
/**
 * Reads rows with a prepared statement, because planning a query costs more than running it. Few statements are needed,
 * because query texts differ only in their numbers of words and filters.
 */
export const readRows = <Row>(ctx: Context, query: SQL) => readPlanned<Row>(ctx.db, query)

/** Joins a condition into one `tsquery` text. */
export const toTsquery = (condition: Condition): string =>
  condition.map((all) => `(${all.map((text) => `(${text})`).join(' & ')})`).join(' | ')

/**
 * The `from` and `where` clauses of a query for listed products `p` that match `condition` and `narrowed`. `offset 0`
 * makes PostgreSQL find products by `condition` first, and check only these products for the other conditions.
 */
export function hits(
  ctx: Context,
  condition: Condition | SQL,
  { narrowed, inOrder = sql`` }: { narrowed?: SQL | undefined; inOrder?: SQL<unknown> | undefined } = {},
): SQL {
  const found = inTiers(
    (tierCondition) =>
      sql`select * from products where ${tierCondition} and ${conditionSql(condition)} ${inOrder} offset 0`,
  )
  return sql`from ${found} p where ${listedCondition(ctx, {})} ${andCondition(narrowed)}`
}

function conditionSql(condition: Condition | SQL): SQL {
  if (!Array.isArray(condition)) return condition
  const texts = condition.map((all) =>
    sql.join(
      all.map((text) => sql`search @@ ${text}::tsquery`),
      sql` and `,
    ),
  )
  return sql`(${sql.join(texts, sql` or `)})`
}

const andCondition = (narrowed: SQL | undefined) => (narrowed ? sql`and ${narrowed}` : sql``)

/** Returns for each condition whether any product matches it. */
export async function haveHits(ctx: Context, conditions: Condition[]): Promise<boolean[]> {
  if (conditions.length === 0) return []
  const facts = conditions.map((condition) => sql`exists (select 1 ${hits(ctx, condition)})`)
  const [row] = await readRows<{ facts: boolean[] }>(
    ctx,
    sql`select json_build_array(${sql.join(facts, sql`, `)}) as facts`,
  )
  return conditions.map((_, at) => row?.facts[at] ?? false)
}

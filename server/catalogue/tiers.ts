import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { readRows } from './product-list.ts'

/*
 * The search reads products in three tiers, each with a separate index. Tier 0 has best sellers and new products, tier
 * 1 has a sixteenth of the other products, and tier 2 has the rest. An index collects all matches of a word before it
 * returns the first one. The search therefore reads one tier after the other until it has enough products. For a common
 * word, it reads only a few thousand products. For a rare word, it reads all tiers, but each tier has few matches.
 */
const tiers = [0, 1, 2]
/** If tier 0 has more than twice this number of products, `sortTiers` reduces it to this number. */
const frontSize = 4000
const bestSellersInFront = 1000
const moveBatchSize = 500

/** SQL for the search tier (1 or 2) of a product `p` that is not in tier 0. */
export const tierBehind = sql`case when md5(p.id) like '0%' then 1 else 2 end`

/**
 * SQL that selects from one tier after the other. With a limit, PostgreSQL does not read tiers that it does not need.
 */
export function inTiers(select: (tierCondition: SQL) => SQL): SQL {
  const parts = tiers.map((tier) => sql`(${select(sql`tier = ${sql.raw(String(tier))}`)})`)
  return sql`(${sql.join(parts, sql` union all `)})`
}

/** Joins a condition for each tier with `or`, so that the query can use the indexes of all tiers. */
export function anyTierCondition(condition: (tierCondition: SQL) => SQL): SQL {
  const parts = tiers.map((tier) => sql`(${condition(sql`p.tier = ${sql.raw(String(tier))}`)})`)
  return sql`(${sql.join(parts, sql` or `)})`
}

/** Maps each new product id to its search tier: tier 0, or the tier of `tierBehind` once tier 0 is full. */
export async function tiersForNew(ctx: Context, ids: string[]): Promise<Map<string, number>> {
  const rows = await readRows<{ id: string; tier: number }>(
    ctx,
    sql`select p.id, case when front.size < ${2 * frontSize} then 0 else ${tierBehind} end as tier
    from json_array_elements_text(${JSON.stringify(ids)}::json) as p(id),
      (select count(*) as size from (select 1 ${front} limit ${2 * frontSize}) first) front`,
  )
  return new Map(rows.map(({ id, tier }) => [id, tier]))
}

const front = sql`from products p where p.tier < 1`
const bestFirst = sql`p.sold desc nulls last, p.position, p.id`

/**
 * Moves best sellers into tier 0. If that tier has then grown too large, keeps its best products there and moves all
 * others out. Works in batches.
 */
export async function sortTiers(ctx: Context): Promise<void> {
  await move(
    ctx,
    sql`select p.id, 0 as tier from (
      select id, tier, sold from products p where record_status = 'ACTIVE' order by ${bestFirst}
      limit ${bestSellersInFront}
    ) p where p.tier > 0 and p.sold > 0`,
  )
  const [large] = await readRows(ctx, sql`select 1 ${front} offset ${2 * frontSize} limit 1`)
  if (large) await move(ctx, sql`select p.id, ${tierBehind} as tier ${front} order by ${bestFirst} offset ${frontSize}`)
}

/** Moves products between tiers. `selection` is a query for their `id` and new `tier`. */
async function move(ctx: Context, selection: SQL) {
  const moved = await readRows<{ id: string; tier: number }>(ctx, selection)
  for (let offset = 0; offset < moved.length; offset += moveBatchSize) {
    const batch = JSON.stringify(
      moved.slice(offset, offset + moveBatchSize).toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    )
    await transact(ctx, async (ctx) => {
      await ctx.db.execute(sql`update products p set tier = w.tier
        from json_to_recordset(${batch}::json) as w(id text, tier smallint) where p.id = w.id and p.tier <> w.tier`)
    })
  }
}

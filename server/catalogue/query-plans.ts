import { sql } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'

/**
 * Queries that find products by their words only. Reading the table itself looks cheaper to the planner where it wants
 * few of what it takes for many, is slow where there are few, and begins where the last such reading ended: the pages
 * of one search would not fit together; nor would they if several processes took from the tiers at once.
 */
export function byIndex<Result>(ctx: Context, work: (ctx: Context) => Promise<Result>): Promise<Result> {
  return transact(ctx, async (ctx) => {
    await ctx.db.execute(
      sql`select set_config('enable_seqscan', 'off', true), set_config('max_parallel_workers_per_gather', '0', true)`,
    )
    return work(ctx)
  })
}

/**
 * Queries that are planned anew for their values: where few products fit a choice another way is quick than where many
 * do.
 */
export function forValues<Result>(ctx: Context, work: (ctx: Context) => Promise<Result>): Promise<Result> {
  return transact(ctx, async (ctx) => {
    await ctx.db.execute(sql`set local plan_cache_mode = force_custom_plan`)
    return work(ctx)
  })
}

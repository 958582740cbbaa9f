import { sql } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'

/**
 * Runs queries that must find products by the index of words, without sequential scans and parallel workers.
 * The planner prefers a sequential scan if it expects many matches and the query needs only a few. A sequential scan is
 * slow if few products match, and it can start at the row where an earlier scan stopped. Parallel workers can change
 * the order of rows. For either reason, pages of one search could overlap or leave out products.
 * Plans are generic because planning a search takes longer than running it.
 */
export function withIndexPlans<Result>(ctx: Context, work: (ctx: Context) => Promise<Result>): Promise<Result> {
  return transact(ctx, async (ctx) => {
    await ctx.db.execute(
      sql`select set_config('enable_seqscan', 'off', true), set_config('max_parallel_workers_per_gather', '0', true),
        set_config('plan_cache_mode', 'force_generic_plan', true)`,
    )
    return work(ctx)
  })
}

/** Runs queries with plans for their actual values, because the best plan depends on how many products match. */
export function withCustomPlans<Result>(ctx: Context, work: (ctx: Context) => Promise<Result>): Promise<Result> {
  return transact(ctx, async (ctx) => {
    await ctx.db.execute(sql`set local plan_cache_mode = force_custom_plan`)
    return work(ctx)
  })
}

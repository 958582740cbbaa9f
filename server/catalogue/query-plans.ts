import { sql } from 'drizzle-orm'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'

/**
 * Runs queries that must find products by the index of their words. The planner may prefer a sequential scan if it
 * expects many matches and wants few. That scan is slow if few products match. PostgreSQL may also start it where the
 * last scan stopped, so the pages of one search would not fit together. Parallel workers would mix the tiers for the
 * same reason. Plans are generic: a search takes longer to plan than to run.
 */
export function byIndex<Result>(ctx: Context, work: (ctx: Context) => Promise<Result>): Promise<Result> {
  return transact(ctx, async (ctx) => {
    await ctx.db.execute(
      sql`select set_config('enable_seqscan', 'off', true), set_config('max_parallel_workers_per_gather', '0', true),
        set_config('plan_cache_mode', 'force_generic_plan', true)`,
    )
    return work(ctx)
  })
}

/** Runs queries with a plan for their actual values: the best plan depends on how many products match. */
export function forValues<Result>(ctx: Context, work: (ctx: Context) => Promise<Result>): Promise<Result> {
  return transact(ctx, async (ctx) => {
    await ctx.db.execute(sql`set local plan_cache_mode = force_custom_plan`)
    return work(ctx)
  })
}

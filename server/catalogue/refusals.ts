import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { current } from '#server/locations/locations.ts'
import type { Context } from '#server/platform/context.ts'
import { Failure } from '#server/platform/fail.ts'
import { readRows } from './product-list.ts'
import { stockRefusals } from './tables.ts'

/** How long after a stock refusal the shop assumes that the shopper still wants the pieces. */
export const refusalWindowMs = 5 * 60_000

/**
 * Refusals are stored by place. The place is the id of a store. A group-buy has separate stock, so its place is this
 * prefix followed by the group-buy's id.
 */
const campaignPrefix = 'campaign:'
const holds = sql`(select holder, sku, location_id as place from stock_holds
  union all select h.holder, i.sku, ${sql.raw(`'${campaignPrefix}'`)} || i.campaign_id
  from campaign_holds h join campaign_items i on i.id = h.item_id)`

/**
 * Runs the work. If it fails with `cart.out_of_stock`, records the refusal, so that a job can release holds of inactive
 * carts.
 */
export async function recordingRefusals<T>(ctx: Context, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // If the work fails, its transaction is rolled back with everything written in it. A refusal recorded inside the
    // transaction would be lost, so only the outermost caller records it.
    const isOutermost = ctx.db === ctx.app.database.db
    if (error instanceof Failure && isOutermost) await recordRefusal(ctx, error)
    throw error
  }
}

async function recordRefusal(ctx: Context, { items }: Failure) {
  const skus = items.flatMap(({ code, details }) => (code === 'cart.out_of_stock' ? String(details?.sku ?? '') : []))
  if (skus.length === 0) return
  const place = ctx.campaignId ? campaignPrefix + ctx.campaignId : (await current(ctx)).id
  const values = { skus: JSON.stringify(skus), now: ctx.app.now().toISOString() }
  await ctx.db.execute(sql`insert into stock_refusals (sku, location_id, session_id, at)
    select distinct h.sku, h.place, ${ctx.sessionId ?? randomUUID()}::uuid, ${values.now}::timestamptz
    from ${holds} h where h.place = ${place}
      and h.sku in (select jsonb_array_elements_text(${values.skus}::jsonb))
    on conflict (sku, location_id, session_id) do update set at = excluded.at`)
}

/**
 * The ids of carts that were last seen before `seenBefore` and hold pieces that the shop recently refused to another
 * shopper.
 */
export async function findContestedHolders(ctx: Context, seenBefore: Date): Promise<string[]> {
  const now = ctx.app.now()
  const since = new Date(now.getTime() - refusalWindowMs)
  const rows = await readRows<{ id: string }>(
    ctx,
    sql`select c.id from carts c
      where c.held_until > ${now.toISOString()}::timestamptz
      and coalesce(c.seen_at, c.updated_at) < ${seenBefore.toISOString()}::timestamptz
        and exists (select from ${holds} h join stock_refusals r on r.sku = h.sku and r.location_id = h.place
          where h.holder = c.id::text and r.session_id <> c.session_id and r.at > ${since.toISOString()}::timestamptz)
      limit 200`,
  )
  return rows.map(({ id }) => id)
}

/** Deletes refusals that are older than `refusalWindowMs`. */
export async function sweepRefusals(ctx: Context): Promise<void> {
  await ctx.db
    .delete(stockRefusals)
    .where(sql`${stockRefusals.at} < ${new Date(ctx.app.now().getTime() - refusalWindowMs).toISOString()}::timestamptz`)
}

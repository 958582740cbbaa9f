import { sql } from 'drizzle-orm'
import type { stock } from '#server/catalogue/catalogue.ts'
import { readRows } from '#server/catalogue/catalogue.ts'
import { stockMovements } from '#server/catalogue/tables.ts'
import { forgottenMs, waitingCondition } from '#server/orders/orders.ts'
import { orders, orderTimeline } from '#server/orders/tables.ts'
import { refunds } from './tables.ts'

/**
 * Finds the sold pieces that lay on a store's shelf when staff counted it. These are the pieces of orders that staff
 * had neither sent out nor handed over by that time. Leaves out refunded pieces. The function is in the payments module
 * and not in the catalogue, because it reads orders and refunds, which the catalogue must not know.
 */
export const findWaitingPieces: stock.FindWaiting = async (ctx, { location, goods }) => {
  if (goods.length === 0) return new Map()
  const forgotten = sql`${new Date(ctx.app.now().getTime() - forgottenMs).toISOString()}`
  const wanted = JSON.stringify(goods)
  const rows = await readRows<{ sku: string; pieces: number }>(
    ctx,
    sql`with wanted as materialized (
      select * from json_to_recordset(${wanted}::json) as w(sku text, "countedAt" timestamptz)
    ), recent as (
      select id, lines from ${orders} where ${orders.locationId} = ${location} and ${waitingCondition(forgotten)}
      union
      select id, lines from ${orders} where ${orders.locationId} = ${location} and id in (
        select order_id from ${orderTimeline}
        where kind = 'handed_over' and at > (select min("countedAt") from wanted))
    ), waiting as (
      select id, lines, (select min(t.at) from ${orderTimeline} t
        where t.order_id = recent.id and t.kind in ('out', 'handed_over')) as "goneAt"
      from recent
    )
    select wanted.sku, sum(greatest(sold.pieces - coalesce(back.pieces, 0), 0))::int as pieces
    from waiting
    cross join lateral (
      select m.sku, -sum(m.quantity) as pieces from ${stockMovements} m
      where m.reference = waiting.id and m.location_id = ${location} and m.reason in ('sold', 'returned')
      group by m.sku
    ) sold
    join wanted on wanted.sku = sold.sku and (waiting."goneAt" is null or waiting."goneAt" > wanted."countedAt")
    left join lateral (
      select sum((part->>'pieces')::int) as pieces
      from ${refunds} r, jsonb_array_elements(r.parts) part, jsonb_array_elements(waiting.lines) line
      where r.order_id = waiting.id and r.state = 'refunded' and part->>'kind' = 'line'
        and line->>'key' = part->>'key' and line->>'sku' = sold.sku
    ) back on true
    group by wanted.sku`,
  )
  return new Map(rows.map(({ sku, pieces }) => [sku, pieces]))
}

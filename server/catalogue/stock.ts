import type { SQL } from 'drizzle-orm'
import { inArray, sql } from 'drizzle-orm'
import { lowStockThreshold, publishedPieces } from '#contract/quantities.ts'
import { sum } from '#contract/sum.ts'
import type { Context } from '#server/platform/context.ts'
import { transact, writeWithCommit } from '#server/platform/database/transactions.ts'
import type { FailureItem } from '#server/platform/fail.ts'
import { fail, failAll } from '#server/platform/fail.ts'
import { publishTopics } from '#server/platform/publish.ts'
import { settings } from '#server/platform/tables.ts'
import type { Topic } from '#server/platform/topics.ts'
import { lockSoldOutMarks, markedCondition } from './mark-copies.ts'
import { readRows } from './product-list.ts'
import type { StockChange } from './queries.ts'
import {
  deleteHolds,
  insertHolds,
  insertHoldsOrAbort,
  lockStock,
  stockRows,
  updateReturned,
  updateSold,
} from './queries.ts'

/*
 * Every change locks its stock rows in the order of SKU and location, which prevents deadlocks. Changes by shoppers
 * lock the rows in the statement that changes them, to keep locks short. Check constraints of the table ensure that the
 * held pieces are never negative and never more than the pieces on hand.
 */

export interface StockLine {
  sku: string
  quantity: number
}
export interface StoreStockLine extends StockLine {
  locationId: string
}

/**
 * Finds, for each SKU, the sold pieces that still lay on a store's shelf when staff counted it, because their orders
 * were not handed over yet. SKUs without such pieces are absent. This module does not know the orders, so
 * `operations.ts` passes this function.
 */
export type FindWaiting = (
  ctx: Context,
  shelf: { location: string; goods: { sku: string; countedAt: Date }[] },
) => Promise<Map<string, number>>

/** Adds received pieces. */
export function receive(ctx: Context, { sku, locationId, quantity }: StoreStockLine): Promise<void> {
  const linesSql = wantedRows([{ sku, locationId, quantity }])
  return transact(ctx, async (ctx) => {
    await makeRows(ctx, linesSql)
    await ctx.db.execute(lockStock(sql`select sku, "locationId" from ${linesSql}`))
    await ctx.db.execute(sql`with added as (
        update stock s set on_hand = s.on_hand + w.quantity from ${linesSql}
        where s.sku = w.sku and s.location_id = w."locationId" returning s.sku, s.location_id, w.quantity
      )
      insert into stock_movements (location_id, sku, quantity, reason, by, at)
      select location_id, sku, quantity, 'received', ${staffName(ctx)}::text, ${time(ctx.app.now())} from added`)
    await publishStock(ctx, [sku])
  })
}

/** Puts back stock that was sold under a reference and not returned yet. A repeated call does nothing. */
export async function restock(ctx: Context, reference: string): Promise<void> {
  publishVisibleChanges(ctx, await updateReturned(ctx.db, { reference, now: ctx.app.now() }))
}

/**
 * Sets the pieces on hand of variants after a count, but never below their held pieces. If several rows have the same
 * variant and store, only the last row counts. Rows that are already correct change nothing. Fails with `staff.stale`
 * if a row has `was`, and the pieces on hand are no longer `was`.
 */
export async function setOnHandMany(
  ctx: Context,
  counted: (StoreStockLine & { was?: number | undefined })[],
): Promise<void> {
  const rows = [...new Map(counted.map((row) => [`${row.sku}\n${row.locationId}`, row])).values()]
  if (rows.length === 0) return
  const linesSql = wantedRows(rows)
  await transact(ctx, async (ctx) => {
    await makeRows(ctx, linesSql)
    await ctx.db.execute(lockStock(sql`select sku, "locationId" from ${linesSql}`))
    await requireUnchanged(ctx, rows)
    const changed = await readRows<{ sku: string }>(
      ctx,
      sql`with change as (
        select s.sku, s.location_id, greatest(w.quantity, s.held) - s.on_hand as delta
        from ${linesSql} join stock s on s.sku = w.sku and s.location_id = w."locationId"
      ), noted as (
        insert into stock_movements (location_id, sku, quantity, reason, by, at)
        select location_id, sku, delta, 'counted', ${staffName(ctx)}::text, ${time(ctx.app.now())} from change
        where delta <> 0 order by sku
      )
      update stock s set on_hand = s.on_hand + c.delta from change c
      where s.sku = c.sku and s.location_id = c.location_id and c.delta <> 0 returning s.sku`,
    )
    if (changed.length === 0) return
    await publishStock(
      ctx,
      changed.map(({ sku }) => sku),
    )
  })
}

/**
 * Fails with `staff.stale` if the pieces on hand of a locked stock row are no longer `was`. In the failure, `by` names
 * the staff member who changed the row last. It is empty if an order, an import or a command changed it last.
 */
async function requireUnchanged(ctx: Context, rows: (StoreStockLine & { was?: number | undefined })[]) {
  const seen = rows.flatMap(({ was, ...row }) => (was === undefined ? [] : [{ ...row, quantity: was }]))
  if (seen.length === 0) return
  const [changed] = await readRows<{ by: string | null; at: Date | string | null }>(
    ctx,
    sql`select m.by, m.at from ${wantedRows(seen)} join stock s on s.sku = w.sku and s.location_id = w."locationId"
    left join lateral (select by, at from stock_movements where sku = s.sku and location_id = s.location_id
      order by id desc limit 1) m on true
    where s.on_hand <> w.quantity order by m.at desc nulls last limit 1`,
  )
  if (!changed) return
  fail('staff.stale', { by: changed.by ?? '', at: changed.at && new Date(changed.at).toISOString() }, 'stock')
}

/**
 * Holds pieces of counted variants, all or none, until they are sold or released. Replaces the holder's earlier holds.
 * Fails with `cart.out_of_stock` for each line without enough stock; each failure has `sku`, `name` and `purchasable`.
 * The caller must have locked the holder, so that its holds cannot change meanwhile.
 */
export async function hold(
  ctx: Context,
  { holder, lines, locationId }: { holder: string; lines: StockLine[]; locationId: string },
): Promise<void> {
  const linesBySku = Map.groupBy(lines, ({ sku }) => sku)
  const totals = [...linesBySku].map(([sku, skuLines]) => ({
    sku,
    locationId,
    quantity: sum(skuLines.map((line) => line.quantity)),
  }))
  const values = { holder, wanted: JSON.stringify(totals) }
  await writeWithCommit(
    ctx,
    async () => {
      const [held] = await insertHoldsOrAbort(ctx.db, values)
      if (held) publishVisibleChanges(ctx, held.changes)
    },
    async () => {
      const [held] = await insertHolds(ctx.db, values)
      if (held && held.short.length > 0) {
        failAll(held.short.map(({ sku, name, purchasable }) => outOfStock({ sku, name: name ?? sku, purchasable })))
      }
      if (held) publishVisibleChanges(ctx, held.changes)
    },
  )
}

/**
 * Builds the failure `cart.out_of_stock` of one line. It contains the number of pieces in published form, see
 * `publishedPieces`. Its message depends on whether there are none, few or many pieces.
 */
export function outOfStock(details: { purchasable: number } & Record<string, unknown>): FailureItem {
  const purchasable = publishedPieces(details.purchasable)
  const message = purchasable === 0 ? 'cart.sold_out' : purchasable > lowStockThreshold ? 'cart.up_to' : undefined
  return { code: 'cart.out_of_stock', details: { ...details, purchasable, ...(message && { message }) } }
}

/** Releases all holds of a holder, if any. */
export async function release(ctx: Context, holder: string): Promise<void> {
  publishVisibleChanges(ctx, await deleteHolds(ctx.db, { holder }))
}

/**
 * Turns the holder's holds into sales under a reference, and returns the sold pieces. A repeated call returns an empty
 * list. The number of pieces for sale does not change, because held pieces were not for sale.
 */
export function commit(ctx: Context, holder: string, reference: string): Promise<StoreStockLine[]> {
  return updateSold(ctx.db, { holder, reference, now: ctx.app.now() })
}

/**
 * Publishes the stock changes that shoppers can see. Publishes a product if its published number of pieces changed. If
 * a variant sold out or is available again, also publishes `order`, because products then move within lists.
 */
function publishVisibleChanges(ctx: Context, changes: StockChange[]) {
  const topics = changes.flatMap(({ productId, before, after }): Topic[] => {
    if (publishedPieces(before) === publishedPieces(after)) return []
    const hasSameAvailability = before > 0 === after > 0
    return hasSameAvailability ? [`product ${productId}`] : [`product ${productId}`, 'order']
  })
  publishTopics(ctx, [...new Set(topics)])
}

/** Publishes that staff changed the stock of these variants. */
export async function publishStock(ctx: Context, skus: string[]): Promise<void> {
  const rows = await readRows<{ id: string }>(
    ctx,
    sql`select distinct product_id as id from variants
      where sku in (select json_array_elements_text(${JSON.stringify(skus)}::json))`,
  )
  if (rows.length > 0) publishTopics(ctx, ['order', ...rows.map(({ id }) => `product ${id}` as const)])
}

/**
 * Adds the sales and returns since the last run to the products' `sold`, for sorting by "best selling". Runs in the
 * worker. Cached pages keep the previous sorting until they expire.
 */
export async function updateSoldCounts(ctx: Context): Promise<void> {
  await transact(ctx, async (ctx) => {
    const key = 'catalogue.sold_counted'
    await ctx.db.insert(settings).values({ key, value: 0, updatedAt: ctx.app.now() }).onConflictDoNothing()
    const [row] = await readRows<{ until: number }>(
      ctx,
      sql`select (value #>> '{}')::int as until from settings where key = ${key} for update`,
    )
    const [latest] = await readRows<{ until: number | null }>(
      ctx,
      sql`with recent as (
        select m.id, v.product_id, -m.quantity as pieces from stock_movements m join variants v on v.sku = m.sku
        where m.id > ${row?.until ?? 0} and m.reason in ('sold', 'returned')
      ), summed as (
        select product_id, sum(pieces)::int as pieces from recent group by product_id
      ), updated as (
        update products p set sold = greatest(p.sold + summed.pieces, 0) from summed where p.id = summed.product_id
      )
      select max(id)::int as until from recent`,
    )
    if (!latest?.until) return
    await ctx.db
      .update(settings)
      .set({ value: latest.until, updatedAt: ctx.app.now() })
      .where(inArray(settings.key, [key]))
  })
}

/** Removes the stock of a variant in all stores, except pieces that are held. Sold-out marks stay. */
export function clearStock(ctx: Context, sku: string): Promise<void> {
  return transact(ctx, async (ctx) => {
    await ctx.db.execute(lockStock(sql`select sku, location_id as "locationId" from stock where sku = ${sku}`))
    await ctx.db.execute(sql`with change as (
        select sku, location_id, held - on_hand as delta from stock where sku = ${sku} and on_hand <> held
      )
      insert into stock_movements (location_id, sku, quantity, reason, by, at)
      select location_id, sku, delta, 'counted', ${staffName(ctx)}::text, ${time(ctx.app.now())} from change`)
    await ctx.db.execute(sql`update stock set on_hand = held where sku = ${sku} and (held > 0 or sold_out)`)
    await ctx.db.execute(sql`delete from stock where sku = ${sku} and held = 0 and not sold_out`)
    await publishStock(ctx, [sku])
  })
}

/** The name of the staff member who changes the stock; null for orders, imports and commands. */
export const staffName = (ctx: Context): string | null => ctx.staff?.name || null

/** Inserts missing stock rows for variants at locations. */
async function makeRows(ctx: Context, linesSql: SQL) {
  await lockSoldOutMarks(ctx)
  await ctx.db.execute(sql`insert into stock (sku, location_id, sold_out)
    select distinct w.sku, w."locationId", ${markedCondition({ sku: sql`w.sku`, location: sql`w."locationId"` })}
    from ${linesSql} order by 1, 2 on conflict do nothing`)
}

function wantedRows(rows: StoreStockLine[]): SQL {
  return stockRows(JSON.stringify(rows))
}

function time(date: Date): SQL {
  return sql`${date.toISOString()}::timestamptz`
}

export { makeRows, time, wantedRows }

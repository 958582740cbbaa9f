import type { SQL } from 'drizzle-orm'
import { inArray, sql } from 'drizzle-orm'
import { fewLeft, publishedPieces } from '#contract/quantities.ts'
import type { Context } from '#server/platform/context.ts'
import { transact, writeWithCommit } from '#server/platform/database/transactions.ts'
import type { FailureItem } from '#server/platform/fail.ts'
import { failAll } from '#server/platform/fail.ts'
import { stockChanged } from '#server/platform/publish.ts'
import { settings } from '#server/platform/tables.ts'
import { readRows } from './product-list.ts'
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
 * lock the rows in the statement that changes them, to keep locks short. Check constraints of the table enforce the
 * same rules.
 */

export interface StockLine {
  sku: string
  quantity: number
}
export interface StockAt extends StockLine {
  locationId: string
}

/** Adds received pieces. */
export function receive(ctx: Context, { sku, locationId, quantity }: StockAt): Promise<void> {
  const wanted = wantedRows([{ sku, locationId, quantity }])
  return transact(ctx, async (ctx) => {
    await makeRows(ctx, wanted)
    await ctx.db.execute(lockStock(sql`select sku, "locationId" from ${wanted}`))
    await ctx.db.execute(sql`with added as (
        update stock s set on_hand = s.on_hand + w.quantity from ${wanted}
        where s.sku = w.sku and s.location_id = w."locationId" returning s.sku, s.location_id, w.quantity
      )
      insert into stock_movements (location_id, sku, quantity, reason, at)
      select location_id, sku, quantity, 'received', ${time(ctx.app.now())} from added`)
    stockChanged(ctx)
  })
}

/** Puts back stock that was sold under a reference and not returned yet. A repeated call does nothing. */
export async function restock(ctx: Context, reference: string): Promise<void> {
  if ((await updateReturned(ctx.db, { reference, now: ctx.app.now() })).length > 0) stockChanged(ctx)
}

/** Sets the pieces on hand of a variant after a count, but never below its held pieces. */
export function setOnHand(ctx: Context, counted: StockAt): Promise<void> {
  return setOnHandMany(ctx, [counted])
}

/**
 * Like `setOnHand` for many variants, in few statements. If rows repeat a variant at a store, the last one wins. Rows
 * that are already correct change nothing.
 */
export async function setOnHandMany(ctx: Context, counted: StockAt[]): Promise<void> {
  const rows = [...new Map(counted.map((row) => [`${row.sku}\n${row.locationId}`, row])).values()]
  if (rows.length === 0) return
  const wanted = wantedRows(rows)
  await transact(ctx, async (ctx) => {
    await makeRows(ctx, wanted)
    await ctx.db.execute(lockStock(sql`select sku, "locationId" from ${wanted}`))
    const changed = await readRows(
      ctx,
      sql`with change as (
        select s.sku, s.location_id, greatest(w.quantity, s.held) - s.on_hand as delta
        from ${wanted} join stock s on s.sku = w.sku and s.location_id = w."locationId"
      ), noted as (
        insert into stock_movements (location_id, sku, quantity, reason, at)
        select location_id, sku, delta, 'counted', ${time(ctx.app.now())} from change where delta <> 0 order by sku
      )
      update stock s set on_hand = s.on_hand + c.delta from change c
      where s.sku = c.sku and s.location_id = c.location_id and c.delta <> 0 returning s.sku`,
    )
    if (changed.length > 0) stockChanged(ctx)
  })
}

/**
 * Holds pieces of counted variants, all or none, until they are sold or released. Replaces the holder's earlier holds.
 * Fails with `cart.out_of_stock` for each line without enough stock, with `sku`, `name` and `purchasable`. The caller
 * must have locked the holder, so that its holds cannot change meanwhile.
 */
export async function hold(
  ctx: Context,
  { holder, lines, locationId }: { holder: string; lines: StockLine[]; locationId: string },
): Promise<void> {
  const demand = Map.groupBy(lines, ({ sku }) => sku)
  const wanted = [...demand].map(([sku, same]) => ({
    sku,
    locationId,
    quantity: same.reduce((sum, line) => sum + line.quantity, 0),
  }))
  const values = { holder, wanted: JSON.stringify(wanted) }
  await writeWithCommit(
    ctx,
    async () => {
      const [kept] = await insertHoldsOrAbort(ctx.db, values)
      if (kept?.isChanged) stockChanged(ctx)
    },
    async () => {
      const result = await insertHolds(ctx.db, values)
      const short = result.filter(({ isShort }) => isShort)
      if (short.length > 0) {
        failAll(short.map(({ sku, name, purchasable }) => outOfStock({ sku, name: name ?? sku, purchasable })))
      }
      if (result.length > 0) stockChanged(ctx)
    },
  )
}

/**
 * Builds the failure `cart.out_of_stock` of one line. It contains the number of pieces in published form, see
 * `publishedPieces`. Its message depends on whether there are none, few or many pieces.
 */
export function outOfStock(details: { purchasable: number } & Record<string, unknown>): FailureItem {
  const purchasable = publishedPieces(details.purchasable)
  const message = purchasable === 0 ? 'cart.sold_out' : purchasable > fewLeft ? 'cart.up_to' : undefined
  return { code: 'cart.out_of_stock', details: { ...details, purchasable, ...(message && { message }) } }
}

/** Releases all holds of a holder, if any. */
export async function release(ctx: Context, holder: string): Promise<void> {
  if ((await deleteHolds(ctx.db, { holder })).length > 0) stockChanged(ctx)
}

/** Turns the holder's holds into sales under a reference, and returns them. A repeated call returns an empty list. */
export async function commit(ctx: Context, holder: string, reference: string): Promise<StockAt[]> {
  const sold = await updateSold(ctx.db, { holder, reference, now: ctx.app.now() })
  if (sold.length > 0) stockChanged(ctx)
  return sold
}

/**
 * Adds the sales and returns since the last run to the products' `sold`, for sorting by "best selling". Runs in the
 * worker.
 */
export async function countSold(ctx: Context): Promise<void> {
  await transact(ctx, async (ctx) => {
    const key = 'catalogue.sold_counted'
    await ctx.db.insert(settings).values({ key, value: 0, updatedAt: ctx.app.now() }).onConflictDoNothing()
    const [row] = await readRows<{ until: number }>(
      ctx,
      sql`select (value #>> '{}')::int as until from settings where key = ${key} for update`,
    )
    const [counted] = await readRows<{ until: number | null }>(
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
    if (!counted?.until) return
    await ctx.db
      .update(settings)
      .set({ value: counted.until, updatedAt: ctx.app.now() })
      .where(inArray(settings.key, [key]))
    stockChanged(ctx)
  })
}

/** Removes the stock of a variant in all stores, except pieces that are held. */
export function forget(ctx: Context, sku: string): Promise<void> {
  return transact(ctx, async (ctx) => {
    await ctx.db.execute(lockStock(sql`select sku, location_id as "locationId" from stock where sku = ${sku}`))
    await ctx.db.execute(sql`with change as (
        select sku, location_id, held - on_hand as delta from stock where sku = ${sku} and on_hand <> held
      )
      insert into stock_movements (location_id, sku, quantity, reason, at)
      select location_id, sku, delta, 'counted', ${time(ctx.app.now())} from change`)
    await ctx.db.execute(sql`update stock set on_hand = held where sku = ${sku} and held > 0`)
    await ctx.db.execute(sql`delete from stock where sku = ${sku} and held = 0`)
    stockChanged(ctx)
  })
}

/** Inserts missing stock rows for variants at locations. */
async function makeRows(ctx: Context, wanted: SQL) {
  await ctx.db.execute(sql`insert into stock (sku, location_id)
    select distinct w.sku, w."locationId" from ${wanted} order by 1, 2 on conflict do nothing`)
}

function wantedRows(rows: StockAt[]): SQL {
  return stockRows(JSON.stringify(rows))
}

function time(date: Date): SQL {
  return sql`${date.toISOString()}::timestamptz`
}

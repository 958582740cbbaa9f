import { sql } from 'drizzle-orm'
import { readRows } from '#server/catalogue/product-list.ts'
import { lockStock } from '#server/catalogue/queries.ts'
import type { StoreStockLine } from '#server/catalogue/stock.ts'
import { publishStock, setOnHandMany, wantedRows } from '#server/catalogue/stock.ts'
import type { Context } from '#server/platform/context.ts'
import type { StockAdded } from './record.ts'

/** The stock that an import writes, and its undo. */

/** Sets the stock in stores to an import's quantities, and returns by how many pieces it changed. */
export async function setImportedStock(ctx: Context, quantities: StoreStockLine[]): Promise<StockAdded[]> {
  if (quantities.length === 0) return []
  const newQuantities = wantedRows(quantities)
  // Locks the variants. A new stock row references its variant, so nobody can add a stock row before this transaction
  // ends.
  await ctx.db.execute(
    sql`select sku from variants where sku in (select sku from ${newQuantities}) order by sku for update`,
  )
  const read = () =>
    readRows<{ sku: string; locationId: string; pieces: number }>(
      ctx,
      sql`select sku, location_id as "locationId", on_hand as pieces from stock
        where (sku, location_id) in (select sku, "locationId" from ${newQuantities})
        order by sku, location_id for update`,
    )
  const keyOf = ({ sku, locationId }: { sku: string; locationId: string }) => `${sku}\n${locationId}`
  const previousPieces = new Map((await read()).map((row) => [keyOf(row), row.pieces]))
  await setOnHandMany(ctx, quantities)
  return (await read()).map(({ pieces, ...row }) => ({
    ...row,
    pieces: pieces - (previousPieces.get(keyOf(row)) ?? 0),
    isNew: !previousPieces.has(keyOf(row)),
  }))
}

/**
 * Removes the pieces that an import added, and adds the pieces that it removed. No stock falls below the pieces that
 * are held for shoppers. Deletes stock rows that the import created if they are then empty and not marked as sold out.
 */
export async function removeImportedStock(ctx: Context, added: StockAdded[]): Promise<void> {
  if (added.length === 0) return
  const rows = sql`(select w.sku, w."locationId", sum(w.pieces)::int as pieces, bool_or(w."isNew") as "isNew"
    from json_to_recordset(${JSON.stringify(added)}::json)
      as w(sku text, "locationId" text, pieces int, "isNew" boolean) group by 1, 2)`
  await ctx.db.execute(lockStock(sql`select w.sku, w."locationId" from ${rows} w`))
  await ctx.db.execute(sql`with change as (
      select s.sku, s.location_id, greatest(s.on_hand - w.pieces, s.held) - s.on_hand as delta
      from ${rows} w join stock s on s.sku = w.sku and s.location_id = w."locationId"
    ), noted as (
      insert into stock_movements (location_id, sku, quantity, reason, at)
      select location_id, sku, delta, 'counted', ${ctx.app.now().toISOString()}::timestamptz
      from change where delta <> 0 order by sku
    )
    update stock s set on_hand = s.on_hand + c.delta from change c
    where s.sku = c.sku and s.location_id = c.location_id and c.delta <> 0`)
  await ctx.db.execute(sql`delete from stock s using ${rows} w where s.sku = w.sku and s.location_id = w."locationId"
    and w."isNew" and s.on_hand = 0 and s.held = 0 and not s.sold_out`)
  await publishStock(
    ctx,
    added.map(({ sku }) => sku),
  )
}

/** Returns the SKUs in `skus` that shoppers have bought or that carts hold. */
export async function soldSkus(ctx: Context, skus: string[]): Promise<string[]> {
  const rows = await readRows<{ sku: string }>(
    ctx,
    sql`select w.sku from json_array_elements_text(${JSON.stringify(skus)}::json) as w(sku)
      where exists (select 1 from stock_movements m where m.sku = w.sku and m.reason = 'sold')
        or exists (select 1 from stock s where s.sku = w.sku and s.held > 0)`,
  )
  return rows.map(({ sku }) => sku)
}

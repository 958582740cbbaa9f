import type { SQL } from 'drizzle-orm'
import { inArray, sql } from 'drizzle-orm'
import type { Text } from '#contract/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { catalogueChanged, transact } from '#server/platform/context.ts'
import type { FailureItem } from '#server/platform/fail.ts'
import { failAll } from '#server/platform/fail.ts'
import { settings } from '#server/platform/tables.ts'
import { readRows } from './listing.ts'
import { stockHolds } from './tables.ts'

/*
 * Every change here locks in one order: the holder, then stock rows by SKU and location. So nobody waits in a circle,
 * and what is read after locking stays true until the commit. The checks of the table stand behind it.
 */

export interface StockLine {
  sku: string
  quantity: number
}
export interface StockAt extends StockLine {
  locationId: string
}

/** Adds pieces that arrived. */
export function receive(ctx: Context, { sku, locationId, quantity }: StockAt): Promise<void> {
  return add(ctx, [{ sku, locationId, quantity }], 'received')
}

/** Puts pieces of a cancelled sale back. */
export function restock(
  ctx: Context,
  input: { locationId: string; lines: StockLine[]; reference: string },
): Promise<void> {
  const rows = input.lines.map((line) => ({ ...line, locationId: input.locationId }))
  return add(ctx, rows, 'returned', input.reference)
}

/** Says what was counted of a variant; never less than is held for somebody. */
export function setOnHand(ctx: Context, counted: StockAt): Promise<void> {
  return setOnHandMany(ctx, [counted])
}

/** The same for many, in few statements; those that are right already change nothing. The last row of a variant counts. */
export async function setOnHandMany(ctx: Context, counted: StockAt[]): Promise<void> {
  const rows = [...new Map(counted.map((row) => [`${row.sku}\n${row.locationId}`, row])).values()]
  if (rows.length === 0) return
  const wanted = wantedRows(rows)
  await transact(ctx, async (ctx) => {
    await makeRows(ctx, wanted)
    await lockStock(ctx, sql`select sku, "locationId" from ${wanted}`)
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
    if (changed.length > 0) await stockChanged(ctx)
  })
}

/**
 * Keeps pieces of counted variants for a holder until a time, all or none, in place of what it held before. Lines that
 * cannot be kept are refused one by one: `cart.out_of_stock` with `sku`, `name` and `purchasable`.
 */
export async function hold(
  ctx: Context,
  { holder, lines, locationId, expiresAt }: { holder: string; lines: StockLine[]; locationId: string; expiresAt: Date },
): Promise<void> {
  const demand = Map.groupBy(lines, ({ sku }) => sku)
  const wanted = wantedRows(
    [...demand].map(([sku, same]) => ({
      sku,
      locationId,
      quantity: same.reduce((sum, line) => sum + line.quantity, 0),
    })),
  )
  await transact(ctx, async (ctx) => {
    await lockHolder(ctx, holder)
    await lockStock(
      ctx,
      sql`select sku, "locationId" from ${wanted} union select sku, location_id from stock_holds where holder = ${holder}`,
    )
    const result = await readRows<{ sku: string; name: Text | null; purchasable: number; changed: boolean }>(
      ctx,
      sql`with before as (
        select sku, location_id, quantity from stock_holds where holder = ${holder}
      ), counted as (
        select w.sku, w."locationId" as location_id, w.quantity from ${wanted} left join variants v on v.sku = w.sku
        where v.counted is distinct from false
      ), short as (
        select c.sku, coalesce(s.on_hand - s.held, 0) + coalesce(b.quantity, 0) as purchasable
        from counted c left join stock s on s.sku = c.sku and s.location_id = c.location_id
        left join before b on b.sku = c.sku and b.location_id = c.location_id
        where coalesce(s.on_hand - s.held, 0) + coalesce(b.quantity, 0) < c.quantity
      ), change as (
        select sku, location_id, sum(quantity)::int as delta
        from (select * from counted union all select sku, location_id, -quantity from before) both_sides
        where not exists (select 1 from short)
        group by sku, location_id
      ), applied as (
        update stock s set held = s.held + c.delta from change c
        where s.sku = c.sku and s.location_id = c.location_id and c.delta <> 0
        returning s.sku
      ), dropped as (
        delete from stock_holds h using change c
        where h.holder = ${holder} and h.sku = c.sku and h.location_id = c.location_id
          and not exists (select 1 from counted k where k.sku = h.sku and k.location_id = h.location_id)
      ), kept as (
        insert into stock_holds (holder, sku, location_id, quantity, expires_at)
        select ${holder}, sku, location_id, quantity, ${time(expiresAt)} from counted
        where not exists (select 1 from short)
        on conflict (holder, sku, location_id)
        do update set quantity = excluded.quantity, expires_at = excluded.expires_at
      )
      select short.sku, p.name, short.purchasable, false as changed
      from short left join variants v on v.sku = short.sku left join products p on p.id = v.product_id
      union all select applied.sku, null, 0, true from applied
      order by sku`,
    )
    const short = result.filter(({ changed }) => !changed)
    if (short.length > 0) {
      failAll(short.map(({ sku, name, purchasable }) => outOfStock({ sku, name: name ?? sku, purchasable })))
    }
    if (result.length > 0) await stockChanged(ctx)
  })
}

/** The refusal `cart.out_of_stock` of one line, in words of its own where nothing at all is left. */
export function outOfStock(details: { purchasable: number } & Record<string, unknown>): FailureItem {
  const isGone = details.purchasable <= 0
  return { code: 'cart.out_of_stock', details: { ...details, ...(isGone && { message: 'cart.sold_out' }) } }
}

/** Gives back all that a holder keeps; nothing where it keeps nothing. */
export async function release(ctx: Context, holder: string): Promise<void> {
  await transact(ctx, async (ctx) => {
    await lockHeld(ctx, holder)
    const released = await readRows(
      ctx,
      sql`with gone as (delete from stock_holds where holder = ${holder} returning sku, location_id, quantity)
      update stock s set held = s.held - gone.quantity from gone
      where s.sku = gone.sku and s.location_id = gone.location_id returning s.sku`,
    )
    if (released.length > 0) await stockChanged(ctx)
  })
}

/** Keeps what a holder has until another time; false where it keeps nothing any more. */
export async function prolong(ctx: Context, holder: string, expiresAt: Date): Promise<boolean> {
  return transact(ctx, async (ctx) => {
    await lockHolder(ctx, holder)
    const kept = await ctx.db
      .update(stockHolds)
      .set({ expiresAt })
      .where(sql`${stockHolds.holder} = ${holder}`)
      .returning({ sku: stockHolds.sku })
    return kept.length > 0
  })
}

/** Turns what is held into sold: pieces leave the shelf. Answers what was sold; nothing the second time. */
export async function commit(ctx: Context, holder: string, reference: string): Promise<StockAt[]> {
  return transact(ctx, async (ctx) => {
    await lockHeld(ctx, holder)
    const sold = await readRows<StockAt>(
      ctx,
      sql`with gone as (
        delete from stock_holds where holder = ${holder} returning sku, location_id, quantity
      ), noted as (
        insert into stock_movements (location_id, sku, quantity, reason, reference, at)
        select location_id, sku, -quantity, 'sold', ${reference}, ${time(ctx.app.now())} from gone order by sku
      )
      update stock s set on_hand = s.on_hand - gone.quantity, held = s.held - gone.quantity from gone
      where s.sku = gone.sku and s.location_id = gone.location_id
      returning s.sku, s.location_id as "locationId", gone.quantity`,
    )
    if (sold.length > 0) await stockChanged(ctx)
    return sold
  })
}

/**
 * Gives back what is kept beyond its time, each holder in a transaction of its own, where `mayRelease` agrees: it is
 * asked first in that transaction, and may lock what belongs to the holder. Answers how many were released.
 */
export async function releaseExpired(
  ctx: Context,
  mayRelease: (ctx: Context, holder: string) => Promise<boolean> = async () => true,
): Promise<number> {
  const expired = sql`expires_at < ${time(ctx.app.now())}`
  const holders = await readRows<{ holder: string }>(
    ctx,
    sql`select holder from stock_holds where ${expired} group by holder order by min(expires_at) limit 500`,
  )
  let released = 0
  for (const { holder } of holders) {
    released += await transact(ctx, async (ctx) => {
      if (!(await mayRelease(ctx, holder))) return 0
      await lockHolder(ctx, holder)
      const [still] = await readRows(
        ctx,
        sql`select 1 from stock_holds where holder = ${holder} and ${expired} limit 1`,
      )
      if (!still) return 0
      await release(ctx, holder)
      return 1
    })
  }
  return released
}

/** Adds what was sold since the last time to the figures behind "best selling"; for the worker. */
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
    await stockChanged(ctx)
  })
}

async function add(ctx: Context, rows: StockAt[], reason: 'received' | 'returned', reference?: string): Promise<void> {
  if (rows.length === 0) return
  const wanted = wantedRows(rows)
  await transact(ctx, async (ctx) => {
    if (reason === 'received') await makeRows(ctx, wanted)
    await lockStock(ctx, sql`select sku, "locationId" from ${wanted}`)
    await ctx.db.execute(sql`with summed as (
        select w.sku, w."locationId" as location_id, sum(w.quantity)::int as quantity
        from ${wanted} join variants v on v.sku = w.sku where v.counted or ${reason === 'received'}
        group by w.sku, w."locationId"
      ), added as (
        update stock s set on_hand = s.on_hand + summed.quantity from summed
        where s.sku = summed.sku and s.location_id = summed.location_id returning s.sku, s.location_id, summed.quantity
      )
      insert into stock_movements (location_id, sku, quantity, reason, reference, at)
      select location_id, sku, quantity, ${reason}, ${reference ?? null}, ${time(ctx.app.now())} from added order by sku`)
    await stockChanged(ctx)
  })
}

/** Stock rows for variants that have none at a location yet. */
async function makeRows(ctx: Context, wanted: SQL) {
  await ctx.db.execute(sql`insert into stock (sku, location_id)
    select distinct w.sku, w."locationId" from ${wanted} order by 1, 2 on conflict do nothing`)
}

async function lockHeld(ctx: Context, holder: string) {
  await lockHolder(ctx, holder)
  await lockStock(ctx, sql`select sku, location_id from stock_holds where holder = ${holder}`)
}

/** Until the commit nobody else changes what this holder keeps, even where it keeps nothing yet. */
async function lockHolder(ctx: Context, holder: string) {
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${holder}, 0))`)
}

async function lockStock(ctx: Context, pairs: SQL) {
  await ctx.db.execute(
    sql`select 1 from stock where (sku, location_id) in (${pairs}) order by sku, location_id for update`,
  )
}

function wantedRows(rows: StockAt[]): SQL {
  return sql`json_to_recordset(${JSON.stringify(rows)}::json) as w(sku text, "locationId" text, quantity int)`
}

function time(date: Date): SQL {
  return sql`${date.toISOString()}::timestamptz`
}

const told = new WeakSet<object>()
/** Says so once in a transaction, however many steps it has. */
async function stockChanged(ctx: Context) {
  if (told.has(ctx.db)) return
  told.add(ctx.db)
  await catalogueChanged(ctx, 'stock')
}

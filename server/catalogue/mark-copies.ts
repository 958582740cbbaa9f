import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import type { SoldOutKind } from '#contract/constants.ts'
import type { Context } from '#server/platform/context.ts'
import { preparedRows } from '#server/platform/database/prepared-queries.ts'
import { readRows } from './product-list.ts'
import { lockStock } from './queries.ts'

/*
 * The column `sold_out` of `stock` repeats the sold-out marks, so that lists and carts need no further join. A
 * transaction that changes a mark takes the lock `markLock` in exclusive mode. Transactions that place an order, write
 * products or insert stock rows take it in shared mode. The lock gives two guarantees:
 * - An order is either placed before the mark is written, or sees the mark.
 * - A new variant or stock row either exists when the mark is written and gets the mark, or is inserted later and
 *   copies the mark.
 */

/** The name of the advisory lock for sold-out marks; see above. */
export const markLock = 'sold out'

/** A product, variant or modifier at a store, whose sold-out mark a function sets, removes or copies. */
export interface MarkedItem {
  location: string
  kind: SoldOutKind
  id: string
}

/**
 * Prevents changes of sold-out marks until the transaction ends. Several transactions that place orders or write
 * products can hold this lock at once; only a change of a mark waits for it.
 */
export async function lockSoldOutMarks({ db }: Context): Promise<void> {
  await lockShared(db, {})
}

const lockShared = preparedRows(
  () => sql`select pg_advisory_xact_lock_shared(hashtextextended(${sql.raw(`'${markLock}'`)}, 0))`,
)

/** Whether a variant or its product is marked as sold out at a store. */
export function markedCondition({ sku, location }: { sku: SQL; location: SQL }): SQL {
  return sql`exists (select from sold_out m where m.location_id = ${location} and (
    m.kind = 'variant' and m.id = ${sku}
    or m.kind = 'product' and m.id = (select v.product_id from variants v where v.sku = ${sku})))`
}

const rowMarkedCondition = markedCondition({ sku: sql`s.sku`, location: sql`s.location_id` })

/**
 * Updates the column `sold_out` in the stock rows of the variants in `items`, and of all variants of the products in
 * `items`. Uncounted goods without pieces need a stock row only while they are sold out, so this function inserts and
 * deletes their rows. It inserts no rows for counted goods, because they are not for sale without a stock row.
 */
export async function copyMarks(ctx: Context, items: MarkedItem[]): Promise<void> {
  const changed = JSON.stringify(items.filter(({ kind }) => kind !== 'modifier'))
  const variantRows = sql`select v.sku, t.location as location_id, v.counted
    from json_to_recordset(${changed}::json) as t(location text, kind text, id text)
    join variants v on t.kind = 'variant' and v.sku = t.id or t.kind = 'product' and v.product_id = t.id`
  const keys = sql`select w.sku, w.location_id from (${variantRows}) w`
  await ctx.db.execute(sql`insert into stock (sku, location_id)
    select s.sku, s.location_id from (${variantRows}) s where not s.counted and ${rowMarkedCondition} order by 1, 2
    on conflict do nothing`)
  await ctx.db.execute(lockStock(keys))
  await ctx.db.execute(
    sql`update stock s set sold_out = ${rowMarkedCondition} where (s.sku, s.location_id) in (${keys})`,
  )
  await ctx.db.execute(sql`delete from stock s using variants v where v.sku = s.sku and not v.counted
    and not s.sold_out and s.on_hand = 0 and s.held = 0 and (s.sku, s.location_id) in (${keys})`)
}

/** Copies the marks of products and of their variants again, after the variants changed. */
export async function copyProductMarks(ctx: Context, products: string[]): Promise<void> {
  await lockSoldOutMarks(ctx)
  const marks = await readRows<MarkedItem>(
    ctx,
    sql`with ids as (select json_array_elements_text(${JSON.stringify(products)}::json) as id)
      select location_id as location, kind, id from sold_out where kind = 'product' and id in (select id from ids)
      union all
      select location_id, kind, id from sold_out
        where kind = 'variant' and id in (select sku from variants where product_id in (select id from ids))`,
  )
  if (marks.length > 0) await copyMarks(ctx, marks)
}

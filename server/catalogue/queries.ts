import type { Placeholder, SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import type { Text } from '#contract/shapes.ts'
import { abortUnless } from '#server/platform/database/conflicts.ts'
import { preparedRows } from '#server/platform/database/prepared-queries.ts'

/** A change of the pieces that a variant has for sale at a store. */
export interface StockChange {
  productId: string
  before: number
  after: number
}

/**
 * The columns of a `StockChange`. `s` is the updated stock row, and `increase` is how many more pieces are for sale
 * than before the update.
 */
const stockChangeColumns = (
  increase: SQL,
) => sql`(select v.product_id from variants v where v.sku = s.sku) as "productId",
  s.on_hand - s.held - (${increase}) as before, s.on_hand - s.held as after`

/** Deletes all stock holds of a holder and locks the stock rows of the held variants. */
const deleteHoldsSql = sql`gone as (
    delete from stock_holds where holder = ${sql.placeholder('holder')} returning sku, location_id, quantity
  ), free as materialized (${lockStock(sql`select sku, location_id from gone`)})`

/** Puts back stock that was sold under a reference and not returned yet. A repeated call does nothing. */
export const updateReturned = preparedRows<StockChange>(
  () => sql`with back as (
      select sku, location_id, -sum(quantity)::int as quantity from stock_movements
      where reference = ${sql.placeholder('reference')} and reason in ('sold', 'returned')
      group by sku, location_id having sum(quantity) < 0
    ), free as materialized (
      ${lockStock(sql`select sku, location_id from back`)}
    ), noted as (
      insert into stock_movements (location_id, sku, quantity, reason, reference, at)
      select location_id, sku, quantity, 'returned', ${sql.placeholder('reference')},
      ${sql.placeholder('now')}::timestamptz
      from back order by sku
    ), changed as (
      update stock s set on_hand = s.on_hand + back.quantity from back join free using (sku, location_id)
      where s.sku = back.sku and s.location_id = back.location_id
      returning ${stockChangeColumns(sql`back.quantity`)}
    )
    select * from changed`,
)

/** Replaces a holder's holds, all or none. Returns the lines without enough stock, or else the changes. */
export const insertHolds = preparedRows<{
  short: { sku: string; name: Text | null; purchasable: number }[]
  changes: StockChange[]
}>(
  () => sql`${replaceHoldsSql()}
    select coalesce((select json_agg(json_build_object('sku', short.sku, 'name', p.name, 'purchasable', purchasable)
        order by short.sku)
      from short left join variants v on v.sku = short.sku left join products p on p.id = v.product_id), '[]') as short,
      ${changesJson} as changes`,
)

/**
 * Like `insertHolds`, but aborts the transaction if any line lacks stock. For callers that send the commit without
 * waiting for the result of this statement.
 */
export const insertHoldsOrAbort = preparedRows<{ changes: StockChange[] }>(
  () => sql`${replaceHoldsSql()}
    select ${changesJson} as changes,
      ${abortUnless(sql`not exists (select from short)`, 'stock')} as "isWhole"`,
)

const changesJson = sql`coalesce((select json_agg(changed) from changed), '[]')`

const replaceHoldsSql = () => sql`with before as (
      select sku, location_id, quantity from stock_holds where holder = ${sql.placeholder('holder')}
    ), counted as (
      select w.sku, w."locationId" as location_id, w.quantity from ${stockRows(sql.placeholder('wanted'))}
      left join variants v on v.sku = w.sku
      where v.counted is distinct from false
    ), free as materialized (
      ${lockStock(sql`select sku, location_id from counted union select sku, location_id from before`)}
    ), short as (
      select c.sku, coalesce(f.pieces, 0) + coalesce(b.quantity, 0) as purchasable
      from counted c left join free f on f.sku = c.sku and f.location_id = c.location_id
      left join before b on b.sku = c.sku and b.location_id = c.location_id
      where coalesce(f.pieces, 0) + coalesce(b.quantity, 0) < c.quantity
    ), change as (
      select sku, location_id, sum(quantity)::int as delta
      from (select * from counted union all select sku, location_id, -quantity from before) both_sides
      where not exists (select 1 from short)
      group by sku, location_id
    ), changed as (
      update stock s set held = s.held + c.delta from change c
      where s.sku = c.sku and s.location_id = c.location_id and c.delta <> 0
      returning ${stockChangeColumns(sql`-c.delta`)}
    ), dropped as (
      delete from stock_holds h using change c
      where h.holder = ${sql.placeholder('holder')} and h.sku = c.sku and h.location_id = c.location_id
        and not exists (select 1 from counted k where k.sku = h.sku and k.location_id = h.location_id)
    ), kept as (
      insert into stock_holds (holder, sku, location_id, quantity)
      select ${sql.placeholder('holder')}, sku, location_id, quantity from counted
      where not exists (select 1 from short)
      on conflict (holder, sku, location_id) do update set quantity = excluded.quantity
    )`

export const deleteHolds = preparedRows<StockChange>(
  () => sql`with ${deleteHoldsSql}, changed as (
      update stock s set held = s.held - gone.quantity from gone join free using (sku, location_id)
      where s.sku = gone.sku and s.location_id = gone.location_id returning ${stockChangeColumns(sql`gone.quantity`)}
    )
    select * from changed`,
)

/** Turns a holder's holds into sales. A repeated call does nothing. */
export const updateSold = preparedRows<{ sku: string; locationId: string; quantity: number }>(
  () => sql`with ${deleteHoldsSql}, noted as (
      insert into stock_movements (location_id, sku, quantity, reason, reference, at)
      select location_id, sku, -quantity, 'sold', ${sql.placeholder('reference')},
      ${sql.placeholder('now')}::timestamptz from gone order by sku
    ), changed as (
      update stock s set on_hand = s.on_hand - gone.quantity, held = s.held - gone.quantity
      from gone join free using (sku, location_id)
      where s.sku = gone.sku and s.location_id = gone.location_id
      returning s.sku, s.location_id as "locationId", gone.quantity
    )
    select * from changed`,
)

/**
 * SQL that locks the stock rows of these pairs of SKU and location, and reads their free pieces. It locks in order of
 * SKU and location, so that two transactions cannot deadlock.
 */
export function lockStock(pairs: SQL): SQL {
  return sql`select sku, location_id, on_hand - held as pieces from stock where (sku, location_id) in (${pairs})
    order by sku, location_id for update`
}

/** SQL that reads rows of SKU, location and quantity from JSON, as `w`. */
export function stockRows(json: string | Placeholder): SQL {
  return sql`json_to_recordset(${json}::json) as w(sku text, "locationId" text, quantity int)`
}

/**
 * SQL for the pieces of variant `v` that stock row `s` has for sale, without held pieces. Null if the stock is not
 * counted. Always 0 if staff marked the goods as sold out.
 */
export const piecesLeft = sql`case when s.sold_out then 0
    when v.counted then greatest(coalesce(s.on_hand - s.held, 0), 0) end`

/**
 * SQL for the modifier groups of product `p` with their modifiers, as a store offers them. Prices are in minor units of
 * the product's currency.
 */
export const modifierGroupsAt = (locationId: string | SQL) => sql`coalesce((
  select json_agg(json_strip_nulls(json_build_object('id', g.id, 'name', g.name, 'min', g.min, 'max', g.max,
    'free', g.free, 'condition', g.condition, 'modifiers', coalesce((
      select json_agg(json_build_object('id', m.id, 'name', m.name, 'price', m.price, 'available',
          m.available and m.id <> all(${soldOutModifiers(locationId)}), 'preselected', nullif(m.preselected, false))
        order by m.position, m.id)
      from modifiers m where m.group_id = g.id), '[]'))) order by pg.position, g.id)
  from product_modifier_groups pg join modifier_groups g on g.id = pg.group_id
  where pg.product_id = p.id), '[]')`

/** SQL for the modifiers that are sold out at a store, as an array that a statement reads once. */
const soldOutModifiers = (locationId: string | SQL) =>
  sql`array(select o.id from sold_out o where o.location_id = ${locationId} and o.kind = 'modifier')`

/**
 * Selects variants with the columns that cart lines need, at one location. `holder` selects the cart whose held pieces
 * count as purchasable. `selectSkus` selects the SKUs.
 */
export const selectBuyables = <Row>(selectSkus: () => SQL, holder: () => SQL) =>
  preparedRows<Row>(
    () => sql`select v.sku, v.product_id as "productId", p.type, p.name, p.options, v.option_pair as "optionPair",
      v.price,
      v.compare_at_price as "compareAtPrice", v.member_price as "memberPrice", v.deposit, p.prepayment, v.currency,
      coalesce(v.image, p.images->0) as image, coalesce(v.tax_class, p.tax_class) as "taxClass",
      case when s.sold_out then 0 else ${piecesLeft} + coalesce(h.quantity, 0) end as purchasable,
      (not v.counted or s.sku is not null) as carried, p.max_per_order as "maxPerOrder",
      p.quantity_step as "quantityStep", p.min_quantity as "minQuantity", p.note_allowed as "noteAllowed",
      p.cross_border as "crossBorder", v.grams, p.contact_required as "contactRequired",
      p.lead_minutes as "leadMinutes", p.windows,
      (v.active and p.record_status = 'ACTIVE' and p.published_at <= ${sql.placeholder('now')}) as published,
      ${modifierGroupsAt(sql`${sql.placeholder('locationId')}`)} as "modifierGroups"
    from variants v join products p on p.id = v.product_id
    left join stock s on s.sku = v.sku and s.location_id = ${sql.placeholder('locationId')}
    left join stock_holds h on h.holder = ${holder()} and h.sku = v.sku and h.location_id = s.location_id
    where v.sku in (${selectSkus()})`,
  )

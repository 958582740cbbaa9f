import type { Placeholder, SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import type { Text } from '#contract/shapes.ts'
import { abortUnless } from '#server/platform/database/conflicts.ts'
import { preparedRows } from '#server/platform/database/prepared.ts'

/** Deletes all stock holds of a holder and locks the stock rows of the held variants. */
const deletedHolds = sql`gone as (
    delete from stock_holds where holder = ${sql.placeholder('holder')} returning sku, location_id, quantity
  ), free as materialized (${lockStock(sql`select sku, location_id from gone`)})`

/** Puts back stock that was sold under a reference and not returned yet. A repeated call does nothing. */
export const updateReturned = preparedRows(
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
      where s.sku = back.sku and s.location_id = back.location_id returning s.sku
    )
    select sku from changed`,
)

/**
 * Replaces a holder's holds, all or none. Returns the lines without enough stock, or else the SKUs whose stock changed.
 */
export const insertHolds = preparedRows<{ sku: string; name: Text | null; purchasable: number; isShort: boolean }>(
  () => sql`${replacedHolds()}
    select short.sku, p.name, short.purchasable, true as "isShort"
    from short left join variants v on v.sku = short.sku left join products p on p.id = v.product_id
    union all select sku, null, 0, false from changed
    order by sku`,
)

/** Like `insertHolds`, but to be sent with the commit: aborts the transaction if any line lacks stock. */
export const insertHoldsOrAbort = preparedRows<{ isChanged: boolean }>(
  () => sql`${replacedHolds()}
    select exists (select from changed) as "isChanged",
      ${abortUnless(sql`not exists (select from short)`, 'stock')} as "isWhole"`,
)

const replacedHolds = () => sql`with before as (
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
      returning s.sku
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

export const deleteHolds = preparedRows(
  () => sql`with ${deletedHolds}, changed as (
      update stock s set held = s.held - gone.quantity from gone join free using (sku, location_id)
      where s.sku = gone.sku and s.location_id = gone.location_id returning s.sku
    )
    select sku from changed`,
)

/** Turns a holder's holds into sales. A repeated call does nothing. */
export const updateSold = preparedRows<{ sku: string; locationId: string; quantity: number }>(
  () => sql`with ${deletedHolds}, noted as (
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

/** SQL for the pieces of variant `v` that stock row `s` has for sale, without held ones; null if not counted. */
export const left = sql`case when v.counted then greatest(coalesce(s.on_hand - s.held, 0), 0) end`

/**
 * SQL for the modifier groups of product `p` with their modifiers. Prices are in minor units of the product's currency.
 */
export const modifierGroupsJson = sql`coalesce((
  select json_agg(json_build_object('id', g.id, 'name', g.name, 'min', g.min, 'max', g.max, 'free', g.free,
    'modifiers', coalesce((
      select json_agg(json_build_object('id', m.id, 'name', m.name, 'price', m.price, 'available', m.available)
        order by m.position, m.id)
      from modifiers m where m.group_id = g.id), '[]')) order by pg.position, g.id)
  from product_modifier_groups pg join modifier_groups g on g.id = pg.group_id
  where pg.product_id = p.id), '[]')`

/**
 * Selects variants with the columns that cart lines need, at one location. `holder` selects the cart whose held pieces
 * count as purchasable. `wanted` selects the SKUs.
 */
export const selectBuyables = <Row>(wanted: () => SQL, holder: () => SQL) =>
  preparedRows<Row>(
    () => sql`select v.sku, v.product_id as "productId", p.type, p.name, p.options, v.option_pair as "optionPair",
      v.price,
      v.compare_at_price as "compareAtPrice", v.member_price as "memberPrice", v.deposit, p.prepayment, v.currency,
      coalesce(v.image, p.images->0) as image, coalesce(v.tax_class, p.tax_class) as "taxClass",
      ${left} + coalesce(h.quantity, 0) as purchasable,
      (not v.counted or s.sku is not null) as carried, p.max_per_order as "maxPerOrder",
      p.quantity_step as "quantityStep", p.min_quantity as "minQuantity", p.note_allowed as "noteAllowed",
      p.cross_border as "crossBorder", v.grams, p.contact_required as "contactRequired",
      p.lead_minutes as "leadMinutes", p.windows,
      (v.active and p.record_status = 'ACTIVE' and p.published_at <= ${sql.placeholder('now')}) as published,
      ${modifierGroupsJson} as "modifierGroups"
    from variants v join products p on p.id = v.product_id
    left join stock s on s.sku = v.sku and s.location_id = ${sql.placeholder('locationId')}
    left join stock_holds h on h.holder = ${holder()} and h.sku = v.sku and h.location_id = s.location_id
    where v.sku in (${wanted()})`,
  )

/**
 * Queries that find contradictions in stock, slots, coupons, group-buys and histories of orders. Each result names a
 * contradictory record as `subject`.
 */
export const goodsChecks = {
  stock_movements: `
    select s.location_id || ' ' || s.sku as subject from stock s
    left join (select location_id, sku, sum(quantity) as pieces from stock_movements group by 1, 2) m
      using (location_id, sku)
    where s.on_hand <> coalesce(m.pieces, 0)`,
  stock_holds: `
    select coalesce(s.location_id, h.location_id) || ' ' || coalesce(s.sku, h.sku) as subject from stock s
    full join (select location_id, sku, sum(quantity) as pieces from stock_holds group by 1, 2) h
      using (location_id, sku)
    where coalesce(s.held, 0) <> coalesce(h.pieces, 0)`,
  hold_without_cart: `
    select distinct h.holder as subject from stock_holds h left join carts c on c.id::text = h.holder
    where c.id is null or c.held_until is null
      and not exists (select 1 from orders o where o.cart_id = c.id and o.status = 'INTERIM')`,
  sold_pieces: `
    select m.reference as subject from (select reference, -sum(quantity) as pieces from stock_movements
      where reason = 'sold' group by reference) m
    join orders o on o.id = m.reference
    where m.pieces <> 0 and o.status not in ('NEW', 'CANCELLED')
      or m.pieces > (select sum((line ->> 'quantity')::bigint) from jsonb_array_elements(o.lines) line)`,
  two_orders_of_cart: `
    select cart_id::text as subject from orders where status in ('INTERIM', 'NEW')
    group by cart_id having count(*) > 1`,
  slot_places: `
    select coalesce(s.location_id, u.location_id) || ' ' || coalesce(s.method, u.method) || ' '
      || coalesce(s.starts_at, u.starts_at) as subject
    from slot_use s
    full join (
      select location_id, method, starts_at, count(*) as places from (
        select location_id, method, slot_starts_at as starts_at from orders
        where status in ('INTERIM', 'NEW') and slot_starts_at is not null
        union all
        select held_slot ->> 'locationId', held_slot ->> 'method', (held_slot ->> 'startsAt')::timestamptz from carts c
        where held_slot is not null
          and not exists (select 1 from orders o where o.cart_id = c.id and o.status in ('INTERIM', 'NEW'))
      ) places group by 1, 2, 3) u using (location_id, method, starts_at)
    where coalesce(s.taken, 0) <> coalesce(u.places, 0)`,
  coupon_uses: `
    select c.code as subject from coupons c
    left join (select code, count(*) as uses from coupon_uses where returned_at is null group by code) u
      on u.code = c.code
    where c.used <> coalesce(u.uses, 0)`,
  coupon_of_order: `
    select o.id as subject from orders o left join coupon_uses u on u.order_id = o.id
    where (o.coupon is not null) <> (u.order_id is not null)
      or o.coupon is not null and (u.returned_at is null) <> (o.status in ('INTERIM', 'NEW'))`,
  // After a group-buy has succeeded, a refund removes pieces from its joins, but does not change the group-buy's
  // counts. So these counts may exceed the sums of the joins. The counts of every other group-buy must equal the sums.
  campaign_counts: `
    select c.id as subject from campaigns c
    left join (select campaign_id, count(distinct person) as people, sum(pieces) as pieces, sum(amount) as amount
      from campaign_joins where state in ('paid', 'settling', 'settled') group by 1) j on j.campaign_id = c.id
    where case when c.outcome is distinct from 'succeeded' then (c.participants, c.pieces, c.amount)
        <> (coalesce(j.people, 0), coalesce(j.pieces, 0), coalesce(j.amount, 0))
      else j.people > c.participants or j.pieces > c.pieces or j.amount > c.amount end`,
  campaign_holds: `
    select i.id as subject from campaign_items i
    left join (select item_id, sum(quantity) as pieces from campaign_holds group by 1) h on h.item_id = i.id
    where i.held <> coalesce(h.pieces, 0)`,
  campaign_places: `
    select w.point_id || ' ' || w.date || ' ' || w.from_time as subject from campaign_windows w
    left join (select point_id, date, from_time, count(*) as places from campaign_joins
      where has_place group by 1, 2, 3) j
      using (point_id, date, from_time)
    where w.taken <> coalesce(j.places, 0)`,
  // If all pieces of an order were refunded, the order leaves its group-buy but stays placed. So the status `NEW` is
  // valid for an order that has a refund, even if its join is `left`.
  campaign_join: `
    select j.order_id as subject from campaign_joins j left join orders o on o.id = j.order_id
    where o.id is null or o.campaign_id <> j.campaign_id
      or o.status <> all (case j.state when 'held' then '{INTERIM}' when 'paid' then '{NEW}'
        when 'left' then '{NEW,FAILED,CANCELLED}' else '{NEW,CANCELLED}' end::text[])
      or j.state = 'left' and o.status = 'NEW'
        and not exists (select 1 from refunds r where r.order_id = o.id)`,
  timeline: `
    select o.id as subject from orders o
    where o.fulfilment_status in ('ACCEPTED', 'PREPARING', 'READY', 'OUT', 'NO_SHOW')
      and not exists (select 1 from order_timeline t where t.order_id = o.id)`,
  paid_time: `
    select id as subject from orders
    where payment_status = 'PAID_ONLINE' and paid_at is null or paid_at < placed_at`,
  // A worker handles an event within seconds, and retries a failed event after growing delays. If an event is still
  // open after an hour, it has failed about ten times, or no worker runs. The check also finds dead letters, which are
  // events that failed too often to be retried.
  receipt: `
    select payload ->> 'orderId' as subject from events
    where name in ('order.paid', 'order.paid.mails') and done_at is null and created_at < now() - interval '1 hour'`,
} satisfies Record<string, string>
